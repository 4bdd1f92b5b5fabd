/**
 * The approvals inbox as lean SQL for pgbench, under row security as the service works: pending weeks with names, the mean
 * of the weeks before, and what is odd about their days, each table read once for all of them.
 */
export function inboxScript(tenantId: string): string {
  return `begin read only;
set local app.tenant_id = '${tenantId}';
with pending as materialized (
  select w.team_member_id, w.week_end_on, w.status, w.submitted_at, w.total_minutes, w.billable_minutes, w.version
  from app.timesheet_week w where w.tenant_id = '${tenantId}' and w.status = 'pending'
), span as materialized (
  select min(week_end_on) - 6 as from_on, max(week_end_on) as to_on from pending
), odd as (
  select d.team_member_id, d.week_end_on, bool_or(d.minutes > 1440) as is_over_limit,
    bool_or(extract(isodow from d.work_on) > 5) as is_on_weekend, bool_or(d.is_archived) as is_archived
  from (
    select e.team_member_id, e.week_end_on, e.work_on, sum(e.minutes) as minutes, bool_or(p.archived_at is not null) as is_archived
    from app.timesheet_entry e join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
    where e.tenant_id = '${tenantId}' and e.deleted_at is null
      and e.work_on >= (select from_on from span) and e.work_on <= (select to_on from span)
    group by 1, 2, 3) d
  group by 1, 2
), norm as (
  select b.team_member_id, b.week_end_on, round(avg(b.total_minutes) over (partition by b.team_member_id order by b.week_end_on
    rows between 4 preceding and 1 preceding))::int as minutes
  from app.timesheet_week b
  where b.tenant_id = '${tenantId}' and b.total_minutes > 0 and b.week_end_on >= (select from_on - 35 from span)
)
select w.*, m.first_name, m.last_name, n.minutes as norm_minutes, f.is_over_limit, f.is_on_weekend, f.is_archived
from pending w
  join app.team_member m on m.tenant_id = '${tenantId}' and m.id = w.team_member_id
  left join norm n on n.team_member_id = w.team_member_id and n.week_end_on = w.week_end_on
  left join odd f on f.team_member_id = w.team_member_id and f.week_end_on = w.week_end_on
order by w.week_end_on, w.team_member_id;
commit;
`;
}
