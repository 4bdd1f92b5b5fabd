import type { Clock } from '../../platform/clock.ts';
import { removeDead } from '../../platform/queue/claims.ts';
import { sql } from '../../platform/sql.ts';
import { sweepChanges, sweepEveryMs } from '../change-feed/feed.ts';
import type { PeriodicTask } from './worker.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Answered requests are remembered a day (security 14), ended sagas a week, announcements a month, payment events 90 days. */
const keptMs = { idempotency: dayMs, saga: 7 * dayMs, announcement: 30 * dayMs, payment: 90 * dayMs };
/** Jobs that were put aside wait so long for somebody to look at them. */
const deadJobDays = 30;

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
      name: 'changes that every process has read',
      everyMs: sweepEveryMs,
      run: ({ database }) => sweepChanges(database, clock),
    },
    {
      name: 'finished work',
      everyMs: hourMs,
      run: async ({ database, queue }) => {
        await removeDead(queue, deadJobDays);
        await database.run(sql`delete from app.announcement
          where announced_at < ${before(keptMs.announcement)}`);
        await database.run(sql`delete from app.workspace_saga
          where state <> 'running' and updated_at < ${before(keptMs.saga)}`);
        await database.run(sql`delete from app.stripe_event where received_at < ${before(keptMs.payment)}`);
      },
    },
  ];
}
