import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { expect } from 'vitest';

/** Where the statements of a run of `npm test` are kept, a line for each database of a test file. */
const SENT = 'sent-statements.jsonl';

/** What opens and ends a transaction, and says for whom it is, is the same for all. */
const AROUND = /^\s*(?:begin|set local|commit|rollback)\b/i;

/**
 * Notes the texts of what the product sends on these pools, so that a second run of the tests, on another PostgreSQL, can choose the
 * files in which every statement stands once (`scripts/lib/statement-cover.mjs`).
 *
 * @returns writes the note of this test file
 */
export function watchStatements(pools: readonly pg.Pool[]): () => void {
  const directory = process.env.STINT_TEST_DIR;
  if (!directory) return () => {};
  const file = expect.getState().testPath;
  const began = performance.now();
  const sent = new Set<string>();
  for (const pool of pools) pool.on('connect', (client) => listen(client, sent));
  return () => {
    const milliseconds = Math.round(performance.now() - began);
    const statements = [...sent].filter((text) => !AROUND.test(text)).map(nameOf);
    appendFileSync(join(directory, SENT), `${JSON.stringify({ file, milliseconds, statements })}\n`);
  };
}

function listen(client: pg.PoolClient, sent: Set<string>): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query: (first: string | { text: string }, ...more: unknown[]) => {
      sent.add(typeof first === 'string' ? first : first.text);
      return query(first, ...more);
    },
  });
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
