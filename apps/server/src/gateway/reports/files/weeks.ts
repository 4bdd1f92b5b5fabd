import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { TimesheetWeek } from './pdf/timesheet.ts';

/** How far the weeks of a person are, as their timesheet tells it. */
export function readWeeks(
  tx: Queryable,
  tenantId: string,
  { teamMemberID, from, to }: { teamMemberID: string; from: string; to: string },
): Promise<TimesheetWeek[]> {
  return tx.rows(sql`
    select w.week_end_on as "weekEndDate", w.status, btrim(d.first_name || ' ' || d.last_name) as "approvedBy",
      to_char(w.decided_at at time zone t.time_zone, 'YYYY-MM-DD') as "approvedOn"
    from app.timesheet_week w join app.tenant t on t.tenant_id = ${tenantId}
      left join app.team_member d on d.tenant_id = ${tenantId} and d.user_id = w.decided_by
    where w.tenant_id = ${tenantId} and w.team_member_id = ${teamMemberID}
      and w.week_end_on between ${from}::date and ${to}::date + 6`);
}
