import { weekStartOf } from '@stint/domain/time/week.ts';
import { changing, unseen } from '../../platform/change-feed/record.ts';
import type { Transaction } from '../../platform/database.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import { weekKey } from '../change-feed/topics.ts';
import type { MemberContext } from '../context.ts';
import {
  countDays,
  countDaysOfWeeks,
  countManyDays,
  countStandingDays,
  type Days,
  type TotalPlace,
} from './count.ts';
import { foldWeeks } from './fold.ts';

/** Weeks of one person, by their Sundays. */
export type Weeks = { teamMemberID: string; weekEndDates: readonly string[] };

/** Which days and projects of counted weeks were written; the others keep their totals. */
export type Written = { days: readonly string[]; projectIds: readonly string[] };

/** What a caller knows of weeks that it counts; where it says nothing all of them is counted, whatever they hold. */
type Known = {
  written?: Written | undefined;
  /** A day may have lost its last entry of a kind. */
  canEmpty?: boolean;
  /** None of the weeks is approved. */
  areOpen?: boolean;
  /** The totals of what was written, where all of them are there and stay; absent where some may come or go. */
  standing?: readonly TotalPlace[] | undefined;
};

/**
 * What a caller knows of held weeks by what it wrote to them is all that is to be known, but where a process of the version before
 * wrote one of them since it was counted.
 */
export function knownOf<Writing extends Known>(
  weeks: Iterable<{ isCounted: boolean }>,
  writing: Writing,
): Writing | { canEmpty: true } {
  return [...weeks].every(({ isCounted }) => isCounted) ? writing : { canEmpty: true };
}

/**
 * Counts weeks after every write to their entries, and raises their versions, so that every validator and every stale
 * writer notices. The caller holds the rows of the weeks. What is sent behind the call finds the weeks as they will be.
 */
export async function countWeeks(
  tx: Transaction,
  { tenantId, info }: Pick<MemberContext, 'tenantId'> & { info: { now: Date } },
  weeks: Weeks & Known,
): Promise<void> {
  const { teamMemberID, weekEndDates } = weeks;
  const keys = weekEndDates.map((weekEndDate) => weekKey(teamMemberID, weekEndDate));
  const written = sql`version = w.version + 1, counted_version = w.version + 1, updated_at = ${info.now}`;
  await countBoth(tx, tenantId, weeks, changing('week', keys, storeTotals(tenantId, weeks, written)));
}

/**
 * Counts weeks that a process of the version before wrote. Their entries were told of when they were written, so the
 * weeks stay what they are for those who keep them.
 */
export async function countWrittenElsewhere(tx: Transaction, tenantId: string, weeks: Weeks): Promise<void> {
  await countBoth(
    tx,
    tenantId,
    weeks,
    unseen(storeTotals(tenantId, weeks, sql`counted_version = w.version`)),
  );
}

/** The days and the weeks, each from the entries. */
async function countBoth(
  tx: Transaction,
  tenantId: string,
  { canEmpty = true, areOpen = false, standing, written, ...weeks }: Weeks & Known,
  storing: Sql,
): Promise<void> {
  const { teamMemberID, weekEndDates } = weeks;
  const days = written
    ? writtenDays(teamMemberID, weekEndDates, written)
    : daysOfWeeks(teamMemberID, weekEndDates);
  const counting = async () => {
    if (
      standing !== undefined &&
      (await countStandingDays(tx, tenantId, days, { weekEndDates, totals: standing }))
    )
      return;
    await countDaysOfWeeks(tx, tenantId, days, { weekEndDates, canEmpty, areOpen });
  };
  await Promise.all([counting(), tx.run(storing)]);
}

/** From the entries: the totals of days come back from this process only after them. */
function storeTotals(tenantId: string, { teamMemberID, weekEndDates }: Weeks, more: Sql): Sql {
  const { ends, first, last } = spanOf(weekEndDates);
  return sql`
    update app.timesheet_week w set total_minutes = s.minutes, billable_minutes = s.billable,
      day_minutes = s.days, project_ids = s.projects, ${more}
    from (select u.week_end_on, ${sumsOfWeek}
      from unnest(${ends}::date[]) u (week_end_on) left join app.timesheet_entry d on d.tenant_id = ${tenantId}
        and d.team_member_id = ${teamMemberID} and d.week_end_on = u.week_end_on and d.work_on between ${first} and ${last} and d.deleted_at is null
      group by u.week_end_on) s
    where w.tenant_id = ${tenantId} and w.team_member_id = ${teamMemberID} and w.week_end_on = s.week_end_on`;
}

/** Sundays are a week's last day; `d` is a total of a day. */
const minutesOfDay = (daysBack: number) =>
  `coalesce(sum(d.minutes) filter (where d.work_on = d.week_end_on - ${daysBack}), 0)::int`;

/** What a week keeps of its entries `d`, or of the totals of its days: minutes, those of each day from Monday on, and projects in order. */
export const sumsOfWeek: Sql = raw(`coalesce(sum(d.minutes), 0)::int as minutes,
        coalesce(sum(d.minutes) filter (where d.is_billable), 0)::int as billable,
        array[${[6, 5, 4, 3, 2, 1, 0].map(minutesOfDay).join(', ')}] as days,
        coalesce(array_agg(distinct d.project_id) filter (where d.minutes is not null), '{}') as projects`);

/** What a week `w` keeps of its days is what its entries say: they were counted, and not written since. */
export const isWeekCounted: Sql = raw('(w.counted_version = w.version and w.day_minutes is not null)');

/**
 * Weeks of several people at once, as an import writes them. Which weeks are asked for stands among their entries, and is no
 * join: of rows that were just written no plan knows how many there are.
 */
