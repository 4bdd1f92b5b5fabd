import { raw, type Sql, sql } from '../../platform/sql.ts';
import { dayTotals } from './rows.ts';
import { changedDays, isHeld } from './spans.ts';

/**
 * The time of all projects, a row for each currency: `minutes` and `amount` (what is billed, in its smallest unit), and of these
 * `minutes_since` and `amount_since` on and after a day. It comes from the sums of spans, and the days of weeks whose sums do not
 * hold (decision 045); each is added up where it is read, since to hand rows on costs as much as to read them.
 * @param since the first day of a month
 */
export function projectTime(tenantId: string, since: Sql): Sql {
  const sums = (alias: string, day: string) => {
    const [minutes, amount] = [raw(`sum(${alias}.minutes)`), raw(`sum(${alias}.bill_minor)`)];
    const isSince = sql`filter (where ${raw(`${alias}.${day}`)} >= ${since})`;
    return sql`${minutes} as minutes, ${amount} as amount, ${minutes} ${isSince} as minutes_since, ${amount} ${isSince} as amount_since`;
  };
  return sql`(
    select x.project_id, x.bill_currency, sum(x.minutes) as minutes, sum(x.amount) as amount, sum(x.minutes_since) as minutes_since,
      sum(x.amount_since) as amount_since
    from (
      select s.subject_id as project_id, nullif(s.bill_currency, '') as bill_currency, ${sums('s', 'from_on')}
      from app.span_total s where s.tenant_id = ${tenantId} and s.about = 'project' and ${isHeld(tenantId, sql`s.week_end_on`)}
      group by 1, 2
      union all
      select d.project_id, d.bill_currency, ${sums('d', 'work_on')} from ${dayTotals(tenantId)} d
      where d.work_on = any(${changedDays(tenantId)})
      group by 1, 2) x
    group by 1, 2)`;
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
