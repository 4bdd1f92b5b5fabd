import { type Sql, sql } from '../../platform/sql.ts';
import { dayTotals } from './rows.ts';
import { foldedWeeks, openDays } from './spans.ts';

/** All the time that a workspace may have. */
const EVER = { from: '0001-01-01', to: '9999-12-01' };

/**
 * The time of all projects, as rows to add up over any whole months: the sums of spans, and the days of weeks whose sums do
 * not hold (decision 045).
 * @returns the rows, as what follows `from`, and the weeks that they call `folded`
 */
export function projectTime(tenantId: string): { folded: Sql; from: Sql } {
  return {
    folded: foldedWeeks(tenantId, EVER),
    from: sql`(
      select s.subject_id as project_id, s.from_on as work_on, s.minutes, nullif(s.bill_currency, '') as bill_currency, s.bill_minor
      from app.span_total s join folded f on f.week_end_on = s.week_end_on
      where s.tenant_id = ${tenantId} and s.about = 'project'
      union all
      select d.project_id, d.work_on, d.minutes, d.bill_currency, d.bill_minor from ${dayTotals(tenantId)} d
      where d.work_on = any(array(${openDays(tenantId, 'project', EVER)})))`,
  };
}
