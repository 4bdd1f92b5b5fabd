import { newId } from '../../platform/ids.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';

/** What the totals of a span are about: each a subject of its own, or the days themselves. */
export type SpanSubject = 'project' | 'activity' | 'person' | 'day';

export type Range = { from: string; to: string };

/** All the time that a workspace may have. */
export const EVER: Range = { from: '0001-01-01', to: '9999-12-01' };

const key = [
  'about',
  'from_on',
  'to_on',
  'week_end_on',
  'subject_id',
  'is_billable',
  'bill_currency',
  'cost_currency',
] as const;
const figures = [
  'entries',
  'minutes',
  'bill_minor',
  'unpriced_minutes',
  'cost_minor',
  'uncosted_minutes',
] as const;

const listed = (names: readonly string[], alias: string) =>
  raw(names.map((name) => `${alias}.${name}`).join(', '));
/** Columns of a total of a span, without the workspace. */
const spanColumns = (alias: string) => listed([...key, ...figures], alias);

/** The first and the last day of the span of a day: what its week and its month share. */
const firstOfMonth = (day: string) => `(${day} - extract(day from ${day})::int + 1)`;
const lastOfMonth = (day: string) =>
  `(${firstOfMonth(day)} + 31 - extract(day from ${firstOfMonth(day)} + 31)::int)`;
const spanOf = (day: string, weekEndDate: string) => ({
  from: raw(`greatest(${weekEndDate} - 6, ${firstOfMonth(day)})`),
  to: raw(`least(${weekEndDate}, ${lastOfMonth(day)})`),
});

/** The totals of spans, added up from those of the days of some weeks. */
function addedSpans(tenantId: string, weeks: Sql): Sql {
  const { from, to } = spanOf('d.work_on', 'd.week_end_on');
  return sql`
    select x.about, x.from_on, x.to_on, d.week_end_on, x.subject_id, d.is_billable, coalesce(d.bill_currency, '') as bill_currency,
      coalesce(d.cost_currency, '') as cost_currency, sum(d.entries)::int as entries, sum(d.minutes)::int as minutes,
      coalesce(sum(d.bill_minor), 0)::bigint as bill_minor,
      sum(case when d.is_billable and d.bill_rate_minor is null then d.minutes else 0 end)::int as unpriced_minutes,
      coalesce(sum(d.cost_minor), 0)::bigint as cost_minor,
      sum(case when d.cost_rate_minor is null then d.minutes else 0 end)::int as uncosted_minutes
    from app.day_total d cross join lateral (select ${from} as from_on, ${to} as to_on) p
      cross join lateral (values ('project', p.from_on, p.to_on, d.project_id), ('activity', p.from_on, p.to_on, d.activity_id),
        ('person', p.from_on, p.to_on, d.team_member_id), ('day', d.work_on, d.work_on, null::uuid)) x (about, from_on, to_on, subject_id)
    where d.tenant_id = ${tenantId} and ${weeks}
    group by 1, 2, 3, 4, 5, 6, 7, 8`;
}

/**
 * Notes that days of these weeks are counted anew, in the transaction that does: their spans hold no more. Each writer adds
 * rows of its own, so that none waits for another; that they refer to the workspace takes the lock that all who count share.
 */
export function noteWeeks(tenantId: string, weekEndDates: readonly string[]): Sql {
  const id = newId();
  const rows = [...new Set(weekEndDates)].map((weekEndDate) => sql`(${tenantId}, ${weekEndDate}, ${id})`);
  return sql`insert into app.span_change (tenant_id, week_end_on, id) values ${join(rows)}`;
}

/** The same of the weeks of days that are known by a condition: of those that are counted, and of those that will be. */
export function noteDays(tenantId: string, days: (alias: Sql) => Sql): Sql {
  return sql`
    insert into app.span_change (tenant_id, week_end_on, id)
    select ${tenantId}::uuid, x.week_end_on, ${newId()}::uuid
    from (select d.week_end_on from app.day_total d where d.tenant_id = ${tenantId} and ${days(sql`d`)}
      union select e.week_end_on from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.deleted_at is null and ${days(sql`e`)}) x
    on conflict (tenant_id, week_end_on, id) do nothing`;
}

/**
 * The weeks between two days whose spans are what their days say: added up, and not changed since. A week that nobody
 * counted yet has days that no total holds.
 */
export function foldedWeeks(tenantId: string, { from, to }: Range): Sql {
  return sql`
    select f.week_end_on, f.folds from app.span_week f
    where f.tenant_id = ${tenantId} and f.week_end_on between ${from}::date and ${to}::date + 6
      and not exists (select from app.span_change g where g.tenant_id = ${tenantId} and g.week_end_on = f.week_end_on)
      and not exists (select from app.timesheet_week u where u.tenant_id = ${tenantId} and u.week_end_on = f.week_end_on
        and u.counted_version <> u.version)`;
}

