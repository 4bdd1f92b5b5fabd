import { readFileSync } from 'node:fs';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteTasks } from './tasks.ts';

/*
 * After the stage server-citus: was every route of the gateway asked there, and was each of its statements one task? The tests'
 * databases note it (`tasks.ts`); the file of their notes is the argument.
 */

/** Routes with a statement of more tasks than one, and why. */
const SEVERAL: Readonly<Record<string, string>> = {};

const most = new Map<string, RouteTasks>();
for (const line of readFileSync(String(process.argv[2]), 'utf8').split('\n').filter(Boolean)) {
  const found = JSON.parse(line) as RouteTasks;
  const known = most.get(found.route);
  if (!known || found.tasks > known.tasks) most.set(found.route, found);
}

const problems = Object.keys(gatewayRoutes).flatMap((route) => {
  const { tasks = null, statement = '' } = most.get(route) ?? {};
  if (tasks === null) return [`No test on Citus asked ${route}.`];
  if (tasks > 1 === route in SEVERAL) return [];
  return tasks > 1
    ? [`${route} sends a statement of ${tasks} tasks:\n${statement}`]
    : [`${route} is an exception without need: each of its statements is one task.`];
});
for (const problem of problems) console.error(problem);
console.log(`${most.size} routes of the gateway were asked on Citus.`);
process.exitCode = problems.length > 0 ? 1 : 0;
