/** The approvals inbox as a script of pgbench: pending weeks with names, the mean of the weeks before, and what is odd. */
export function inboxScript(tenantId: string): string {
  return `select w.team_member_id, w.week_end_on, w.status, w.submitted_at, w.total_minutes, w.billable_minutes, w.version, m.first_name,
  m.last_name, n.minutes as norm_minutes, f.is_over_limit, f.is_on_weekend, f.is_archived
from app.timesheet_week w
  join app.team_member m on m.tenant_id = w.tenant_id and m.id = w.team_member_id
  left join lateral (select round(avg(b.total_minutes))::int as minutes from (
    select p.total_minutes from app.timesheet_week p where p.tenant_id = w.tenant_id and p.team_member_id = w.team_member_id
      and p.week_end_on < w.week_end_on and p.total_minutes > 0 order by p.week_end_on desc limit 4) b) n on true
  left join lateral (select bool_or(d.minutes > 1440) as is_over_limit, bool_or(extract(isodow from d.work_on) > 5) as is_on_weekend,
      bool_or(d.is_archived) as is_archived from (
    select e.work_on, sum(e.minutes) as minutes, bool_or(p.archived_at is not null) as is_archived
    from app.timesheet_entry e join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
    where e.tenant_id = w.tenant_id and e.team_member_id = w.team_member_id and e.work_on between w.week_end_on - 6 and w.week_end_on
      and e.deleted_at is null group by e.work_on) d) f on true
where w.tenant_id = '${tenantId}' and w.status = 'pending'
order by w.week_end_on, w.team_member_id;
`;
}
