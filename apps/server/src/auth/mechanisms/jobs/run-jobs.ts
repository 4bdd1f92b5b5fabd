import { maxAttempts, retryDelayMs } from '../../../platform/queue/job.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { erasePerson } from '../../model/users/erase.ts';
import type { MailRequest } from '../proofs/mail-requests.ts';
import { resolveMailRequest } from '../proofs/send-requested.ts';

const leaseMs = 5 * 60_000;

type Job = { id: string; kind: string; sealed: Buffer; tries: number };

/** Claims due jobs one by one and runs each in one transaction with its own ending (security 14). */
export async function runJobs(context: AuthContext, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const job = await claim(context);
    if (!job) return;
    try {
      await runOne(context, job);
    } catch (error) {
      await fail(context, job, error);
    }
  }
}

function claim(context: AuthContext): Promise<Job | null> {
  const now = context.clock.now();
  return context.database.maybeOne<Job>(sql`update auth.job set claimed_until = ${new Date(now.getTime() + leaseMs)},
      tries = tries + 1
    where id = (select id from auth.job
      where finished_at is null and run_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by run_at for update skip locked limit 1)
    returning id, kind, sealed_payload as sealed, tries`);
}

async function runOne(context: AuthContext, job: Job): Promise<void> {
  const payload: unknown = JSON.parse(context.secrets.open(job.sealed, job.id));
  await context.database.transaction(async (tx) => {
    if (job.kind === 'mail') await resolveMailRequest(context, tx, payload as MailRequest);
    else if (job.kind === 'erase-person') await erasePerson(tx, payload as { userId: string });
    else throw new Error(`unknown job ${job.kind}`);
    await tx.run(sql`delete from auth.job where id = ${job.id}`);
  });
}

async function fail(context: AuthContext, job: Job, error: unknown): Promise<void> {
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
