import type { Queryable } from '../database.ts';
import { sql } from '../sql.ts';
import { HopelessJobError, type Job, maxAttempts, PostponedJobError, retryDelayMs } from './job.ts';

/**
 * What the queue library does not offer and we want otherwise, by statements on its own table: when a failed job is tried
 * again (10 s to 1 h instead of e^n), a lease of minutes instead of 4 hours, and an end of what was put aside. Its version
 * is pinned, so the table is known; all of it runs as the login that claims jobs.
 */

/** A claimed job, as the library's row has it. */
export type Claim = { id: string | number; attempts: number };

/** How long a job belongs to a process that gives no sign of life; less where others of its lane wait for it. */
const leaseMinutes = 5;
const leaseMinutesAwaited = 1;

/** What became of a job that was given back. */
export type GivenBack = 'again' | 'aside' | 'postponed';

/**
 * A try failed: again after 10 s, doubling to an hour; after ten tries, or when none can help, it is put aside and its
 * key is free again. One that was postponed waits as long as it says, and the try is not counted. The lane of the job is
 * free for the next one. When the library gives the job back afterwards, it changes nothing.
 */
export async function giveBack(queue: Queryable, claim: Claim, error: unknown): Promise<GivenBack> {
  if (error instanceof PostponedJobError) {
    await queue.run(sql`with given as (
        update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0),
          updated_at = now(), run_at = now() + ${error.waitMs}::float8 * interval '1 millisecond'
        where id = ${claim.id} returning job_queue_id)
      update graphile_worker._private_job_queues q set locked_at = null, locked_by = null from given
      where q.id = given.job_queue_id`);
    return 'postponed';
  }
  const isDead = claim.attempts >= maxAttempts || error instanceof HopelessJobError;
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  await queue.run(sql`with given as (
      update graphile_worker._private_jobs set locked_at = null, locked_by = null, last_error = ${text},
        updated_at = now(), run_at = now() + ${retryDelayMs(claim.attempts)}::float8 * interval '1 millisecond',
        attempts = case when ${isDead} then max_attempts else attempts end, key = case when ${isDead} then null else key end
      where id = ${claim.id} returning job_queue_id)
    update graphile_worker._private_job_queues q set locked_at = null, locked_by = null from given
    where q.id = given.job_queue_id`);
  return isDead ? 'aside' : 'again';
}

/**
 * Says of the jobs that a process works on that it still does, so that a long one is not taken from it. No others that bear
 * its name: where the database went away with the answer to a claim, or before an end was noted, the process knows nothing
 * of the job any more, and its lane would wait for as long as the process lives.
 */
export async function renewLeases(queue: Queryable, pool: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await queue.run(sql`update graphile_worker._private_jobs set locked_at = now()
    where locked_by = ${pool} and id = any(${ids}::bigint[])`);
}

export type Freed = { id: string; kind: string; isDead: boolean };

/** True of work that comes round whose next run waits already: the library gave that one the key, and this one no more tries. */
const isFollowed = sql`j.attempts >= j.max_attempts and exists (
  select from graphile_worker._private_jobs n where n.key = t.identifier and n.id <> j.id)`;

/** True of a job whose process has given no sign of life for its lease. */
const isLeft = sql`j.locked_at < now() - ${leaseMinutesAwaited}::int * interval '1 minute' and (
  j.locked_at < now() - ${leaseMinutes}::int * interval '1 minute' or exists (
    select from graphile_worker._private_jobs w where w.job_queue_id = j.job_queue_id and w.id <> j.id
      and w.locked_at is null and w.attempts < w.max_attempts and w.run_at <= now()))`;

/**
 * Frees the jobs of processes that have given no sign of life: they were killed, or hang. One that was in its last try
 * is put aside, since it may be what kills them, and after its first it keeps its place in its lane; one that is followed by the next run leaves its turn to that.
 */
export function freeExpired(queue: Queryable): Promise<Freed[]> {
  return queue.rows<Freed>(sql`with freed as (
      update graphile_worker._private_jobs j set locked_at = null, locked_by = null,
        run_at = case when j.attempts = 1 then j.run_at else greatest(j.run_at, now()) end, updated_at = now(), last_error = coalesce(j.last_error, 'The process ended.'),
        key = case when j.attempts >= j.max_attempts then null else j.key end
      from graphile_worker._private_tasks t
      where t.id = j.task_id and ${isLeft} and not (${isFollowed})
      returning coalesce(j.payload->>'id', j.id::text) as id, t.identifier as kind, j.attempts >= j.max_attempts as is_dead,
        j.job_queue_id),
    left_to_next as (
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and ${isLeft} and ${isFollowed}
      returning j.id::text as id, t.identifier as kind, false as is_dead, j.job_queue_id),
    ended as (select * from freed union all select * from left_to_next),
    lanes as (
      update graphile_worker._private_job_queues q set locked_at = null, locked_by = null from ended
      where q.id = ended.job_queue_id)
    select id, kind, is_dead as "isDead" from ended`);
}

/** Jobs that wait or run, those that were put aside, and for how long the one that has been due longest waits. */
export function countJobs(
  queue: Queryable,
): Promise<{ waiting: number; dead: number; oldestSeconds: number }> {
  return queue.one(sql`select count(*) filter (where attempts < max_attempts or locked_at is not null) as waiting,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as dead,
      coalesce(extract(epoch from now() - min(run_at) filter (
        where attempts < max_attempts and locked_at is null and run_at <= now())), 0)::float8 as "oldestSeconds"
    from graphile_worker._private_jobs`);
}

/** Removes what was put aside and looked at by nobody for `days`. */
export async function removeDead(queue: Queryable, days: number): Promise<void> {
  await queue.run(sql`delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - ${days}::int * interval '1 day'`);
}

/** Removes the jobs of a workspace that is gone, but for the one that does this. */
export async function removeJobsOf(queue: Queryable, tenantId: string): Promise<void> {
  await queue.run(sql`delete from graphile_worker._private_jobs
    where payload->>'tenantId' = ${tenantId} and locked_at is null`);
}

/** The job as handlers know it; the library's own number is of no meaning outside. */
export function toJob(kind: string, claim: Claim, payload: unknown): Job {
  const { id, tenantId, data } = payload as { id: string; tenantId: string | null; data: Job['payload'] };
  const { traceparent, ...rest } = data ?? {};
  const parent = typeof traceparent === 'string' ? { traceparent } : {};
  return { id, tenantId, kind, payload: rest, attempts: claim.attempts, ...parent };
}
