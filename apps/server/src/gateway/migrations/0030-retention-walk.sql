-- What is taken back leaves its row and its version behind: whoever saw the one before is told when another sets it anew.
alter table app.retention alter column months drop not null, alter column set_at drop not null, alter column set_by drop not null,
  alter column begins_at drop not null;
alter table app.retention add constraint retention_whole check (num_nulls(months, set_at, set_by, begins_at) in (0, 4));

-- Up to which week everything was looked at: hours in which no other week grew too old have nothing to do.
alter table app.retention add column done_until date;

-- Each call of a run goes on behind the last week of the one before: weeks that were emptied are not walked again. What a call is
-- told to go on behind can only leave weeks out, until the next run. The row is held as by one who changes it, so that the
-- caller may note in it how far it came.
drop function app.empty_old_weeks(int, uuid);
create function app.empty_old_weeks(most int, change uuid, after_member uuid default '00000000-0000-0000-0000-000000000000',
  after_week date default '-infinity', out weeks int, out entries int, out minutes bigint, out until_on date,
  out last_member uuid, out last_week date)
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
  select r.months into months from app.retention r where r.tenant_id = target and r.begins_at <= now() for no key update;
  if months is null then
    return;
  end if;
  select t.time_zone into zone from app.tenant t where t.tenant_id = target;
  until_on := app.retention_end(months, now(), zone);
  select array_agg(l.team_member_id order by l.team_member_id, l.week_end_on),
    array_agg(l.week_end_on order by l.team_member_id, l.week_end_on) into members, ends
  from (select w.team_member_id, w.week_end_on from app.timesheet_week w
    where w.tenant_id = target and (w.team_member_id, w.week_end_on) > (after_member, after_week)
      and w.week_end_on <= until_on and w.emptied_version is distinct from w.version
    order by w.team_member_id, w.week_end_on limit most for update) l;
  weeks := coalesce(cardinality(ends), 0);
  if weeks = 0 then
    return;
  end if;
  last_member := members[weeks];
  last_week := ends[weeks];
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
revoke all on function app.empty_old_weeks(int, uuid, uuid, date) from public;
grant execute on function app.empty_old_weeks(int, uuid, uuid, date) to app_rw;
