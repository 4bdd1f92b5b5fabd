import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';

/** Work that has to happen after a commit. `tenantId` is null for work over all workspaces of a region. */
export type Job<Payload = Record<string, unknown>> = {
  id: string;
  tenantId: string | null;
  kind: string;
  payload: Payload;
  attempts: number;
};

export type NewJob = {
  kind: string;
  tenantId: string | null;
  payload: Record<string, unknown>;
  /** At most one open job has this key; a second one is not written. */
  key?: string;
  /** Not before; at once where absent. */
  availableAt?: Date;
};

/** Long enough for the longest job; a job whose process died starts again after it (security 14). */
const leaseMs = 5 * 60_000;
const firstRetryMs = 10_000;
const longestRetryMs = 60 * 60_000;
export const maxAttempts = 10;

/** How long a job waits after a failed try: 10 s, doubling to an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs);
}

/** Writes a job in the transaction of the change that it follows, so that there is never one without the other. */
export async function enqueue(tx: Queryable, clock: Clock, job: NewJob): Promise<void> {
  const now = clock.now();
  await tx.run(sql`insert into app.outbox (id, tenant_id, kind, payload, created_at, available_at, key)
    values (${newId()}, ${job.tenantId}, ${job.kind}, ${JSON.stringify(job.payload)}, ${now},
      ${job.availableAt ?? now}, ${job.key ?? null})
    on conflict (key) where done_at is null and dead_at is null and key is not null do nothing`);
}

/** Takes due jobs for this process; rows that another one is taking are skipped. */
export async function claimJobs(
  database: Database,
  clock: Clock,
  kinds: string[],
  limit: number,
): Promise<Job[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  return database.rows<Job>(sql`update app.outbox o set locked_until = ${until}, attempts = attempts + 1
    where o.id in (
      select id from app.outbox
      where done_at is null and dead_at is null and available_at <= ${now} and kind = any (${kinds})
        and (locked_until is null or locked_until <= ${now})
      order by available_at limit ${limit} for update skip locked)
    returning o.id, o.tenant_id as "tenantId", o.kind, o.payload, o.attempts`);
}

/** The job is done; it is kept a week for looking back. */
export async function completeJob(database: Database, clock: Clock, id: string): Promise<void> {
  await database.run(sql`update app.outbox set done_at = ${clock.now()}, locked_until = null, error = null
    where id = ${id}`);
}

/** A try failed: again after 10 s, doubling to an hour; after ten tries it is put aside. @returns whether it was put aside */
export async function failJob(database: Database, clock: Clock, job: Job, error: unknown): Promise<boolean> {
  const now = clock.now();
  const isDead = job.attempts >= maxAttempts || error instanceof HopelessJobError;
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  await database.run(sql`update app.outbox set locked_until = null, error = ${text},
      available_at = ${new Date(now.getTime() + retryDelayMs(job.attempts))}, dead_at = ${isDead ? now : null}
    where id = ${job.id}`);
  return isDead;
}

/** Thrown by a job that no further try can help. */
export class HopelessJobError extends Error {}
