import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import { changedDays, isHeld } from '../totals/spans.ts';
import type { EntryQuery } from './entry-query.ts';

/** What a question may name for the sums of days to know the number of its entries. */
const knownByDays = ['from', 'to', 'isBillable', 'page', 'size', 'sort', 'cursor', 'total'];

function isKnownByDays(query: EntryQuery): boolean {
  return Object.entries(query).every(([name, value]) => value === undefined || knownByDays.includes(name));
}

/**
 * The number of everybody's entries as a statement: of each day it is kept with the sums of spans (decision 045), and of the days that these do
 * not hold entries are counted. Undefined where days do not know it.
 */
export function countOfDays(tenantId: string, query: EntryQuery): Sql | undefined {
  if (!isKnownByDays(query)) return undefined;
  const { from, to, isBillable } = query;
  const asked = (row: string, day: string) => {
    const conditions = [
      from !== undefined && sql`${raw(`${row}.${day}`)} >= ${from}`,
      to !== undefined && sql`${raw(`${row}.${day}`)} <= ${to}`,
      isBillable !== undefined && sql`${raw(`${row}.is_billable`)} = ${isBillable}`,
    ];
    return join([sql`true`, ...conditions.filter((one) => one !== false)], ' and ');
  };
  return sql`
    select coalesce((select sum(s.entries) from app.span_total s
        where s.tenant_id = ${tenantId} and s.about = 'day' and ${asked('s', 'from_on')} and ${isHeld(tenantId, sql`s.week_end_on`)}), 0)::int
      + (select count(*) from app.timesheet_entry e
        where e.tenant_id = ${tenantId} and ${asked('e', 'work_on')} and e.deleted_at is null and e.work_on = any(${changedDays(tenantId)}))::int as count`;
}
