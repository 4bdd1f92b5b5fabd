import { readFileSync } from 'node:fs';
import { authRoutes } from '@stint/domain/api/auth.ts';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';

/*
 * After all tests of the server: was every row of both tables answered at least once, and its answer compared with the row? The
 * tests' harnesses note what they compared (`answer-shapes.ts`); the file of their notes is the argument.
 */

const answered = new Set(readFileSync(String(process.argv[2]), 'utf8').split('\n'));

/** A row without a shape answers files, pages, or what others define. */
const missing = Object.entries({ gateway: gatewayRoutes, provider: authRoutes }).flatMap(([name, table]) =>
  Object.entries(table)
    .filter(([key, { response }]) => Object.keys(response).length > 0 && !answered.has(`${name} ${key}`))
    .map(([key]) => `${name} ${key}`),
);

for (const row of missing) console.error(`No test had a successful answer of ${row}.`);
process.exitCode = missing.length > 0 ? 1 : 0;
