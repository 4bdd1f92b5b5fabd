import { type Sql, sql } from '../../platform/sql.ts';
import { dayTotals } from './rows.ts';
import { changedDays, isHeld } from './spans.ts';

/**
 * The time of all projects, as rows to add up over any whole months: the sums of spans, and the days of weeks whose sums do
 * not hold (decision 045).
 */
export function projectTime(tenantId: string): Sql {
  return sql`(
    select s.subject_id as project_id, s.from_on as work_on, s.minutes, nullif(s.bill_currency, '') as bill_currency, s.bill_minor
    from app.span_total s where s.tenant_id = ${tenantId} and s.about = 'project' and ${isHeld(tenantId, sql`s.week_end_on`)}
    union all
    select d.project_id, d.work_on, d.minutes, d.bill_currency, d.bill_minor from ${dayTotals(tenantId)} d
    where d.work_on = any(${changedDays(tenantId)}))`;
}

/**
 * The minutes of one project, as rows to add up over any whole months. What no span holds comes from the entries: without prices
 * these say it at once. Which weeks hold is looked up once, for however many projects.
 * @param id of a project of another row
 */
export function projectMinutes(tenantId: string, id: Sql): Sql {
  return sql`(
    select s.from_on as work_on, s.is_billable, s.minutes from app.span_total s
    where s.tenant_id = ${tenantId} and s.about = 'project' and s.subject_id = ${id} and ${isHeld(tenantId, sql`s.week_end_on`)}
    union all
    select e.work_on, e.is_billable, e.minutes from app.timesheet_entry e
    where e.tenant_id = ${tenantId} and e.project_id = ${id} and e.deleted_at is null and e.work_on = any(${changedDays(tenantId)}))`;
}
