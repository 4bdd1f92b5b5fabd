import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { countedDays, dayColumns, figuresOf } from '../totals/count.ts';
import { foldWeeks, packWeeks } from '../totals/fold.ts';
import { allPacks, differingPacks } from '../totals/packed.ts';
import { dayTotals } from '../totals/rows.ts';
import { differingSpans, noteWeeks } from '../totals/spans.ts';
import { countWeeks, countWrittenElsewhere, isWeekCounted, sumsOfWeek } from '../totals/weeks.ts';

/** Totals that are not what their entries say: how many days, the weeks to count anew, and those to add up and pack anew. */
export type Differences = {
  days: number;
  weeks: readonly { teamMemberID: string; weekEndDate: string }[];
  spans: readonly string[];
};

const patience = { statementTimeoutMs: 10 * 60_000, planForValues: true } as const;

/** Weeks of a person that are counted in one transaction, so that nobody waits long for them. */
const weeksAtOnce = 60;

/** Weeks whose bytes are made anew in one statement: those of a large week are some megabytes. */
const packsAtOnce = 8;

/** Compares all totals of a workspace with what they are made of, each statement at one moment. */
export async function findDifferences(tx: Queryable, tenantId: string): Promise<Differences> {
  const rows = await tx.rows<{ teamMemberID: string; weekEndDate: string; days: number }>(
    sql`with stored as (select ${dayColumns('d')}, ${figuresOf('d')} from ${dayTotals(tenantId)} d),
      counted as (${countedDays(tenantId, () => sql`true`)}),
      wrong as ((select * from stored except select * from counted) union (select * from counted except select * from stored)),
      wrong_week as (select w.team_member_id, w.week_end_on from app.timesheet_week w
        left join (select d.team_member_id, d.week_end_on, ${sumsOfWeek} from counted d group by d.team_member_id, d.week_end_on) s
          on s.team_member_id = w.team_member_id and s.week_end_on = w.week_end_on
        where w.tenant_id = ${tenantId} and (w.total_minutes <> coalesce(s.minutes, 0) or w.billable_minutes <> coalesce(s.billable, 0)
          or (${isWeekCounted} and (w.day_minutes <> coalesce(s.days, '{0,0,0,0,0,0,0}') or w.project_ids <> coalesce(s.projects, '{}')))))
    select x.team_member_id as "teamMemberID", x.week_end_on as "weekEndDate", sum(x.days)::int as days
    from (select r.team_member_id, r.week_end_on, count(distinct r.work_on) as days from wrong r group by r.team_member_id, r.week_end_on
      union all select y.team_member_id, y.week_end_on, 0 from wrong_week y) x
    group by x.team_member_id, x.week_end_on order by x.team_member_id, x.week_end_on`,
    { unnamed: true },
  );
  const spans = new Set(await weeksOf(tx, differingSpans(tenantId)));
  const packed = await tx.rows<{ weekEndDate: string; withComments: boolean }>(allPacks(tenantId), {
    unnamed: true,
  });
  for (const [withComments, weeks] of Map.groupBy(packed, (week) => week.withComments))
    for (let at = 0; at < weeks.length; at += packsAtOnce) {
      const some = weeks.slice(at, at + packsAtOnce).map(({ weekEndDate }) => weekEndDate);
      for (const week of await weeksOf(tx, differingPacks(tenantId, some, withComments))) spans.add(week);
    }
  return {
    days: rows.reduce((sum, { days }) => sum + days, 0),
    weeks: rows,
    spans: [...spans].sort(),
  };
}

async function weeksOf(tx: Queryable, weeks: Sql): Promise<string[]> {
  const rows = await tx.rows<{ weekEndDate: string }>(weeks, { unnamed: true });
  return rows.map(({ weekEndDate }) => weekEndDate);
}

/** Finds differences and counts those weeks anew, a person at a time; each finding is kept for who watches over it. */
export async function mendTotals(database: Database, tenantId: string, now: Date): Promise<Differences> {
  const found = await database.withTenant(tenantId, (tx) => findDifferences(tx, tenantId), {
    ...patience,
    readOnly: true,
  });
  const { days, weeks, spans } = found;
  if (weeks.length + spans.length === 0) return found;
  // Their days are asked from now on, until they are added up again.
  if (spans.length > 0) await database.withTenant(tenantId, (tx) => tx.run(noteWeeks(tenantId, spans)));
  for (const { teamMemberID, weekEndDates } of byPerson(weeks)) {
    await database.withTenant(tenantId, async (tx) => {
      await lockWeeks(
        tx,
        tenantId,
        sql`w.team_member_id = ${teamMemberID} and w.week_end_on = any(${weekEndDates}::date[])`,
      );
      await countWeeks(tx, { tenantId, info: { now } }, { teamMemberID, weekEndDates });
    });
  }
  await database.run(sql`insert into app.total_difference (id, tenant_id, found_at, days, weeks)
    values (${newId()}, ${tenantId}, ${now}, ${days}, ${weeks.length + spans.length})`);
  return found;
}

function byPerson(weeks: Differences['weeks']): { teamMemberID: string; weekEndDates: string[] }[] {
  const people = Map.groupBy(weeks, ({ teamMemberID }) => teamMemberID);
  return [...people].flatMap(([teamMemberID, own]) =>
    Array.from({ length: Math.ceil(own.length / weeksAtOnce) }, (_batch, at) => ({
      teamMemberID,
      weekEndDates: own.slice(at * weeksAtOnce, (at + 1) * weeksAtOnce).map(({ weekEndDate }) => weekEndDate),
    })),
  );
}

/**
 * Adds up the spans of weeks that changed, and packs them afterwards, in transactions of their own: a pack that takes too long
 * costs no sums.
 * @returns how many weeks were packed
 */
export async function foldChanged(database: Database, tenantId: string): Promise<number> {
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) =>
    database.withTenant(tenantId, work, { ...patience, statementTimeoutMs: 60_000 });
  await foldWeeks(tenantId, inTransaction);
  return packWeeks(tenantId, inTransaction);
}

/** Counts what nobody counted since it was written, some weeks of a person at a time. @returns how many weeks */
export async function countUncounted(database: Database, tenantId: string): Promise<number> {
  for (let weeks = 0; ; ) {
    const done = await database.withTenant(tenantId, (tx) => countSome(tx, tenantId));
    if (done === 0) return weeks;
    weeks += done;
  }
}

async function countSome(tx: Transaction, tenantId: string): Promise<number> {
  const person = await tx.maybeOne<{ teamMemberID: string }>(sql`
    select w.team_member_id as "teamMemberID" from app.timesheet_week w
    where w.tenant_id = ${tenantId} and w.counted_version <> w.version limit 1`);
  if (!person) return 0;
  const { teamMemberID } = person;
  const weeks = await lockWeeks(
    tx,
    tenantId,
    sql`w.team_member_id = ${teamMemberID} and w.counted_version <> w.version`,
  );
  // While they were waited for somebody else counted them, or they went to another person.
  if (weeks.length === 0) return countSome(tx, tenantId);
  await countWrittenElsewhere(tx, tenantId, { teamMemberID, weekEndDates: weeks });
  return weeks.length;
}

async function lockWeeks(tx: Transaction, tenantId: string, which: Sql): Promise<string[]> {
  const rows = await tx.rows<{ weekEndDate: string }>(sql`
    select w.week_end_on as "weekEndDate" from app.timesheet_week w where w.tenant_id = ${tenantId} and ${which}
    order by w.week_end_on limit ${weeksAtOnce} for no key update of w`);
  return rows.map(({ weekEndDate }) => weekEndDate);
}
