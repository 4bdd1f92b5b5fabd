import { expect } from 'vitest';
import type { Database } from '../platform/database.ts';
import { sql } from '../platform/sql.ts';

/**
 * Until so many connections of a database wait for what others hold: whoever was sent has come to where it is to be met. Of one server:
 * the coordinator of a cluster does not see what waits on a worker.
 */
export async function untilWaiting(database: Database, connections: number): Promise<void> {
  const waiting = async () => {
    const { count } = await database.one<{ count: number }>(sql`
      select count(distinct l.pid) as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`);
    return count;
  };
  await expect.poll(waiting, { timeout: 30_000, interval: 5 }).toBe(connections);
}
