/**
 * The approvals inbox as lean SQL for pgbench, under row security as the service works: pending weeks with names, the mean
 * of four weeks before, and what is odd about their days, from what is kept with each week.
 */
export function inboxScript(tenantId: string): string {
  return `begin read only;
set local app.tenant_id = '${tenantId}';
select w.team_member_id, w.week_end_on, w.status, w.submitted_at, w.total_minutes, w.billable_minutes, w.version,
  m.first_name, m.last_name, n.minutes as norm_minutes, 1440 < any(w.day_minutes) as is_over_limit,
  w.day_minutes[6] + w.day_minutes[7] > 0 as is_on_weekend,
  w.project_ids && array(select p.id from app.project p where p.tenant_id = '${tenantId}' and p.archived_at is not null) as is_archived
from app.timesheet_week w
  join app.team_member m on m.tenant_id = '${tenantId}' and m.id = w.team_member_id
  cross join lateral (select round(avg(f.total_minutes))::int as minutes from (
    select b.total_minutes from app.timesheet_week b
    where b.tenant_id = '${tenantId}' and b.team_member_id = w.team_member_id and b.week_end_on < w.week_end_on and b.total_minutes > 0
    order by b.week_end_on desc limit 4) f) n
where w.tenant_id = '${tenantId}' and w.status = 'pending'
order by w.week_end_on, w.team_member_id;
commit;
`;
}
