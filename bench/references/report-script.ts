/** The year by project as plain SQL over the entries: what a report costs where nothing is kept for it. */
export function reportScript(tenantId: string, from: string, to: string): string {
  return `select e.project_id, p.name, count(*), sum(e.minutes), sum(e.minutes) filter (where e.is_billable)
from app.timesheet_entry e join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
where e.tenant_id = '${tenantId}' and e.work_on between '${from}' and '${to}' and e.deleted_at is null
group by e.project_id, p.name;
`;
}

/** Two subjects that cross, as plain SQL over the totals of days: no sum of spans knows both. */
export function crossingScript(tenantId: string, from: string, to: string): string {
  return `select p.project_type_id, d.team_member_id, sum(d.entries), sum(d.minutes), sum(case when d.is_billable then d.minutes else 0 end)
from app.day_total d join app.project p on p.tenant_id = '${tenantId}' and p.id = d.project_id
where d.tenant_id = '${tenantId}' and d.work_on between '${from}' and '${to}'
group by p.project_type_id, d.team_member_id;
`;
}

/** The lines of the CSV as one COPY: the least that can give them out. */
export function copyStatement(tenantId: string, from: string, to: string): string {
  return `copy (select e.work_on, btrim(m.first_name || ' ' || m.last_name), m.email, c.name, p.name, a.name, e.comment, e.minutes, e.is_billable, w.status
from app.timesheet_entry e
  join app.timesheet_week w on w.tenant_id = e.tenant_id and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
  join app.team_member m on m.tenant_id = e.tenant_id and m.id = e.team_member_id
  join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
  left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
where e.tenant_id = '${tenantId}' and e.work_on between '${from}' and '${to}' and e.deleted_at is null
order by e.work_on, e.id) to stdout with (format csv)`;
}
