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

const notes = readFileSync(String(process.argv[2]), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as RouteTasks);

const routes = Object.keys(gatewayRoutes);
const asked = new Set(notes.map(({ route }) => route));
const unasked = routes.filter((route) => !asked.has(route));
const problems = notes
  .filter(({ route, tasks }) => tasks > 1 && route in gatewayRoutes)
  .filter(({ statement }) => !SEVERAL.some((one) => one.statement.test(statement)))
  .map(({ route, tasks, statement }) => `${route} sends a statement of ${tasks} tasks:\n${statement}`);
for (const problem of new Set(problems)) console.error(problem);
console.log(
  `${routes.length - unasked.length} of ${routes.length} routes were asked on Citus, all but: ${unasked.join(', ')}`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
