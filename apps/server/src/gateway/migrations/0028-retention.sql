-- Time older than a workspace wants to keep is removed: off unless set, and only 30 days after it was.

create table app.retention (
  tenant_id uuid not null,
  months int not null,
  set_at timestamptz not null,
  set_by uuid not null,
  begins_at timestamptz not null,
  version int not null default 1,
  constraint retention_pkey primary key (tenant_id),
  constraint retention_months_range check (months between 12 and 240)
);
comment on table app.retention is 'tenant';
select app.shard_table('app.retention', 'tenant');
alter table app.retention add constraint retention_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.retention enable row level security;
create policy retention_tenant on app.retention to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.retention to app_rw;

-- A week that was emptied is as one that nobody touched, and has to be emptied again where it was written to since.
alter table app.timesheet_week add column emptied_version int;

-- The last Sunday up to which time is too old: weeks go whole.
create function app.retention_end(months int, at timestamptz, zone text) returns date
language sql immutable set search_path = '' as $$
  select d.day - extract(isodow from d.day)::int
  from (select ((at at time zone zone)::date - make_interval(months => months))::date as day) d
$$;
revoke all on function app.retention_end(int, timestamptz, text) from public;
grant execute on function app.retention_end(int, timestamptz, text) to app_rw;

-- The runtime role may not remove what a week was submitted with, nor the steps it took. This empties some of the weeks that are
-- too old, of the workspace of its transaction, by the clock of the database and by what an owner has set: no argument can
-- widen it. Weeks are locked first and the workspace behind them, as everywhere that totals are counted.
create function app.empty_old_weeks(most int, change uuid, out weeks int, out entries int, out minutes bigint, out until_on date)
language plpgsql security definer set search_path = '' as $$
declare
  target uuid := current_setting('app.tenant_id')::uuid;
  months int;
  zone text;
  members uuid[];
  ends date[];
begin
  weeks := 0;
  entries := 0;
  minutes := 0;
  select r.months into months from app.retention r where r.tenant_id = target and r.begins_at <= now() for share;
  if months is null then
    return;
  end if;
  select t.time_zone into zone from app.tenant t where t.tenant_id = target;
  until_on := app.retention_end(months, now(), zone);
  select array_agg(l.team_member_id), array_agg(l.week_end_on) into members, ends
  from (select w.team_member_id, w.week_end_on from app.timesheet_week w
    where w.tenant_id = target and w.week_end_on <= until_on and w.emptied_version is distinct from w.version
    order by w.team_member_id, w.week_end_on limit most for update) l;
  weeks := coalesce(cardinality(ends), 0);
  if weeks = 0 then
    return;
  end if;
  perform 1 from app.tenant t where t.tenant_id = target for key share;
  with gone as (
    delete from app.timesheet_entry e using unnest(members, ends) as x (team_member_id, week_end_on)
    where e.tenant_id = target and e.team_member_id = x.team_member_id and e.work_on between x.week_end_on - 6 and x.week_end_on
      and e.deleted_at is null
    returning e.minutes)
  select count(*), coalesce(sum(g.minutes), 0) into entries, minutes from gone g;
  delete from app.timesheet_entry e using unnest(members, ends) as x (team_member_id, week_end_on)
    where e.tenant_id = target and e.team_member_id = x.team_member_id and e.week_end_on = x.week_end_on and e.deleted_at is not null;
  delete from app.day_total d using unnest(members, ends) as x (team_member_id, week_end_on)
    where d.tenant_id = target and d.team_member_id = x.team_member_id and d.week_end_on = x.week_end_on;
  delete from app.week_transition d using unnest(members, ends) as x (team_member_id, week_end_on)
    where d.tenant_id = target and d.team_member_id = x.team_member_id and d.week_end_on = x.week_end_on;
  delete from app.week_snapshot d using unnest(members, ends) as x (team_member_id, week_end_on)
    where d.tenant_id = target and d.team_member_id = x.team_member_id and d.week_end_on = x.week_end_on;
  delete from app.week_reminder d using unnest(members, ends) as x (team_member_id, week_end_on)
    where d.tenant_id = target and d.team_member_id = x.team_member_id and d.week_end_on = x.week_end_on;
  update app.timesheet_week w set status = 'open', submitted_at = null, submitted_by = null, decided_at = null, decided_by = null,
    reason = null, note = null, lines = '[]', total_minutes = 0, billable_minutes = 0, day_minutes = '{0,0,0,0,0,0,0}',
    project_ids = '{}', import_id = null, snapshot_id = null, snapshot_hash = null,
    updated_at = now(), version = w.version + 1, counted_version = w.version + 1, emptied_version = w.version + 1
  from unnest(members, ends) as x (team_member_id, week_end_on)
  where w.tenant_id = target and w.team_member_id = x.team_member_id and w.week_end_on = x.week_end_on;
  -- Their sums of spans hold no more, and are added up again.
  insert into app.span_change (tenant_id, week_end_on, id)
  select target, x.week_end_on, change from unnest(ends) as x (week_end_on) group by x.week_end_on;
end
$$;
revoke all on function app.empty_old_weeks(int, uuid) from public;
grant execute on function app.empty_old_weeks(int, uuid) to app_rw;
