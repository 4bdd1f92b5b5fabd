-- The logo of a workspace, written anew by us and served by us.
create table app.workspace_logo (
  tenant_id uuid not null,
  id uuid not null,
  png bytea not null,
  set_at timestamptz not null,
  constraint workspace_logo_pkey primary key (tenant_id)
);
comment on table app.workspace_logo is 'tenant';
select app.shard_table('app.workspace_logo', 'tenant');
alter table app.workspace_logo add constraint workspace_logo_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.workspace_logo enable row level security;
create policy workspace_logo_tenant on app.workspace_logo to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.workspace_logo to app_rw;