/**
 * The weeks whose spans do not hold. Whoever counts days leaves a note of their week, so any other week with time is added up,
 * and these are few, however many years there are.
 */
function changedWeeks(tenantId: string): Sql {
  return sql`select g.week_end_on from app.span_change g where g.tenant_id = ${tenantId}
    union select u.week_end_on from app.timesheet_week u where u.tenant_id = ${tenantId} and u.counted_version <> u.version`;
}

/** All weeks that have time, and some that have none any more. */
export function weeksWithTime(tenantId: string): Sql {
  return sql`select f.week_end_on from app.span_week f where f.tenant_id = ${tenantId} union ${changedWeeks(tenantId)}`;
}

/** The spans of these weeks hold; for a column of spans. */
export function isHeld(tenantId: string, weekEndDate: Sql): Sql {
  return sql`${weekEndDate} <> all(array(${changedWeeks(tenantId)}))`;
}

/** The days that no span holds, as a list for an index: what is on them is read from the entries, or the totals of days. */
export function changedDays(tenantId: string): Sql {
  return sql`array(select g.week_end_on - back from (${changedWeeks(tenantId)}) g cross join generate_series(0, 6) back)`;
}

/**
 * The days of a range which the spans of `folded` weeks do not cover: of other weeks, and of spans that the range cuts. None
 * before the first time or after the last, and none at all where there is no time.
 */
export function openDays(tenantId: string, about: SpanSubject, { from, to }: Range): Sql {
  const span = spanOf('x.day', 'x.week_end_on');
  const isCut = sql`(${span.from} < ${from}::date or ${span.to} > ${to}::date)`;
  const end = (which: string) =>
    sql`(select ${raw(which)}(b.work_on) from app.day_total b where b.tenant_id = ${tenantId})`;
  // Of an expression: all of the few are read, by their own index, not the weeks in order until one is found.
  const ofUncounted = sql`(select min(u.week_end_on - 6) as first, max(u.week_end_on - 6) + 6 as last from app.timesheet_week u
    where u.tenant_id = ${tenantId} and u.counted_version <> u.version)`;
  return sql`
    select x.day from (
      select n.at::date as day, n.at::date + (7 - extract(isodow from n.at)::int) % 7 as week_end_on
      from ${ofUncounted} o cross join lateral generate_series(
        greatest(${from}::date, coalesce(least(${end('min')}, o.first), ${to}::date + 1))::timestamp, least(${to}::date, greatest(${end('max')}, o.last))::timestamp, interval '1 day') n (at)
    ) x left join folded f on f.week_end_on = x.week_end_on
    where f.week_end_on is null or ${about === 'day' ? sql`false` : isCut}`;
}

/** What stands in a key for an id that is none: null can be no part of one. */
export const noId = '00000000-0000-0000-0000-000000000000';
export const keyOf = (id: Sql) => sql`coalesce(${id}, '${raw(noId)}'::uuid)`;

/** Adds up the spans of weeks anew. */
export function addSpans(tenantId: string, ends: readonly string[]): Sql[] {
  const weeks = sql`${[...ends]}::date[]`;
  const days = sql`d.week_end_on = any(${weeks}) and d.work_on between ${ends[0]}::date - 6 and ${ends.at(-1)}::date`;
  return [
    sql`delete from app.span_total s where s.tenant_id = ${tenantId} and s.week_end_on = any(${weeks})`,
    sql`insert into app.span_total (tenant_id, subject_key, ${raw([...key, ...figures].join(', '))})
      select ${tenantId}::uuid, ${keyOf(sql`a.subject_id`)}, ${spanColumns('a')} from (${addedSpans(tenantId, days)}) a
      on conflict (tenant_id, about, from_on, subject_key, is_billable, bill_currency, cost_currency) do nothing`,
  ];
}

/** Weeks whose spans are said to hold and are not what their days add up to. */
export function differingSpans(tenantId: string): Sql {
  const isFolded = sql`d.week_end_on in (select f.week_end_on from folded f)`;
  return sql`
    with folded as (${foldedWeeks(tenantId, EVER)}),
      stored as (select ${spanColumns('s')} from app.span_total s
        where s.tenant_id = ${tenantId} and s.week_end_on in (select f.week_end_on from folded f)),
      added as (${addedSpans(tenantId, isFolded)})
    select distinct x.week_end_on::text as "weekEndDate" from
      ((select * from stored except select * from added) union (select * from added except select * from stored)) x`;
}
