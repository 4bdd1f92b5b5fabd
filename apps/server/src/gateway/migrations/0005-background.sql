-- Work in the background: one queue, what a workspace pays for, deliveries, former addresses, workspace zips.

-- The outbox is the queue: `key` keeps one open row of its kind, `dead_at` ends the tries.
alter table app.outbox add column key text;
alter table app.outbox add column dead_at timestamptz;
create unique index outbox_key_key on app.outbox (key) where done_at is null and dead_at is null and key is not null;
drop index app.outbox_open_idx;
create index outbox_open_idx on app.outbox (available_at) where done_at is null and dead_at is null;

create index workspace_saga_public_idx on app.workspace_saga (public_id);

-- A finished Checkout whose confirmation is awaited; when the provider's state was read last.
alter table app.subscription add column confirming_since timestamptz;
alter table app.subscription add column synced_at timestamptz;

alter table app.webhook add column disabled_reason text;
alter table app.webhook add column last_delivered_at timestamptz;
alter table app.webhook_delivery add column duration_ms int;

-- Addresses that workspaces had before; they redirect for 180 days and are nobody else's for as long.
create table app.former_slug (
  slug text not null,
  public_id text not null,
  left_at timestamptz not null,
  free_at timestamptz not null,
  constraint former_slug_pkey primary key (slug)
);
comment on table app.former_slug is 'reference';
select app.shard_table('app.former_slug', 'reference');
grant select, insert, update, delete on app.former_slug to app_rw;

-- A whole workspace on its way out or in.
create table app.workspace_transfer (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null default 'queued',
  rows_done bigint not null default 0,
  rows_total bigint not null default 0,
  totals jsonb,
  error text,
  size_bytes bigint,
  created_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint workspace_transfer_pkey primary key (tenant_id, id),
  constraint workspace_transfer_kind_known check (kind in ('export', 'import')),
  constraint workspace_transfer_status_known check (status in ('queued', 'running', 'done', 'failed'))
);
comment on table app.workspace_transfer is 'tenant';
select app.shard_table('app.workspace_transfer', 'tenant');
alter table app.workspace_transfer add constraint workspace_transfer_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
create unique index workspace_transfer_running_key on app.workspace_transfer (tenant_id) where status in ('queued', 'running');
alter table app.workspace_transfer enable row level security;
create policy workspace_transfer_tenant on app.workspace_transfer to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.workspace_transfer to app_rw;

-- The zip in parts of at most 1 MiB, so that every process can serve it; removed after a day.
create table app.transfer_part (
  tenant_id uuid not null,
  transfer_id uuid not null,
  part int not null,
  bytes bytea not null,
  constraint transfer_part_pkey primary key (tenant_id, transfer_id, part)
);
comment on table app.transfer_part is 'tenant';
select app.shard_table('app.transfer_part', 'tenant');
alter table app.transfer_part add constraint transfer_part_transfer_fkey
  foreign key (tenant_id, transfer_id) references app.workspace_transfer (tenant_id, id) on delete cascade;
alter table app.transfer_part enable row level security;
create policy transfer_part_tenant on app.transfer_part to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, delete on app.transfer_part to app_rw;

-- Erases the rows of one table of a workspace that waits for deletion: the only way around the tables that the runtime
-- role may only add to. Anything else is refused.
create function app.erase_rows(target uuid, relation regclass) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from app.tenant where tenant_id = target and status = 'deleting') then
    raise exception 'workspace % is not being deleted', target using errcode = '42501';
  end if;
  if obj_description(relation, 'pg_class') is distinct from 'tenant' then
    raise exception '% is not a table of workspaces', relation using errcode = '42501';
  end if;
  execute format('delete from %s where tenant_id = %L', relation, target);
end
$$;
revoke all on function app.erase_rows(uuid, regclass) from public;
grant execute on function app.erase_rows(uuid, regclass) to app_rw;
