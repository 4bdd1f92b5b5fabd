import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** A job as an operator sees it, with what became of its last try. */
export type QueuedJob = {
  id: number;
  kind: string;
  tenantId: string | null;
  state: 'waits' | 'runs' | 'dead';
  attempts: number;
  /** Seconds since it was queued. */
  ageSeconds: number;
  error: string | null;
};

/** Some rows in the order of their keys, those behind one. */
export type Page<Key> = { after: Key | null; size: number };

/** What lies in a queue, the oldest first; `onlyDead` for what was put aside. */
export function listJobs(
  owner: Queryable,
  onlyDead: boolean,
  { after, size }: Page<number>,
): Promise<QueuedJob[]> {
  return owner.rows<QueuedJob>(sql`select j.id, t.identifier as kind, j.payload->>'tenantId' as "tenantId",
      case when j.locked_at is not null then 'runs' when j.attempts >= j.max_attempts then 'dead' else 'waits' end as state,
      j.attempts, extract(epoch from now() - j.created_at)::int as "ageSeconds", j.last_error as error
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id > ${after ?? 0} and (not ${onlyDead}::boolean or (j.attempts >= j.max_attempts and j.locked_at is null))
    order by j.id limit ${size}`);
}

/** Sends jobs again, at once. @returns the ids of those that were not running */
export async function retryJobs(owner: Queryable, ids: number[]): Promise<number[]> {
  const rows = await owner.rows<{ id: number }>(sql`select id from graphile_worker.reschedule_jobs(
    ${ids}::bigint[], run_at => now(), attempts => 0)`);
  return rows.map(({ id }) => id);
}

/** Removes jobs for good. @returns the ids of those that were not running */
export async function dropJobs(owner: Queryable, ids: number[]): Promise<number[]> {
  const rows = await owner.rows<{ id: number }>(
    sql`select id from graphile_worker.complete_jobs(${ids}::bigint[])`,
  );
  return rows.map(({ id }) => id);
}
