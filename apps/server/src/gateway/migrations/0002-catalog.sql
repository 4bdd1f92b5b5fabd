-- People, clients, activities and projects.

-- A person of a workspace. `role` is a copy, the provider decides; `role_updated_at` says how old the copy is.
create table app.team_member (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid,
  email text,
  email_norm text generated always as (lower(btrim(email))) stored,
  first_name text not null,
  last_name text not null default '',
  role text not null default 'member',
  create_edit_projects boolean not null default false,
  create_edit_clients_activities boolean not null default false,
  create_edit_time boolean not null default false,
  approver_id uuid,
  weekly_minutes int,
  schedule int[],
  time_zone text,
  locale text,
  preferences jsonb not null default '{}',
  status text not null default 'active',
  role_updated_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  version int not null default 1,
  constraint team_member_pkey primary key (tenant_id, id),
  constraint team_member_user_key unique (tenant_id, user_id),
  constraint team_member_email_key unique (tenant_id, email_norm),
  constraint team_member_first_name_length check (char_length(first_name) <= 200),
  constraint team_member_last_name_length check (char_length(last_name) <= 200),
  constraint team_member_role_known check (role in ('owner', 'admin', 'editor', 'member')),
  constraint team_member_status_known check (status in ('placeholder', 'invited', 'active', 'archived')),
  constraint team_member_weekly_minutes_range check (weekly_minutes between 0 and 10080),
  constraint team_member_schedule_days check (cardinality(schedule) = 7),
  constraint team_member_approver_other check (approver_id <> id)
);
comment on table app.team_member is 'tenant';
select app.shard_table('app.team_member', 'tenant');
alter table app.team_member add constraint team_member_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.team_member add constraint team_member_approver_fkey
  foreign key (tenant_id, approver_id) references app.team_member (tenant_id, id);
create index team_member_approver_idx on app.team_member (tenant_id, approver_id);
create index team_member_updated_idx on app.team_member (tenant_id, updated_at);
alter table app.team_member enable row level security;
create policy team_member_tenant on app.team_member to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.team_member to app_rw;

-- How a project is paid for; seeded with each workspace.
create table app.project_type (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  billable_default boolean not null,
  budget_kind text not null,
  sort_order int not null,
  is_active boolean not null default true,
  constraint project_type_pkey primary key (tenant_id, id),
  constraint project_type_name_key unique (tenant_id, name),
  constraint project_type_name_length check (char_length(name) between 1 and 200),
  constraint project_type_budget_kind_known check (budget_kind in ('none', 'hours', 'amount'))
);
comment on table app.project_type is 'tenant';
select app.shard_table('app.project_type', 'tenant');
alter table app.project_type add constraint project_type_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.project_type enable row level security;
create policy project_type_tenant on app.project_type to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.project_type to app_rw;

-- Whom work is done for.
create table app.client (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  code text,
  contact_name text,
  email text,
  phone text,
  address text,
  currency text,
  default_billable boolean,
  default_rate_minor bigint,
  tax_number text,
  notes text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  constraint client_pkey primary key (tenant_id, id),
  constraint client_name_length check (char_length(name) between 1 and 200),
  constraint client_currency_format check (currency ~ '^[A-Z]{3}$'),
  constraint client_rate_range check (default_rate_minor between 0 and 1000000000000)
);
comment on table app.client is 'tenant';
select app.shard_table('app.client', 'tenant');
alter table app.client add constraint client_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
create unique index client_name_key on app.client (tenant_id, name) where archived_at is null and deleted_at is null;
create index client_order_idx on app.client (tenant_id, lower(name), id);
create index client_updated_idx on app.client (tenant_id, updated_at);
alter table app.client enable row level security;
create policy client_tenant on app.client to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.client to app_rw;

-- What kind of work it is.
create table app.activity (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  code text,
  billable_default boolean not null default true,
  is_global boolean not null default true,
  color text,
  sort_order int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  constraint activity_pkey primary key (tenant_id, id),
  constraint activity_name_length check (char_length(name) between 1 and 200),
  constraint activity_color_format check (color ~ '^#[0-9a-f]{6}$')
);
comment on table app.activity is 'tenant';
select app.shard_table('app.activity', 'tenant');
alter table app.activity add constraint activity_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
create unique index activity_name_key on app.activity (tenant_id, name) where archived_at is null and deleted_at is null;
create index activity_order_idx on app.activity (tenant_id, sort_order, lower(name), id);
create index activity_updated_idx on app.activity (tenant_id, updated_at);
alter table app.activity enable row level security;
create policy activity_tenant on app.activity to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.activity to app_rw;

-- What is worked on.
create table app.project (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  code text,
  client_id uuid,
  project_type_id uuid not null,
  manager_id uuid,
  color text,
  description text,
  start_on date,
  end_on date,
  is_billable boolean not null default true,
  rate_mode text not null default 'none',
  hourly_rate_minor bigint,
  budget_kind text not null default 'none',
  budget_minutes int,
  budget_amount_minor bigint,
  budget_period text not null default 'total',
  alert_percents int[] not null default '{50,75,90,100}',
  visibility text not null default 'public',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  constraint project_pkey primary key (tenant_id, id),
  constraint project_name_length check (char_length(name) between 1 and 200),
  constraint project_color_format check (color ~ '^#[0-9a-f]{6}$'),
  constraint project_rate_mode_known check (rate_mode in ('project', 'member', 'activity', 'none')),
  constraint project_rate_range check (hourly_rate_minor between 0 and 1000000000000),
  constraint project_budget_kind_known check (budget_kind in ('none', 'hours', 'amount')),
  constraint project_budget_minutes_range check (budget_minutes between 0 and 600000000),
  constraint project_budget_amount_range check (budget_amount_minor between 0 and 1000000000000000),
  constraint project_budget_period_known check (budget_period in ('total', 'month')),
  constraint project_visibility_known check (visibility in ('public', 'members')),
  constraint project_dates_order check (end_on >= start_on)
);
comment on table app.project is 'tenant';
select app.shard_table('app.project', 'tenant');
alter table app.project add constraint project_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.project add constraint project_client_fkey
  foreign key (tenant_id, client_id) references app.client (tenant_id, id);
