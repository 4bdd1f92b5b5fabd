import type { Clock } from '../../platform/clock.ts';
import { sql } from '../../platform/sql.ts';
import type { PeriodicTask } from './worker.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Answered requests are remembered a day (security 14), finished jobs a week, payment events 90 days. */
const keptMs = { idempotency: dayMs, job: 7 * dayMs, payment: 90 * dayMs };

/** Clearing of what is kept for a while only. */
export function housekeeping(clock: Clock): PeriodicTask[] {
  const before = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  return [
    {
      name: 'answered requests',
      everyMs: hourMs,
      run: async ({ database }) => {
        await database.run(sql`delete from app.idempotency where created_at < ${before(keptMs.idempotency)}`);
      },
    },
    {
      name: 'finished jobs',
      everyMs: hourMs,
      run: async ({ database }) => {
        await database.run(sql`delete from app.outbox where done_at < ${before(keptMs.job)}`);
        await database.run(sql`delete from app.workspace_saga
          where state <> 'running' and updated_at < ${before(keptMs.job)}`);
        await database.run(sql`delete from app.stripe_event where received_at < ${before(keptMs.payment)}`);
      },
    },
  ];
}
