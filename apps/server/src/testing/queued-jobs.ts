import type { Queryable } from '../platform/database.ts';
import { sql } from '../platform/sql.ts';

export type QueuedJob = {
  id: string;
  tenantId: string | null;
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: what was queued is asserted, not typed
  payload: any;
  key: string | null;
  attempts: number;
  error: string | null;
  /** Seconds until it may start, by the clock of the database. */
  waitSeconds: number;
  isDead: boolean;
};

/** What lies in the queue, oldest first; `owner` sees everything. */
export function queuedJobs(owner: Queryable): Promise<QueuedJob[]> {
  return owner.rows(sql`select j.payload->>'id' as id, j.payload->>'tenantId' as "tenantId", t.identifier as kind,
      j.payload->'data' as payload, j.key, j.attempts, j.last_error as error,
      extract(epoch from j.run_at - now())::float8 as "waitSeconds", j.attempts >= j.max_attempts as "isDead"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`);
}

export async function clearQueue(owner: Queryable): Promise<void> {
  await owner.run(sql`delete from graphile_worker._private_jobs`);
}

/** Time passes for the queue, which goes by the clock of the database: for its waits and for its leases. */
export async function passInQueue(owner: Queryable, milliseconds: number): Promise<void> {
  await owner.run(sql`update graphile_worker._private_jobs set
    run_at = run_at - ${milliseconds}::float8 * interval '1 millisecond',
    locked_at = locked_at - ${milliseconds}::float8 * interval '1 millisecond'`);
}