alter table app.project add constraint project_type_fkey
  foreign key (tenant_id, project_type_id) references app.project_type (tenant_id, id);
alter table app.project add constraint project_manager_fkey
  foreign key (tenant_id, manager_id) references app.team_member (tenant_id, id);
create unique index project_name_key on app.project (tenant_id, client_id, name) nulls not distinct where archived_at is null and deleted_at is null;
create index project_order_idx on app.project (tenant_id, lower(name), id);
create index project_client_idx on app.project (tenant_id, client_id);
create index project_manager_idx on app.project (tenant_id, manager_id);
create index project_updated_idx on app.project (tenant_id, updated_at);
alter table app.project enable row level security;
create policy project_tenant on app.project to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.project to app_rw;

create table app.project_member (
  tenant_id uuid not null,
  project_id uuid not null,
  team_member_id uuid not null,
  constraint project_member_pkey primary key (tenant_id, project_id, team_member_id)
);
comment on table app.project_member is 'tenant';
select app.shard_table('app.project_member', 'tenant');
alter table app.project_member add constraint project_member_project_fkey
  foreign key (tenant_id, project_id) references app.project (tenant_id, id) on delete cascade;
alter table app.project_member add constraint project_member_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
create index project_member_member_idx on app.project_member (tenant_id, team_member_id);
alter table app.project_member enable row level security;
create policy project_member_tenant on app.project_member to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.project_member to app_rw;

create table app.project_activity (
  tenant_id uuid not null,
  project_id uuid not null,
  activity_id uuid not null,
  rate_minor bigint,
  constraint project_activity_pkey primary key (tenant_id, project_id, activity_id)
);
comment on table app.project_activity is 'tenant';
select app.shard_table('app.project_activity', 'tenant');
alter table app.project_activity add constraint project_activity_project_fkey
  foreign key (tenant_id, project_id) references app.project (tenant_id, id) on delete cascade;
alter table app.project_activity add constraint project_activity_activity_fkey
  foreign key (tenant_id, activity_id) references app.activity (tenant_id, id) on delete cascade;
create index project_activity_activity_idx on app.project_activity (tenant_id, activity_id);
alter table app.project_activity enable row level security;
create policy project_activity_tenant on app.project_activity to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.project_activity to app_rw;

-- What an hour of a person costs or is billed at, from a date on.
create table app.member_rate (
  tenant_id uuid not null,
  id uuid not null,
  team_member_id uuid not null,
  project_id uuid,
  kind text not null,
  amount_minor bigint not null,
  currency text not null,
  effective_from date not null,
  created_at timestamptz not null,
  created_by uuid,
  constraint member_rate_pkey primary key (tenant_id, id),
  constraint member_rate_start_key unique nulls not distinct (tenant_id, team_member_id, project_id, kind, effective_from),
  constraint member_rate_kind_known check (kind in ('bill', 'cost')),
  constraint member_rate_amount_range check (amount_minor between 0 and 1000000000000),
  constraint member_rate_currency_format check (currency ~ '^[A-Z]{3}$')
);
comment on table app.member_rate is 'tenant';
select app.shard_table('app.member_rate', 'tenant');
alter table app.member_rate add constraint member_rate_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
alter table app.member_rate add constraint member_rate_project_fkey
  foreign key (tenant_id, project_id) references app.project (tenant_id, id) on delete cascade;
alter table app.member_rate enable row level security;
create policy member_rate_tenant on app.member_rate to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.member_rate to app_rw;

-- Combinations a person keeps at hand.
create table app.favourite (
  tenant_id uuid not null,
  team_member_id uuid not null,
  project_id uuid not null,
  activity_id uuid,
  created_at timestamptz not null,
  id uuid not null,
  constraint favourite_pkey primary key (tenant_id, id),
  constraint favourite_row_key unique nulls not distinct (tenant_id, team_member_id, project_id, activity_id)
);
comment on table app.favourite is 'tenant';
select app.shard_table('app.favourite', 'tenant');
alter table app.favourite add constraint favourite_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
alter table app.favourite add constraint favourite_project_fkey
  foreign key (tenant_id, project_id) references app.project (tenant_id, id) on delete cascade;
alter table app.favourite add constraint favourite_activity_fkey
  foreign key (tenant_id, activity_id) references app.activity (tenant_id, id) on delete cascade;
alter table app.favourite enable row level security;
create policy favourite_tenant on app.favourite to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.favourite to app_rw;

-- Budget alerts that went out: each once in its period (0001-01-01 for the whole project).
create table app.budget_alert (
  tenant_id uuid not null,
  project_id uuid not null,
  period_start_on date not null,
  percent int not null,
  raised_at timestamptz not null,
  constraint budget_alert_pkey primary key (tenant_id, project_id, period_start_on, percent)
);
comment on table app.budget_alert is 'tenant';
select app.shard_table('app.budget_alert', 'tenant');
alter table app.budget_alert add constraint budget_alert_project_fkey
  foreign key (tenant_id, project_id) references app.project (tenant_id, id) on delete cascade;
alter table app.budget_alert enable row level security;
create policy budget_alert_tenant on app.budget_alert to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, delete on app.budget_alert to app_rw;
