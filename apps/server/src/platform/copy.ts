import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** Writes rows by COPY; `text` is in COPY's text form, whole lines. */
export type CopyIn = { write(text: string): Promise<void> };

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
  let broken: Error | undefined;
  try {
    const stream = client.query(from(`copy ${target} from stdin`));
    const failed = new Promise<never>((_, reject) => stream.once('error', reject));
    failed.catch(() => {});
    const result = await work({
      async write(text) {
        if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed]);
      },
    });
    stream.end();
    await finished(stream);
    return result;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    connection.pipeline = isPipelined;
    // A COPY that was not ended leaves its connection in the middle of it.
    client.release(broken);
  }
}
