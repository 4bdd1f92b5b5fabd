import type { PlainDate } from '@stint/domain/time/plain-date.ts';
import { HOUR_MS } from '@stint/domain/time/units.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { enqueue } from '../jobs/queue.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { JobHandler, PeriodicTask } from '../jobs/worker.ts';
import { lastOldDay } from './queries.ts';

export const EMPTY_WEEKS = 'retention.empty';

/** Weeks of people that go in one transaction: it holds their locks, and what it wrote is all that a crash can undo. */
const WEEKS_AT_ONCE = 200;
const statementTimeoutMs = 60_000;

/** The last week of somebody that a call emptied: the next one goes on behind it. */
type Place = { teamMemberID: string; weekEndDate: string };
const START: Place = { teamMemberID: '00000000-0000-0000-0000-000000000000', weekEndDate: '-infinity' };

/**
 * Every hour a workspace whose time grew too old is handed over; which time that is, the database decides. Weeks grow old
 * on one day of seven, so that one walk finds them all, and with them what was written into old weeks since the last one.
 */
export function retentionRounds(clock: Clock): PeriodicTask {
  return forEachTenant('retention', HOUR_MS, (tenantId, { database }) =>
    database.withTenant(tenantId, async (tx) => {
      const set = await tx.maybeOne<{ months: number; doneUntil: PlainDate | null }>(sql`
        select months, done_until::text as "doneUntil" from app.retention where tenant_id = ${tenantId} and begins_at <= ${clock.now()}`);
      if (!set) return;
      const until = await lastOldDay(tx, tenantId, { months: set.months, at: clock.now() });
      if (set.doneUntil !== null && set.doneUntil >= until) return;
      const key = `${EMPTY_WEEKS}:${tenantId}`;
      await enqueue(tx, clock, { kind: EMPTY_WEEKS, tenantId, payload: {}, key, lane: key });
    }),
  );
}

/**
 * Empties weeks that are too old, some at a time, each with its line of the audit log in the same transaction: one that is
 * interrupted goes on where it was, and no week is ever half there.
 */
export function emptyOldWeeks(): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    let walk: PlainDate | null = null;
    for (let after: Place | null = START; after !== null; ) {
      const from: Place = after;
      const emptied = await database.withTenant(tenantId, (tx) => emptySome(tx, from), {
        statementTimeoutMs,
      });
      const { next, until }: Emptied = emptied;
      if (from === START) walk = until;
      // Where another week grew too old on the way, whoever came before it is looked at again.
      after = next ?? (until === walk ? null : START);
    }
  };
}

/** Where the next call goes on, null where nothing is left; and the last day that is too old. */
type Emptied = { next: Place | null; until: PlainDate | null };

async function emptySome(tx: Transaction, after: Place): Promise<Emptied> {
  // The feed reads what statements write, and cannot read what this one calls: anything of all weeks may be another.
  const { weeks, until, ...last } = await tx.one<Place & Omit<Emptied, 'next'> & { weeks: number }>(
    changing(
      'catalog',
      [''],
      changing(
        'week',
        [''],
        sql`select weeks, until_on::text as until, last_member as "teamMemberID", last_week::text as "weekEndDate"
          from app.empty_old_weeks(${WEEKS_AT_ONCE}::int, ${newId()}::uuid, ${after.teamMemberID}::uuid, ${after.weekEndDate}::date)`,
      ),
    ),
  );
  return { next: weeks < WEEKS_AT_ONCE ? null : last, until };
}
