import type { PlainDate } from '@stint/domain/time/plain-date.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { hourMs } from '../jobs/housekeeping.ts';
import { enqueue } from '../jobs/queue.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { JobHandler, PeriodicTask } from '../jobs/worker.ts';
import { writeAudit } from '../shared/audit.ts';
import { bumpCatalog } from '../shared/sql-json.ts';
import { lastOldDay } from './queries.ts';

export const EMPTY_WEEKS = 'retention.empty';

/** Weeks of people that go in one transaction: it holds their locks, and what it wrote is all that a crash can undo. */
const WEEKS_AT_ONCE = 200;
const statementTimeoutMs = 60_000;

type Emptied = { weeks: number; entries: number; minutes: number; untilDate: string | null };

/** The last week of somebody that a call emptied: the next one goes on behind it. */
type Place = { teamMemberId: string; weekEndDate: string };
const START: Place = { teamMemberId: '00000000-0000-0000-0000-000000000000', weekEndDate: '-infinity' };

/**
 * Every hour a workspace whose time grew too old is handed over; which time that is, the database decides. Weeks grow old
 * on one day of seven, so that one walk finds them all, and with them what was written into old weeks since the last one.
 */
export function retentionRounds(clock: Clock): PeriodicTask {
  return forEachTenant('retention', hourMs, (tenantId, { database }) =>
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
export function emptyOldWeeks(clock: Clock): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    for (let after: Place | null = START; after !== null; ) {
      const from: Place = after;
      after = await database.withTenant(tenantId, (tx) => emptySome(tx, clock, tenantId, from), {
        statementTimeoutMs,
      });
    }
  };
}

/** @returns where the next call goes on, null where nothing is left: that is noted beside what is set */
async function emptySome(
  tx: Transaction,
  clock: Clock,
  tenantId: string,
  after: Place,
): Promise<Place | null> {
  // The feed reads what statements write, and cannot read what this one calls: anything of all weeks may be another.
  const { teamMemberId, weekEndDate, ...emptied } = await tx.one<Emptied & Place>(
    changing(
      'week',
      [''],
      sql`select weeks, entries, minutes, until_on::text as "untilDate", last_member as "teamMemberId", last_week::text as "weekEndDate"
        from app.empty_old_weeks(${WEEKS_AT_ONCE}::int, ${newId()}::uuid, ${after.teamMemberId}::uuid, ${after.weekEndDate}::date)`,
    ),
  );
  const isLast = emptied.weeks < WEEKS_AT_ONCE;
  if (isLast)
    await tx.run(
      sql`update app.retention set done_until = ${emptied.untilDate}::date where tenant_id = ${tenantId}`,
    );
  const next = isLast ? null : { teamMemberId, weekEndDate };
  // A week without time, as everybody has some, is nothing to tell of.
  if (emptied.entries === 0) return next;
  await writeAudit(tx, { tenantId, at: clock.now(), actorId: null, actorKind: 'system' }, [
    { entity: 'workspace', entityId: tenantId, action: 'oldTimeRemoved', after: emptied },
  ]);
  await bumpCatalog(tx, tenantId);
  return next;
}