export async function countWeeksOfPeople(
  tx: Transaction,
  { tenantId, now }: { tenantId: string; now: Date },
  people: readonly Weeks[],
  { canEmpty = true, areOpen = false }: Omit<Known, 'written'> = {},
): Promise<void> {
  if (people.length === 0) return;
  const weeks = people.flatMap(({ teamMemberID, weekEndDates }) =>
    weekEndDates.map((weekEndDate) => ({ teamMemberID, weekEndDate })),
  );
  const members = sql`${weeks.map(({ teamMemberID }) => teamMemberID)}::uuid[]`;
  const ends = sql`${weeks.map(({ weekEndDate }) => weekEndDate)}::date[]`;
  const distinct = [...new Set(weeks.map(({ weekEndDate }) => weekEndDate))];
  const { first, last } = spanOf(distinct);
  const ofPeople = (
    alias: Sql,
  ) => sql`${alias}.team_member_id = any(${people.map(({ teamMemberID }) => teamMemberID)}::uuid[])
    and ${alias}.work_on between ${first} and ${last}`;
  // As a truth value it is looked up among the weeks, which are hashed once.
  const days: Days = (alias) => sql`${ofPeople(alias)}
    and ((${alias}.team_member_id, ${alias}.week_end_on) in (select x.member, x.end_on from unnest(${members}, ${ends}) x (member, end_on))) is true`;
  const keys = weeks.map(({ teamMemberID, weekEndDate }) => weekKey(teamMemberID, weekEndDate));
  await Promise.all([
    countManyDays(tx, tenantId, days, { weekEndDates: distinct, canEmpty, areOpen }),
    tx.run(
      changing(
        'week',
        keys,
        sql`
    update app.timesheet_week w set total_minutes = s.minutes, billable_minutes = s.billable, day_minutes = s.days,
      project_ids = s.projects, version = w.version + 1, counted_version = w.version + 1, updated_at = ${now}
    from (select d.team_member_id, d.week_end_on, ${sumsOfWeek}
      from (select x.member as team_member_id, x.end_on as week_end_on, true as is_asked, null::date as work_on, null::int as minutes,
          null::boolean as is_billable, null::uuid as project_id from unnest(${members}, ${ends}) x (member, end_on)
        union all select e.team_member_id, e.week_end_on, false, e.work_on, e.minutes, e.is_billable, e.project_id
        from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.deleted_at is null and ${ofPeople(sql`e`)}) d
      group by d.team_member_id, d.week_end_on having bool_or(d.is_asked)) s
    where w.tenant_id = ${tenantId} and w.team_member_id = s.team_member_id and w.week_end_on = s.week_end_on`,
      ),
    ),
  ]);
}

/**
 * Counts all that a workspace has, where rows came in another way than by its calls: a zip, a set of rows. They are not packed
 * here: what takes too long would take the rest of the transaction along.
 */
export async function countWorkspace(tx: Transaction, tenantId: string): Promise<void> {
  await countDays(tx, tenantId, () => sql`true`);
  // Added up before they are joined: a good plan whatever is known of tables that were just filled.
  await tx.run(sql`
    update app.timesheet_week w set total_minutes = s.minutes, billable_minutes = s.billable, counted_version = w.version,
      day_minutes = s.days, project_ids = s.projects
    from (select u.team_member_id, u.week_end_on, coalesce(k.minutes, 0) as minutes, coalesce(k.billable, 0) as billable,
        coalesce(k.days, '{0,0,0,0,0,0,0}') as days, coalesce(k.projects, '{}') as projects
      from app.timesheet_week u left join (
        select d.team_member_id, d.week_end_on, ${sumsOfWeek}
        from app.day_total d where d.tenant_id = ${tenantId} group by d.team_member_id, d.week_end_on
      ) k on k.team_member_id = u.team_member_id and k.week_end_on = u.week_end_on
      where u.tenant_id = ${tenantId}) s
    where w.tenant_id = ${tenantId} and w.team_member_id = s.team_member_id and w.week_end_on = s.week_end_on
      and (w.counted_version <> w.version or w.total_minutes <> s.minutes or w.billable_minutes <> s.billable
        or w.day_minutes is distinct from s.days or w.project_ids is distinct from s.projects)`);
  await foldWeeks(tenantId, (work) => work(tx));
}

/**
 * The days of weeks of one person. Both ends of the span are parameters: row security keeps what comes from another row
 * from being a condition of the index.
 */
export function daysOfWeeks(teamMemberID: string, weekEndDates: readonly string[]): Days {
  const { ends, first, last } = spanOf(weekEndDates);
  return (
    alias,
  ) => sql`${alias}.team_member_id = ${teamMemberID} and ${alias}.week_end_on = any(${ends}::date[])
    and ${alias}.work_on between ${first} and ${last}`;
}

/** Of those the ones on which something was written; a few more where several projects are on several days. */
function writtenDays(
  teamMemberID: string,
  weekEndDates: readonly string[],
  { days, projectIds }: Written,
): Days {
  const sorted = [...new Set(days)].sort();
  const projects = [...new Set(projectIds)].sort();
  return (
    alias,
  ) => sql`${alias}.team_member_id = ${teamMemberID} and ${alias}.week_end_on = any(${[...weekEndDates]}::date[])
    and ${alias}.work_on between ${sorted[0]} and ${sorted.at(-1)} and ${alias}.work_on = any(${sorted}::date[])
    and ${alias}.project_id = any(${projects}::uuid[])`;
}

function spanOf(weekEndDates: readonly string[]): { ends: string[]; first: string; last: string } {
  const ends = [...weekEndDates].sort();
  return { ends, first: weekStartOf(ends.at(0) as string), last: ends.at(-1) as string };
}
