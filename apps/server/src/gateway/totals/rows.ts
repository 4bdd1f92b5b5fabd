import { type Sql, sql } from '../../platform/sql.ts';
import { countedDays, dayColumns, figuresOf } from './count.ts';

/**
 * The totals of days, as rows to add up: the one source of every sum of time and money. Weeks that nobody counted since
 * they were written, as a process of the version before leaves them, are counted from their entries on the way; mostly
 * there are none, and their half is an index looked at in vain.
 */
export function dayTotals(tenantId: string): Sql {
  return sql`(
    select ${dayColumns('d')}, ${figuresOf('d')} from app.day_total d where d.tenant_id = ${tenantId} and not ${isUncounted(tenantId, sql`d`)}
    union all
    select ${dayColumns('s')}, ${figuresOf('s')} from (${countedDays(tenantId, (alias) => sql`${areUncounted(tenantId)} and ${isUncounted(tenantId, alias)}`)}) s)`;
}

/** Asked once for all rows: where there are none, which is nearly always, no entry is read to find that out. */
function areUncounted(tenantId: string): Sql {
  return sql`(select exists (select from app.timesheet_week u where u.tenant_id = ${tenantId} and u.counted_version <> u.version))`;
}

/** First by the people alone: an empty list of them costs nothing, however many weeks the planner expects. */
function isUncounted(tenantId: string, alias: Sql): Sql {
  return sql`(${alias}.team_member_id = any(array(select u.team_member_id from app.timesheet_week u
      where u.tenant_id = ${tenantId} and u.counted_version <> u.version))
    and exists (select from app.timesheet_week u where u.tenant_id = ${tenantId} and u.team_member_id = ${alias}.team_member_id
      and u.week_end_on = ${alias}.week_end_on and u.counted_version <> u.version))`;
}
