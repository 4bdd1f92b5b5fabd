-- Workspaces of this region: what every other table hangs on.
-- The comment on each table is its kind: tenant, reference or local.

grant select on app.migration to app_rw;

create function app.shard_table(target regclass, kind text) returns void
language plpgsql as $$
begin
  if kind = 'local' or not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  if kind = 'reference' then
    execute format('select create_reference_table(%L)', target);
  elsif target = 'app.tenant'::regclass then
    execute format('select create_distributed_table(%L, %L)', target, 'tenant_id');
  else
    execute format('select create_distributed_table(%L, %L, colocate_with => %L)', target, 'tenant_id', 'app.tenant');
  end if;
end
$$;
revoke all on function app.shard_table(regclass, text) from public;

-- Public workspace id to the internal one; the provider owns slug and region, these are copies.
create table app.workspace_directory (
  public_id text not null,
  tenant_id uuid not null,
  slug text not null,
  region_code text not null,
  status text not null,
  updated_at timestamptz not null,
  constraint workspace_directory_pkey primary key (public_id),
  constraint workspace_directory_tenant_key unique (tenant_id),
  constraint workspace_directory_status_known check (status in ('provisioning', 'active', 'archived', 'deleting', 'moved'))
);
comment on table app.workspace_directory is 'reference';
select app.shard_table('app.workspace_directory', 'reference');
create index workspace_directory_slug_idx on app.workspace_directory (slug);
grant select, insert, update, delete on app.workspace_directory to app_rw;

-- One workspace with its settings. `catalog_version` rises with every change of names and settings; validators use it.
create table app.tenant (
  tenant_id uuid not null,
  public_id text not null,
  name text not null,
  slug text not null,
  region_code text not null,
  status text not null default 'active',
  currency text not null default 'USD',
  time_zone text not null default 'UTC',
  duration_format text not null default 'clock',
  date_format text not null default 'YYYY-MM-DD',
  number_format text not null default 'en-US',
  decimal_reading text not null default 'decimal',
  weekly_minutes int not null default 2400,
  schedule int[] not null default '{480,480,480,480,480,0,0}',
  approvals_enabled boolean not null default true,
  submit_due_days int not null default 1,
  required_fields text[] not null default '{}',
  lock_on date,
  rounding_scope text not null default 'none',
  rounding_direction text not null default 'nearest',
  rounding_minutes int not null default 15,
  editors_see_bill_rates boolean not null default false,
  retention_days int,
  has_sample_data boolean not null default false,
  catalog_version bigint not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  delete_after timestamptz,
  version int not null default 1,
  constraint tenant_pkey primary key (tenant_id),
  constraint tenant_name_length check (char_length(name) between 1 and 200),
  constraint tenant_status_known check (status in ('provisioning', 'active', 'archived', 'deleting', 'moved')),
  constraint tenant_currency_format check (currency ~ '^[A-Z]{3}$'),
  constraint tenant_duration_format_known check (duration_format in ('clock', 'decimal')),
  constraint tenant_decimal_reading_known check (decimal_reading in ('decimal', 'minutes')),
  constraint tenant_weekly_minutes_range check (weekly_minutes between 0 and 10080),
  constraint tenant_schedule_days check (cardinality(schedule) = 7),
  constraint tenant_submit_due_days_range check (submit_due_days between 0 and 28),
  constraint tenant_required_fields_known check (required_fields <@ array['activity', 'comment', 'tag']),
  constraint tenant_rounding_scope_known check (rounding_scope in ('none', 'entry', 'dayProject', 'total')),
  constraint tenant_rounding_direction_known check (rounding_direction in ('up', 'down', 'nearest')),
  constraint tenant_rounding_minutes_range check (rounding_minutes between 1 and 240)
);
comment on table app.tenant is 'tenant';
select app.shard_table('app.tenant', 'tenant');
alter table app.tenant enable row level security;
create policy tenant_tenant on app.tenant to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.tenant to app_rw;

-- Days on which nobody is expected to work.
create table app.holiday (
  tenant_id uuid not null,
  held_on date not null,
  name text not null,
  constraint holiday_pkey primary key (tenant_id, held_on),
  constraint holiday_name_length check (char_length(name) between 1 and 200)
);
comment on table app.holiday is 'tenant';
select app.shard_table('app.holiday', 'tenant');
alter table app.holiday add constraint holiday_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.holiday enable row level security;
create policy holiday_tenant on app.holiday to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.holiday to app_rw;

-- What a workspace pays for; its state machine is the domain's.
create table app.subscription (
  tenant_id uuid not null,
  status text not null default 'trial',
  trial_ends_at timestamptz,
  current_period_ends_at timestamptz,
  past_due_since timestamptz,
  seats int not null default 1,
  cancels_at timestamptz,
  stripe_customer_id text,
  stripe_subscription_id text,
  last_event_id text,
  last_event_at timestamptz,
  is_simulated boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  constraint subscription_pkey primary key (tenant_id),
  constraint subscription_status_known check (status in ('trial', 'active', 'past_due', 'inactive'))
);
comment on table app.subscription is 'tenant';
select app.shard_table('app.subscription', 'tenant');
alter table app.subscription add constraint subscription_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.subscription enable row level security;
create policy subscription_tenant on app.subscription to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update on app.subscription to app_rw;
