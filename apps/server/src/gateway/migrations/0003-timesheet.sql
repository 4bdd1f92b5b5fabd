-- Time, weeks and their approval.

-- The week of a person: its state, and the totals of its entries. Version 0 is a week nobody has touched.
create table app.timesheet_week (
  tenant_id uuid not null,
  team_member_id uuid not null,
  week_end_on date not null,
  status text not null default 'open',
  submitted_at timestamptz,
  submitted_by uuid,
  decided_at timestamptz,
  decided_by uuid,
  reason text,
  note text,
  lines jsonb not null default '[]',
  total_minutes int not null default 0,
  billable_minutes int not null default 0,
  snapshot_id uuid,
  snapshot_hash text,
  updated_at timestamptz not null,
  version int not null default 0,
  constraint timesheet_week_pkey primary key (tenant_id, team_member_id, week_end_on),
  constraint timesheet_week_sunday check (extract(isodow from week_end_on) = 7),
  constraint timesheet_week_status_known check (status in ('open', 'pending', 'approved', 'disapproved'))
);
comment on table app.timesheet_week is 'tenant';
select app.shard_table('app.timesheet_week', 'tenant');
alter table app.timesheet_week add constraint timesheet_week_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id);
create index timesheet_week_pending_idx on app.timesheet_week (tenant_id, week_end_on, team_member_id) where status = 'pending';
create index timesheet_week_disapproved_idx on app.timesheet_week (tenant_id, team_member_id, week_end_on) where status = 'disapproved';
create index timesheet_week_end_idx on app.timesheet_week (tenant_id, week_end_on);
alter table app.timesheet_week enable row level security;
create policy timesheet_week_tenant on app.timesheet_week to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.timesheet_week to app_rw;

-- Time on a day, in whole minutes. Names are joined on read; a row that was removed stays 30 days in the trash.
create table app.timesheet_entry (
  tenant_id uuid not null,
  id uuid not null,
  team_member_id uuid not null,
  week_end_on date not null,
  work_on date not null,
  project_id uuid not null,
  activity_id uuid,
  minutes int not null,
  is_billable boolean not null,
  comment text not null default '',
  started_at timestamptz,
  ended_at timestamptz,
  source text not null default 'grid',
  import_id uuid,
  external_ref text,
  fingerprint bytea,
  sort_order int not null default 0,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  version int not null default 1,
  constraint timesheet_entry_pkey primary key (tenant_id, id),
  constraint timesheet_entry_minutes_range check (minutes between 0 and 1440),
  constraint timesheet_entry_week_sunday check (extract(isodow from week_end_on) = 7),
  constraint timesheet_entry_week_match check (week_end_on - work_on between 0 and 6),
  constraint timesheet_entry_comment_length check (char_length(comment) <= 2000),
  constraint timesheet_entry_source_known check (source in ('grid', 'timer', 'calendar', 'import', 'api')),
  constraint timesheet_entry_span_order check (ended_at >= started_at)
);
comment on table app.timesheet_entry is 'tenant';
select app.shard_table('app.timesheet_entry', 'tenant');
alter table app.timesheet_entry add constraint timesheet_entry_week_fkey
  foreign key (tenant_id, team_member_id, week_end_on) references app.timesheet_week (tenant_id, team_member_id, week_end_on);
alter table app.timesheet_entry add constraint timesheet_entry_project_fkey
  foreign key (tenant_id, project_id) references app.project (tenant_id, id);
alter table app.timesheet_entry add constraint timesheet_entry_activity_fkey
  foreign key (tenant_id, activity_id) references app.activity (tenant_id, id);
create index timesheet_entry_member_idx on app.timesheet_entry (tenant_id, team_member_id, work_on) where deleted_at is null;
create index timesheet_entry_day_idx on app.timesheet_entry (tenant_id, work_on) include (project_id, minutes, is_billable) where deleted_at is null;
create index timesheet_entry_project_idx on app.timesheet_entry (tenant_id, project_id, work_on) include (minutes, is_billable) where deleted_at is null;
create index timesheet_entry_activity_idx on app.timesheet_entry (tenant_id, activity_id) where activity_id is not null;
create index timesheet_entry_updated_idx on app.timesheet_entry (tenant_id, updated_at);
create index timesheet_entry_trash_idx on app.timesheet_entry (tenant_id, deleted_at) where deleted_at is not null;
create index timesheet_entry_import_idx on app.timesheet_entry (tenant_id, import_id) where import_id is not null;
create unique index timesheet_entry_fingerprint_key on app.timesheet_entry (tenant_id, fingerprint) where fingerprint is not null and deleted_at is null;
alter table app.timesheet_entry enable row level security;
create policy timesheet_entry_tenant on app.timesheet_entry to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.timesheet_entry to app_rw;

create table app.tag (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  color text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  version int not null default 1,
  constraint tag_pkey primary key (tenant_id, id),
  constraint tag_name_key unique (tenant_id, name),
  constraint tag_name_length check (char_length(name) between 1 and 64),
  constraint tag_color_format check (color ~ '^#[0-9a-f]{6}$')
);
comment on table app.tag is 'tenant';
select app.shard_table('app.tag', 'tenant');
alter table app.tag add constraint tag_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.tag enable row level security;
create policy tag_tenant on app.tag to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.tag to app_rw;

