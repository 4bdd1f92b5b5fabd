import { readFileSync } from 'node:fs';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteTasks } from './tasks.ts';

/*
 * After the stage server-citus: of the routes that were asked there, was each statement one task? The tests' databases note it
 * (`tasks.ts`); the file of their notes is the argument.
 */

/** Routes with a statement of more tasks than one, and why. */
const SEVERAL: Readonly<Record<string, string>> = {
  'POST /Activities/:id/Merge': 'Citus makes random ids of new rates on the coordinator',
  'POST /Projects/:id/Duplicate': 'Citus makes random ids of new rates on the coordinator',
  'POST /Imports/Preview': 'staged lines lie on the coordinator',
};

const most = new Map<string, RouteTasks>();
for (const line of readFileSync(String(process.argv[2]), 'utf8').split('\n').filter(Boolean)) {
  const found = JSON.parse(line) as RouteTasks;
  const known = most.get(found.route);
  if (!known || found.tasks > known.tasks) most.set(found.route, found);
}

const routes = Object.keys(gatewayRoutes);
const unasked = routes.filter((route) => !most.has(route));
const problems = routes.flatMap((route) => {
  const { tasks = null, statement = '' } = most.get(route) ?? {};
  if (tasks === null) return [];
  if (tasks > 1 === route in SEVERAL) return [];
  return tasks > 1
    ? [`${route} sends a statement of ${tasks} tasks:\n${statement}`]
    : [`${route} is an exception without need: each of its statements is one task.`];
});
for (const problem of problems) console.error(problem);
console.log(
  `${routes.length - unasked.length} of ${routes.length} routes were asked on Citus, all but: ${unasked.join(', ')}`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
