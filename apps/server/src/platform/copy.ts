import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** Writes rows by COPY; `text` is in COPY's text form, whole lines. */
export type CopyIn = { write(text: string): Promise<void> };

/** A COPY lasts as long as what it is written from: the limits of an ordinary statement are not for it. */
const LIMIT_MS = 10 * 60_000;

/**
 * One COPY into a table, in its own transaction: all that was written, or nothing.
 * @param target table and columns, such as `app.import_row (batch_id, line)`
 */
export async function copyIn<T>(
  pool: pg.Pool,
  target: string,
  work: (copy: CopyIn) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // A stream takes the connection for itself; nothing may be sent behind it before it has ended.
  const connection = client as pg.PoolClient & { pipeline?: boolean };
  const isPipelined = connection.pipeline;
  connection.pipeline = false;
  const streams: Writable[] = [];
  let broken: Error | undefined;
  try {
    await client.query(`begin; set local statement_timeout = ${LIMIT_MS}`);
    const copy = from(`copy ${target} from stdin`);
    const stream = client.query(Object.assign(copy, { query_timeout: LIMIT_MS }));
    stream.on('error', () => {});
    streams.push(stream);
    const failed = new Promise<never>((_, reject) => stream.once('error', reject));
    failed.catch(() => {});
    const result = await work({
      async write(text) {
        if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed]);
      },
    });
    stream.end();
    await finished(stream);
    await client.query('commit');
    return result;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    // The server is told that nothing more comes, so that it forgets what came.
    for (const stream of streams) {
      stream.destroy(broken);
      await finished(stream).catch(() => {});
    }
    throw error;
  } finally {
    connection.pipeline = isPipelined;
    // A COPY that was not ended leaves its connection in the middle of it.
    client.release(broken);
  }
}