create table app.entry_tag (
  tenant_id uuid not null,
  entry_id uuid not null,
  tag_id uuid not null,
  constraint entry_tag_pkey primary key (tenant_id, entry_id, tag_id)
);
comment on table app.entry_tag is 'tenant';
select app.shard_table('app.entry_tag', 'tenant');
alter table app.entry_tag add constraint entry_tag_entry_fkey
  foreign key (tenant_id, entry_id) references app.timesheet_entry (tenant_id, id) on delete cascade;
alter table app.entry_tag add constraint entry_tag_tag_fkey
  foreign key (tenant_id, tag_id) references app.tag (tenant_id, id) on delete cascade;
create index entry_tag_tag_idx on app.entry_tag (tenant_id, tag_id);
alter table app.entry_tag enable row level security;
create policy entry_tag_tenant on app.entry_tag to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.entry_tag to app_rw;

-- The entries of a week as they were submitted; never changed.
create table app.week_snapshot (
  tenant_id uuid not null,
  id uuid not null,
  team_member_id uuid not null,
  week_end_on date not null,
  taken_at timestamptz not null,
  entries jsonb not null,
  hash text not null,
  constraint week_snapshot_pkey primary key (tenant_id, id)
);
comment on table app.week_snapshot is 'tenant';
select app.shard_table('app.week_snapshot', 'tenant');
alter table app.week_snapshot add constraint week_snapshot_week_fkey
  foreign key (tenant_id, team_member_id, week_end_on) references app.timesheet_week (tenant_id, team_member_id, week_end_on);
create index week_snapshot_week_idx on app.week_snapshot (tenant_id, team_member_id, week_end_on, taken_at desc);
alter table app.week_snapshot enable row level security;
create policy week_snapshot_tenant on app.week_snapshot to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert on app.week_snapshot to app_rw;

-- Every step a week took; reasons are kept for ever.
create table app.week_transition (
  tenant_id uuid not null,
  id uuid not null,
  team_member_id uuid not null,
  week_end_on date not null,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  from_status text not null,
  to_status text not null,
  reason text,
  note text,
  lines jsonb not null default '[]',
  total_minutes int not null,
  billable_minutes int not null,
  snapshot_id uuid,
  is_own_week boolean not null default false,
  constraint week_transition_pkey primary key (tenant_id, id),
  constraint week_transition_action_known check (action in ('submit', 'withdraw', 'approve', 'disapprove', 'reopen'))
);
comment on table app.week_transition is 'tenant';
select app.shard_table('app.week_transition', 'tenant');
alter table app.week_transition add constraint week_transition_week_fkey
  foreign key (tenant_id, team_member_id, week_end_on) references app.timesheet_week (tenant_id, team_member_id, week_end_on);
create index week_transition_week_idx on app.week_transition (tenant_id, team_member_id, week_end_on, at);
alter table app.week_transition enable row level security;
create policy week_transition_tenant on app.week_transition to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert on app.week_transition to app_rw;

-- When somebody was last reminded of a week.
create table app.week_reminder (
  tenant_id uuid not null,
  team_member_id uuid not null,
  week_end_on date not null,
  reminded_at timestamptz not null,
  reminded_by uuid,
  constraint week_reminder_pkey primary key (tenant_id, team_member_id, week_end_on)
);
comment on table app.week_reminder is 'tenant';
select app.shard_table('app.week_reminder', 'tenant');
alter table app.week_reminder add constraint week_reminder_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
alter table app.week_reminder enable row level security;
create policy week_reminder_tenant on app.week_reminder to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.week_reminder to app_rw;

-- What a person has running; one each.
create table app.timer (
  tenant_id uuid not null,
  team_member_id uuid not null,
  project_id uuid,
  activity_id uuid,
  comment text not null default '',
  is_billable boolean,
  tag_ids uuid[] not null default '{}',
  started_at timestamptz not null,
  time_zone text not null,
  version int not null default 1,
  constraint timer_pkey primary key (tenant_id, team_member_id),
  constraint timer_comment_length check (char_length(comment) <= 2000)
);
comment on table app.timer is 'tenant';
select app.shard_table('app.timer', 'tenant');
alter table app.timer add constraint timer_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
alter table app.timer add constraint timer_project_fkey
  foreign key (tenant_id, project_id) references app.project (tenant_id, id);
alter table app.timer add constraint timer_activity_fkey
  foreign key (tenant_id, activity_id) references app.activity (tenant_id, id);
alter table app.timer enable row level security;
create policy timer_tenant on app.timer to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.timer to app_rw;

create table app.import (
  tenant_id uuid not null,
  id uuid not null,
  source text not null,
  file_name text not null,
  file_hash text not null,
  status text not null,
  mapping jsonb not null default '{}',
  counts jsonb not null default '{}',
  error text,
  created_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  constraint import_pkey primary key (tenant_id, id),
  constraint import_status_known check (status in ('uploaded', 'running', 'done', 'failed', 'cancelled', 'undone'))
);
comment on table app.import is 'tenant';
select app.shard_table('app.import', 'tenant');
alter table app.import add constraint import_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
create index import_created_idx on app.import (tenant_id, created_at desc);
alter table app.import enable row level security;
create policy import_tenant on app.import to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.import to app_rw;
