import { DAY_MS, HOUR_MS } from '@stint/domain/time/units.ts';
import type { Clock } from '../../platform/clock.ts';
import { removeDead } from '../../platform/queue/claims.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { sweepChanges, sweepEveryMs } from '../change-feed/feed.ts';
import type { PeriodicTask } from './worker.ts';

/** Jobs that were put aside wait so long for somebody to look at them. */
const deadJobDays = 30;

/** Clearing, every hour, of what is kept for a while only; `remove` deletes what is from before a time. */
export function forgetting(
  name: string,
  { clock, keptMs }: { clock: Clock; keptMs: number },
  remove: (before: Date) => Sql,
): PeriodicTask {
  return {
    name,
    everyMs: HOUR_MS,
    run: ({ database }) => database.run(remove(new Date(clock.now().getTime() - keptMs))),
  };
}

/** What no feature alone leaves behind: answered requests are remembered a day (security 14), ended sagas a week. */
export function housekeeping(clock: Clock): PeriodicTask[] {
  return [
    forgetting(
      'answered requests',
      { clock, keptMs: DAY_MS },
      (before) => sql`delete from app.idempotency where created_at < ${before}`,
    ),
    forgetting(
      'ended sagas',
      { clock, keptMs: 7 * DAY_MS },
      (before) => sql`delete from app.workspace_saga where state <> 'running' and updated_at < ${before}`,
    ),
    {
      name: 'changes that every process has read',
      everyMs: sweepEveryMs,
      run: ({ database }) => sweepChanges(database, clock),
    },
    { name: 'finished work', everyMs: HOUR_MS, run: ({ queue }) => removeDead(queue, deadJobDays) },
  ];
}
