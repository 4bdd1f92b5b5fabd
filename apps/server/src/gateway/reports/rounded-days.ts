import type { ReportGroup } from '@stint/domain/time/report.ts';
import type { RoundingRule } from '@stint/domain/time/rounding.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import { roundedTo } from './rounded.ts';

/**
 * Whether the totals of days tell rounded minutes: of each entry, and of a person's day on a project where no group is a
 * part of it. How a sum is shared out among its entries is told by the entries alone.
 */
export function daysTellRounded({ scope }: RoundingRule, groupBy: readonly ReportGroup[]): boolean {
  if (scope === 'dayProject') return !groupBy.some((group) => group === 'activity' || group === 'billable');
  return scope === 'entry';
}

const columns =
  'e.team_member_id, e.project_id, e.activity_id, e.is_billable, e.work_on, e.week_end_on, e.month_on';

/**
 * Rows of days with the `rounded` minutes of each entry: nearly always there is one in a row, whose minutes are the row's.
 * The others stand apart: a look at the entries that might be for any row would outweigh all else in the planner's eyes.
 * @param days rows of time
 */
export function daysOfRoundedEntries(tenantId: string, days: Sql, rule: RoundingRule): Sql {
  return sql`(
      select ${raw(columns)}, ${roundedTo('e.minutes', rule)}::int as rounded from ${days} e where e.entries = 1
      union all
      select ${raw(columns)}, (
        select sum(${roundedTo('x.minutes', rule)})::int from app.timesheet_entry x where x.tenant_id = ${tenantId} and x.deleted_at is null
          and x.team_member_id = e.team_member_id and x.work_on = e.work_on and x.project_id = e.project_id
          and x.activity_id is not distinct from e.activity_id and x.is_billable = e.is_billable) as rounded
      from ${days} e where e.entries > 1)`;
}

/** The rounded minutes of what a person did on a project in a day, as one. */
export function roundedTogether(rule: RoundingRule): Sql {
  return sql`${roundedTo('sum(e.minutes)', rule)}::int`;
}
