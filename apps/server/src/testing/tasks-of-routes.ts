import { readFileSync } from 'node:fs';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteTasks } from './tasks.ts';

/*
 * After the stage server-citus: of the routes that were asked there, was each statement one task? The tests' databases note it
 * (`tasks.ts`); the file of their notes is the argument.
 */

/** Statements of more tasks than one, and why. */
const SEVERAL: readonly { statement: RegExp; why: string }[] = [
  { statement: /\bgen_random_uuid\(\)/, why: 'random ids are made on the coordinator' },
  { statement: /\bapp\.import_row\b/, why: 'staged lines lie on the coordinator' },
  {
    statement: /^insert into app\.(?:day_total|span_change|span_total)\b/,
    why: 'days of a whole workspace are counted with the workspace as a value',
  },
];

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
  const isKnown = SEVERAL.some((one) => one.statement.test(statement));
  return tasks > 1 && !isKnown ? [`${route} sends a statement of ${tasks} tasks:\n${statement}`] : [];
});
for (const problem of problems) console.error(problem);
console.log(
  `${routes.length - unasked.length} of ${routes.length} routes were asked on Citus, all but: ${unasked.join(', ')}`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
