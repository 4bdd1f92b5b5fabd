import type { Queryable } from '../../platform/database.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { countedDays, dayColumns, figuresOf } from './count.ts';

/**
 * The totals of days, as rows to add up: the one source of every sum of time and money. Weeks that nobody counted since
 * they were written, as a process of the version before leaves them, are counted from their entries on the way; mostly
 * there are none, and their half is an index looked at in vain.
 * @param isAllCounted as `isAllCounted` found at this very moment: their half is left out, which spares a long report the
 *   look at each day and lets processes share the work
 */
export function dayTotals(tenantId: string, isAllCounted = false): Sql {
  const stored = sql`select ${dayColumns('d')}, ${figuresOf('d')} from app.day_total d where d.tenant_id = ${tenantId}`;
  if (isAllCounted) return sql`(${stored})`;
  return sql`(
    ${stored} and not ${isUncounted(tenantId, sql`d`)}
    union all
    select ${dayColumns('s')}, ${figuresOf('s')} from (${countedDays(tenantId, (alias) => sql`${areUncounted(tenantId)} and ${isUncounted(tenantId, alias)}`)}) s)`;
}

/** Whether every week is counted; it holds for other statements of a transaction that is one moment. */
export async function isAllCounted(tx: Queryable, tenantId: string): Promise<boolean> {
  // A number, not `exists`: the planner takes most weeks for uncounted, and would look for the first of them in all.
  // Planned each time, as what it is asked for: for the average workspace the planner expects another plan to be cheaper.
  const { weeks } = await tx.one<{ weeks: number }>(
    sql`select count(*) as weeks from app.timesheet_week u where u.tenant_id = ${tenantId} and u.counted_version <> u.version`,
    { unnamed: true },
  );
  return weeks === 0;
}

/**
 * Asked once for all rows: where there are none, which is nearly always, no entry is read to find that out. Counted, not `exists`:
 * the planner takes most weeks for uncounted, and would look for the first of them in all there are, not in the index of just these.
 */
function areUncounted(tenantId: string): Sql {
  return sql`(select count(*) > 0 from app.timesheet_week u where u.tenant_id = ${tenantId} and u.counted_version <> u.version)`;
}

/** First by the people alone: an empty list of them costs nothing, however many weeks the planner expects. */
function isUncounted(tenantId: string, alias: Sql): Sql {
  return sql`(${alias}.team_member_id = any(array(select u.team_member_id from app.timesheet_week u
      where u.tenant_id = ${tenantId} and u.counted_version <> u.version))
    and exists (select from app.timesheet_week u where u.tenant_id = ${tenantId} and u.team_member_id = ${alias}.team_member_id
      and u.week_end_on = ${alias}.week_end_on and u.counted_version <> u.version))`;
}
