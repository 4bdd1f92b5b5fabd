import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { expect } from 'vitest';

/** Where the statements of a run of `npm test` are kept, a line for each database of a test file. */
const SENT = 'sent-statements.jsonl';

/** What a test file sent to a database of a schema as one of its logins, and was answered. */
export type SentNote = {
  file: string;
  schema: 'auth' | 'app';
  user: string;
  milliseconds: number;
  statements: string[];
};

/** What opens and ends a transaction, and says for whom it is, is the same for all. */
const AROUND = /^\s*(?:begin|set local|commit|rollback)\b/i;

/**
 * Notes the texts of the statements that succeeded on these pools, so that another PostgreSQL can be asked about each of them
 * (`planned-statements.ts`) and gets the test files that call the functions of the database (`scripts/lib/sent-statements.mjs`).
 *
 * @returns writes the note of this test file
 */
export function watchStatements(schema: SentNote['schema'], pools: readonly pg.Pool[]): () => void {
  const directory = process.env.STINT_TEST_DIR;
  if (!directory) return () => {};
  const file = expect.getState().testPath ?? '';
  const began = performance.now();
  const watched = pools.map((pool) => {
    const sent = new Set<string>();
    pool.on('connect', (client) => listen(client, sent));
    return { user: pool.options.user ?? '', sent };
  });
  return () => {
    const milliseconds = Math.round(performance.now() - began);
    for (const { user, sent } of watched) {
      const statements = [...sent].filter((text) => !AROUND.test(text));
      const note: SentNote = { file, schema, user, milliseconds, statements };
      appendFileSync(join(directory, SENT), `${JSON.stringify(note)}\n`);
    }
  };
}

/** Only what succeeded: a test may well send what the server refuses. */
function listen(client: pg.PoolClient, sent: Set<string>): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query: (first: string | { text: string }, ...more: unknown[]) => {
      const note = () => sent.add(typeof first === 'string' ? first : first.text);
      // The pool's own `query` asks with a callback.
      const told = more.at(-1);
      if (typeof told === 'function') {
        more[more.length - 1] = (error: unknown, ...result: unknown[]) => {
          if (!error) note();
          told(error, ...result);
        };
      }
      const result = query(first, ...more);
      if (result instanceof Promise) result.then(note, () => {});
      return result;
    },
  });
}
