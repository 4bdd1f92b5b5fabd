-- Emptying old weeks takes their packed weeks along: until the week is packed again, which in an archived workspace is never,
-- the time that is removed could be read there entry by entry.
create or replace function app.empty_old_weeks(most int, change uuid, after_member uuid default '00000000-0000-0000-0000-000000000000',
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
  if weeks < most then
    update app.retention r set done_until = until_on where r.tenant_id = target;
  end if;
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
  -- Who packs meanwhile what is removed here either has ended when this lock is taken, or finds it taken, or the notes below.
  perform pg_advisory_xact_lock(hashtextextended('packed weeks ' || target, 0));
  delete from app.packed_week p where p.tenant_id = target and p.week_end_on = any(ends);
  -- Their sums of spans hold no more, and are added up again.
  insert into app.span_change (tenant_id, week_end_on, id)
  select target, x.week_end_on, change from unnest(ends) as x (week_end_on) group by x.week_end_on;
  -- A week without time, as everybody has some, is nothing to tell of.
  if entries > 0 then
    insert into app.audit_event (tenant_id, id, at, actor_kind, entity, entity_id, action, after)
    values (target, change, now(), 'system', 'workspace', target::text, 'oldTimeRemoved',
      jsonb_build_object('weeks', weeks, 'entries', entries, 'minutes', minutes, 'untilDate', until_on));
    update app.tenant t set catalog_version = t.catalog_version + 1 where t.tenant_id = target;
  end if;
end
$$;
