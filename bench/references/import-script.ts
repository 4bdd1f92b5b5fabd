/** A table like the one of entries, with all its indexes, so that what is merged here is in nobody's hours. */
export const copyTable =
  'create table if not exists app.bench_entry (like app.timesheet_entry including all)';

/**
 * Lines of a CSV by COPY and one merge: the least that brings them in with their names found. Commands for one session, of
 * which the second reads the CSV until its input ends: what else ends it differs between versions of psql and the server.
 */
export function copyAndMerge(tenantId: string): string[] {
  return [
    `begin;
truncate app.bench_entry;
create temporary table line (work_on date, person text, email text, client text, project text, activity text, tags text, comment text,
  started text, ended text, hours text, minutes int, billable text, status text) on commit drop;`,
    'copy line from stdin with (format csv, header true)',
    `insert into app.bench_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, comment, sort_order,
  created_at, updated_at)
select '${tenantId}', gen_random_uuid(), m.id, l.work_on + (7 - extract(isodow from l.work_on)::int) % 7, l.work_on, p.id, l.minutes,
  l.billable = 'yes', l.comment, 0, now(), now()
from line l join app.team_member m on m.tenant_id = '${tenantId}' and m.email = l.email
  join app.project p on p.tenant_id = '${tenantId}' and p.name = l.project
on conflict do nothing;
commit;`,
  ];
}
