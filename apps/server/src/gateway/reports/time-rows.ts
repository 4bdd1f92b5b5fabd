import { daysBetween } from '@stint/domain/time/plain-date.ts';
import { scopeOf } from '@stint/domain/workspace/permissions.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import { dayTotals } from '../totals/rows.ts';
import { foldedWeeks, openDays, type SpanSubject } from '../totals/spans.ts';
import type { Ground, Question } from './which-entries.ts';

/** What a row of time is about. */
export type TimeColumn =
  | 'team_member_id'
  | 'project_id'
  | 'activity_id'
  | 'is_billable'
  | 'work_on'
  | 'week_end_on'
  | 'month_on';

/** What the totals of spans about a subject know besides week, month and billable. */
const subjects: Record<SpanSubject, readonly TimeColumn[]> = {
  day: ['work_on'],
  project: ['project_id'],
  activity: ['activity_id'],
  person: ['team_member_id'],
};
const always: readonly TimeColumn[] = ['is_billable', 'week_end_on', 'month_on'];

/** Of each filter: what it looks at. */
const lookedAt: Partial<Record<NonNullable<Question['filters']>[number]['field'], TimeColumn>> = {
  client: 'project_id',
  project: 'project_id',
  projectType: 'project_id',
  activity: 'activity_id',
  person: 'team_member_id',
  status: 'team_member_id',
};

/** So few days are added up as quickly as spans, or packed weeks, are looked for. */
const FEW_DAYS = 21;
export const isShort = ({ from, to }: Question) => daysBetween(from, to) < FEW_DAYS;

/**
 * Rows of time to add up, of one range: the totals of spans where one subject is all that is asked about, those of days
 * for what no span covers or knows.
 * @returns the rows, as what follows `from`, what goes before them, and whether none of them is more than a day's
 */
export function timeRows(
  ground: Ground,
  question: Question,
  by: readonly TimeColumn[],
): { folded: Sql; from: Sql; isOfDays: boolean } {
  const { tenantId } = ground;
  const { from, to } = question;
  const about = subjectOf(ground, question, by);
  if (about === null) return { folded: sql``, from: sql`(${daysAsRows(ground)})`, isOfDays: true };
  const known = new Set<TimeColumn>(subjects[about]);
  const column = (name: TimeColumn, type: string) =>
    raw(known.has(name) ? `s.subject_id as ${name}` : `null::${type} as ${name}`);
  return {
    isOfDays: false,
    folded: sql`folded as materialized (${foldedWeeks(tenantId, { from, to })}),`,
    from: sql`(
      select ${column('team_member_id', 'uuid')}, ${column('project_id', 'uuid')}, ${column('activity_id', 'uuid')}, s.is_billable,
        s.from_on as work_on, s.week_end_on, s.from_on as month_on, s.entries, s.minutes, nullif(s.bill_currency, '') as bill_currency,
        s.bill_minor, s.unpriced_minutes, nullif(s.cost_currency, '') as cost_currency, s.cost_minor, s.uncosted_minutes
      from app.span_total s join folded f on f.week_end_on = s.week_end_on
      where s.tenant_id = ${tenantId} and s.about = ${about} and s.from_on between ${from} and ${to} and s.to_on <= ${to}
      union all
      ${daysAsRows(ground)} and d.work_on = any(array(${openDays(tenantId, about, { from, to })})))`,
  };
}

/** The totals of days as rows of time. */
export function daysAsRows({ tenantId, isAllCounted, openDays: days }: Ground): Sql {
  const isOpen = days ? sql`d.work_on = any(${[...days]}::date[])` : sql`true`;
  return sql`select d.team_member_id, d.project_id, d.activity_id, d.is_billable, d.work_on, d.week_end_on, d.work_on as month_on, d.entries,
      d.minutes, d.bill_currency, d.bill_minor,
      case when d.is_billable and d.bill_rate_minor is null then d.minutes else 0 end as unpriced_minutes,
      d.cost_currency, d.cost_minor, case when d.cost_rate_minor is null then d.minutes else 0 end as uncosted_minutes
    from ${dayTotals(tenantId, isAllCounted)} d where ${isOpen}`;
}

/** The one subject that groups, filters and rights look at; null where days alone tell. */
function subjectOf(
  { actor, openDays: days }: Ground,
  question: Question,
  by: readonly TimeColumn[],
): SpanSubject | null {
  const { filters = [] } = question;
  const scope = scopeOf(actor, 'report.see');
  if (days || scope === 'managed' || isShort(question)) return null;
  const asked = new Set<TimeColumn>([
    ...by,
    ...filters.flatMap(({ field }) => lookedAt[field] ?? []),
    ...(scope === 'all' ? [] : (['team_member_id'] as const)),
  ]);
  const names = Object.keys(subjects) as SpanSubject[];
  const covers = (name: SpanSubject) =>
    [...asked].every((column) => always.includes(column) || subjects[name].includes(column));
  return names.find(covers) ?? null;
}
