-- Totals of each day by person, project, activity and billable, kept with the entries, so that no view adds up all of them.

-- `counted_version` is the version of a week whose entries `day_total` holds. Where it is another than `version`, the week
-- was written by a process of the version before, or never counted: whoever adds up counts it first, and so does the task
-- "totals", which fills what was there before this table, a person at a time.
alter table app.timesheet_week add column counted_version int not null default -1;
create index timesheet_week_uncounted_idx on app.timesheet_week (tenant_id, team_member_id, week_end_on)
  where counted_version <> version;

-- The rates are those that held when the day was counted last; those of an approved week stay.
create table app.day_total (
  tenant_id uuid not null,
  team_member_id uuid not null,
  week_end_on date not null,
  work_on date not null,
  project_id uuid not null,
  activity_id uuid,
  activity_key uuid not null generated always as (coalesce(activity_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  is_billable boolean not null,
  entries int not null,
  minutes int not null,
  bill_rate_minor bigint,
  bill_currency text,
  bill_minor bigint,
  is_other_currency boolean not null default false,
  cost_rate_minor bigint,
  cost_currency text,
  cost_minor bigint,
  constraint day_total_pkey primary key (tenant_id, team_member_id, week_end_on, work_on, project_id, activity_key, is_billable),
  constraint day_total_entries_range check (entries > 0),
  constraint day_total_minutes_range check (minutes >= 0),
  constraint day_total_week_match check (week_end_on - work_on between 0 and 6)
);
comment on table app.day_total is 'tenant';
select app.shard_table('app.day_total', 'tenant');
alter table app.day_total add constraint day_total_week_fkey
  foreign key (tenant_id, team_member_id, week_end_on) references app.timesheet_week (tenant_id, team_member_id, week_end_on);
create index day_total_day_idx on app.day_total (tenant_id, work_on)
  include (team_member_id, week_end_on, project_id, activity_id, is_billable, entries, minutes);
create index day_total_project_idx on app.day_total (tenant_id, project_id, work_on) include (is_billable, minutes, bill_currency, bill_minor);
alter table app.day_total enable row level security;
create policy day_total_tenant on app.day_total to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.day_total to app_rw;

-- Differences between totals and entries that were found, and mended at once: there should never be one.
create table app.total_difference (
  id uuid not null,
  tenant_id uuid not null,
  found_at timestamptz not null,
  days int not null,
  weeks int not null,
  constraint total_difference_pkey primary key (id)
);
comment on table app.total_difference is 'local';
select app.shard_table('app.total_difference', 'local');
grant select, insert, delete on app.total_difference to app_rw;
