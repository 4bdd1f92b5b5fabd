import { readFileSync } from 'node:fs';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteTasks } from './tasks.ts';

/*
 * After the stage server-citus: was every route asked there, and each of its statements one task? The tests' databases note it
 * (`tasks.ts`); the file of their notes is the argument.
 */

/** Statements of more tasks than one, and why. */
const SEVERAL: readonly { statement: RegExp; why: string }[] = [
  { statement: /\bgen_random_uuid\(\)/, why: 'random ids are made on the coordinator' },
  { statement: /\bapp\.import_row\b/, why: 'staged lines lie on the coordinator' },
  {
    statement: /^insert into app\.(?:day_total|span_change|span_total|packed_week)\b/,
    why: 'days of a whole workspace are counted with the workspace as a value',
  },
];

/** Routes that no test of the stage asks, and why. */
const UNASKED: Readonly<Record<string, string>> = {};

const notes = readFileSync(String(process.argv[2]), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as RouteTasks);

const routes = Object.keys(gatewayRoutes);
const asked = new Set(notes.map(({ route }) => route));
const problems = [
  ...notes
    .filter(({ route, tasks }) => tasks > 1 && route in gatewayRoutes)
    .filter(({ statement }) => !SEVERAL.some((one) => one.statement.test(statement)))
    .map(({ route, tasks, statement }) => `${route} sends a statement of ${tasks} tasks:\n${statement}`),
  ...routes
    .filter((route) => !asked.has(route) && !(route in UNASKED))
    .map(
      (route) =>
        `${route} was not asked on Citus: a test of the stage asks it, or UNASKED says why none does`,
    ),
  ...Object.keys(UNASKED)
    .filter((route) => asked.has(route) || !(route in gatewayRoutes))
    .map((route) => `${route} stands in UNASKED, and is asked or gone`),
];
for (const problem of new Set(problems)) console.error(problem);
console.log(
  `${routes.filter((route) => asked.has(route)).length} of ${routes.length} routes were asked on Citus`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
