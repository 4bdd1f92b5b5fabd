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
${linesOf(tenantId, from, to)}`;
}

/**
 * The lines of the CSV with all that stands in it, as one COPY under row security, by the login of the product: hours, words and the
 * guard against formulas are made in SQL. It is what such a file costs where a connection is held until its end.
 */
export function copyFileStatement(tenantId: string, from: string, to: string): string {
  const guarded = (text: string) =>
    `case when ${text} ~ '^[=+@\\t\\r-]' then '''' || ${text} else ${text} end`;
  const minute = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`;
  return `set app.tenant_id = '${tenantId}';
copy (select e.work_on, ${guarded("btrim(m.first_name || ' ' || m.last_name)")}, ${guarded('m.email')}, ${guarded('c.name')},
  ${guarded('p.name')}, ${guarded('a.name')}, array_to_string(array(select g.name from app.entry_tag l
    join app.tag g on g.tenant_id = '${tenantId}' and g.id = l.tag_id
    where l.tenant_id = '${tenantId}' and l.entry_id = e.id order by g.name), ', '), ${guarded('e.comment')},
  ${minute('e.started_at')}, ${minute('e.ended_at')}, trim_scale(round(e.minutes / 60.0, 4)), e.minutes,
  case when e.is_billable then 'yes' else 'no' end, w.status
${linesOf(tenantId, from, to)}`;
}

/** The entries of some days with what they name, in the order of the file. */
function linesOf(tenantId: string, from: string, to: string): string {
  return `from app.timesheet_entry e
  join app.timesheet_week w on w.tenant_id = e.tenant_id and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
  join app.team_member m on m.tenant_id = e.tenant_id and m.id = e.team_member_id
  join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
  left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
where e.tenant_id = '${tenantId}' and e.work_on between '${from}' and '${to}' and e.deleted_at is null
order by e.work_on, e.id) to stdout with (format csv)`;
}
