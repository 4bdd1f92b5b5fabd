import type { Queryable, Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { maxAttempts, retryDelayMs } from '../../../platform/queue/job.ts';
import { sql } from '../../../platform/sql.ts';
import { traced, withTrace } from '../../../platform/tracing/tracing.ts';
import type { Foundation } from '../../model/foundation.ts';

export type JobsContext = Pick<Foundation, 'database' | 'clock' | 'secrets' | 'log' | 'tracing'>;

/** What a feature does for the jobs of one kind, in one transaction with the job's own ending. */
export type JobHandlers<Context> = Record<
  string,
  (context: Context, tx: Transaction, payload: never) => Promise<void>
>;

export type NewJob = {
  kind: string;
  payload: object;
  /** When it is due; at once where absent. */
  runAt?: Date;
};

/** Adds a job; its payload is sealed, since it may carry secrets. */
export async function addJob(
  context: Pick<JobsContext, 'clock' | 'secrets'>,
  db: Queryable,
  { kind, payload, runAt }: NewJob,
): Promise<void> {
  const now = context.clock.now();
  const id = newId();
  await db.run(sql`insert into auth.job (id, kind, sealed_payload, run_at, created_at)
    values (${id}, ${kind}, ${context.secrets.seal(JSON.stringify(withTrace(payload)), id).sealed}, ${runAt ?? now}, ${now})`);
}

const leaseMs = 5 * 60_000;

type Job = { id: string; kind: string; sealed: Buffer; tries: number };

/** Claims due jobs one by one and runs each in one transaction with its own ending (security 14). */
export async function runJobs<Context extends JobsContext>(
  context: Context,
  handlers: JobHandlers<Context>,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const job = await claim(context);
    if (!job) return;
    try {
      await runOne(context, handlers, job);
    } catch (error) {
      await fail(context, job, error);
    }
  }
}

function claim(context: JobsContext): Promise<Job | null> {
  const now = context.clock.now();
  return context.database.maybeOne<Job>(sql`update auth.job set claimed_until = ${new Date(now.getTime() + leaseMs)},
      tries = tries + 1
    where id = (select id from auth.job
      where finished_at is null and run_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by run_at for update skip locked limit 1)
    returning id, kind, sealed_payload as sealed, tries`);
}

async function runOne<Context extends JobsContext>(
  context: Context,
  handlers: JobHandlers<Context>,
  job: Job,
): Promise<void> {
  const { traceparent = '', ...payload } = JSON.parse(context.secrets.open(job.sealed, job.id)) as {
    traceparent?: string;
  };
  const handle = handlers[job.kind];
  const attributes = { 'stint.job.id': job.id, 'stint.job.attempts': job.tries };
  await traced(
    context.tracing,
    { name: `job ${job.kind}`, kind: 'consumer', attributes, parent: traceparent },
    () =>
      context.database.transaction(async (tx) => {
        if (!handle) throw new Error(`unknown job ${job.kind}`);
        await handle(context, tx, payload as never);
        await tx.run(sql`delete from auth.job where id = ${job.id}`);
      }),
  );
}

async function fail(context: JobsContext, job: Job, error: unknown): Promise<void> {
  const now = context.clock.now();
  const isDead = job.tries >= maxAttempts;
  context.log[isDead ? 'error' : 'warn'](
    { err: error, job: job.id, kind: job.kind, tries: job.tries },
    'job failed',
  );
  await context.database.run(sql`update auth.job set claimed_until = null, run_at = ${new Date(now.getTime() + retryDelayMs(job.tries))},
      finished_at = ${isDead ? now : null}, last_error = ${String(error).slice(0, 500)}
    where id = ${job.id}`);
}
