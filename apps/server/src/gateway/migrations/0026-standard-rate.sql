-- Rates of projects, activities and clients from a date on; what the columns of these hold counts before the first of them.

-- Of a client, of a project, of an activity on one project, or of an activity on all; in the currency the time is billed in.
create table app.standard_rate (
  tenant_id uuid not null,
  id uuid not null,
  client_id uuid,
  project_id uuid,
  activity_id uuid,
  amount_minor bigint not null,
  effective_from date not null,
  created_at timestamptz not null,
  created_by uuid,
  constraint standard_rate_pkey primary key (tenant_id, id),
  constraint standard_rate_start_key unique nulls not distinct (tenant_id, client_id, project_id, activity_id, effective_from),
  constraint standard_rate_subject_known check (
    case when client_id is null then project_id is not null or activity_id is not null else project_id is null and activity_id is null end
  ),
  constraint standard_rate_amount_range check (amount_minor between 0 and 1000000000000)
);
comment on table app.standard_rate is 'tenant';
select app.shard_table('app.standard_rate', 'tenant');
alter table app.standard_rate add constraint standard_rate_client_fkey
  foreign key (tenant_id, client_id) references app.client (tenant_id, id) on delete cascade;
alter table app.standard_rate add constraint standard_rate_project_fkey
  foreign key (tenant_id, project_id) references app.project (tenant_id, id) on delete cascade;
alter table app.standard_rate add constraint standard_rate_activity_fkey
  foreign key (tenant_id, activity_id) references app.activity (tenant_id, id) on delete cascade;
create index standard_rate_project_idx on app.standard_rate (tenant_id, project_id);
create index standard_rate_activity_idx on app.standard_rate (tenant_id, activity_id);
alter table app.standard_rate enable row level security;
create policy standard_rate_tenant on app.standard_rate to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.standard_rate to app_rw;
