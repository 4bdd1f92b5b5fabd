/** A table like the one of entries, with all its indexes, so that what is merged here is in nobody's hours. */
export const copyTable =
  'create table if not exists app.bench_entry (like app.timesheet_entry including all)';

/** The same of all that an import writes, with its foreign keys. */
export const owedTables = [
  `create table if not exists app.bench_week (like app.timesheet_week including all,
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id))`,
  `create table if not exists app.bench_owed_entry (like app.timesheet_entry including all,
  foreign key (tenant_id, activity_id) references app.activity (tenant_id, id),
  foreign key (tenant_id, project_id) references app.project (tenant_id, id),
  foreign key (tenant_id, team_member_id, week_end_on) references app.bench_week (tenant_id, team_member_id, week_end_on))`,
  `create table if not exists app.bench_line (like app.import_line including all,
  foreign key (tenant_id, import_id) references app.import (tenant_id, id))`,
  `create table if not exists app.bench_day (like app.day_total including all,
  foreign key (tenant_id, team_member_id, week_end_on) references app.bench_week (tenant_id, team_member_id, week_end_on))`,
];

const columns = `work_on date, person text, email text, client text, project text, activity text, tags text, comment text,
  started text, ended text, hours text, minutes int, billable text, status text`;
/** Reads the CSV until its input ends: what else ends it differs between versions of psql and the server. */
const copyLines = (into: string) => `copy ${into} from stdin with (format csv, header true)`;
const sunday = (day: string) => `${day} + (7 - extract(isodow from ${day})::int) % 7`;

/**
 * All that an import of these lines owes, as lean SQL without row security: the weeks are there and held, entries with what they refer
 * to, the source's own text of each line so that it is recognised the next time, and the totals of days and of weeks, without prices.
 * Left out: a line that is refused and says why, what is known or changed, tags, and who asks meanwhile.
 */
export function copyAndAllThatIsOwed(tenantId: string): string[] {
  return [
    `begin;
truncate app.bench_day, app.bench_line, app.bench_owed_entry, app.bench_week;
create temporary table line (entry_id uuid default uuidv7(), ${columns}) on commit drop;`,
    copyLines(
      'line (work_on, person, email, client, project, activity, tags, comment, started, ended, hours, minutes, billable, status)',
    ),
    `analyze line;
insert into app.bench_week (tenant_id, team_member_id, week_end_on, updated_at)
select distinct '${tenantId}'::uuid, m.id, ${sunday('l.work_on')}, now()
from line l join app.team_member m on m.tenant_id = '${tenantId}' and m.email = l.email;
insert into app.bench_owed_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, comment, source,
  import_id, created_at, updated_at)
select '${tenantId}', l.entry_id, m.id, ${sunday('l.work_on')}, l.work_on, p.id, l.minutes, l.billable = 'yes', l.comment, 'import', i.id,
  now(), now()
from line l join app.team_member m on m.tenant_id = '${tenantId}' and m.email = l.email
  join app.project p on p.tenant_id = '${tenantId}' and p.name = l.project
  cross join (select id from app.import where tenant_id = '${tenantId}' limit 1) i;
insert into app.bench_line (tenant_id, fingerprint, place, comment_mark, minutes, import_id, entry_id)
select '${tenantId}', sha256(convert_to(l.email || l.work_on || l.project || l.comment || l.minutes, 'UTF8')),
  sha256(convert_to(l.email || l.work_on || l.project, 'UTF8')), sha256(convert_to(l.comment, 'UTF8')), l.minutes, i.id, l.entry_id
from line l cross join (select id from app.import where tenant_id = '${tenantId}' limit 1) i;
insert into app.bench_day (tenant_id, team_member_id, week_end_on, work_on, project_id, activity_key, is_billable, entries, minutes, is_other_currency)
select tenant_id, team_member_id, week_end_on, work_on, project_id, coalesce(activity_id, '00000000-0000-0000-0000-000000000000'), is_billable,
  count(*), sum(minutes), false
from app.bench_owed_entry group by 1, 2, 3, 4, 5, 6, 7;
update app.bench_week w set total_minutes = d.minutes, billable_minutes = d.billable, counted_version = w.version,
  day_minutes = array[d.monday, d.tuesday, d.wednesday, d.thursday, d.friday, d.saturday, d.sunday], project_ids = d.projects
from (select team_member_id, week_end_on, sum(minutes) as minutes, coalesce(sum(minutes) filter (where is_billable), 0) as billable,
    ${['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
      .map(
        (day, at) =>
          `coalesce(sum(minutes) filter (where work_on = week_end_on - ${6 - at}), 0)::int as ${day}`,
      )
      .join(', ')},
    array_agg(distinct project_id) as projects
  from app.bench_day group by 1, 2) d
where w.team_member_id = d.team_member_id and w.week_end_on = d.week_end_on;
commit;`,
  ];
}

/**
 * Lines of a CSV by COPY and one merge: the least that brings them in with their names found. Commands for one session, of
 * which the second reads the CSV.
 */
export function copyAndMerge(tenantId: string): string[] {
  return [
    `begin;
truncate app.bench_entry;
create temporary table line (${columns}) on commit drop;`,
    copyLines('line'),
    `insert into app.bench_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, comment, sort_order,
  created_at, updated_at)
select '${tenantId}', gen_random_uuid(), m.id, ${sunday('l.work_on')}, l.work_on, p.id, l.minutes,
  l.billable = 'yes', l.comment, 0, now(), now()
from line l join app.team_member m on m.tenant_id = '${tenantId}' and m.email = l.email
  join app.project p on p.tenant_id = '${tenantId}' and p.name = l.project
on conflict do nothing;
commit;`,
  ];
}
