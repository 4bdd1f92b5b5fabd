-- Files of other trackers: how they arrive, what of them was refused, and what was seen before.

alter table app.import add column size_bytes bigint not null default 0;
alter table app.import add column received_bytes bigint not null default 0;
alter table app.import add column work_id uuid;
-- Ids of what it made besides entries, so that undoing it can take them away again.
alter table app.import add column made jsonb not null default '{}';

-- The week was closed by this import: nobody submitted or approved it.
alter table app.timesheet_week add column import_id uuid;

-- A file on its way in, in the pieces in which it arrived; removed with the end of its import, or after a day.
create table app.import_part (
  tenant_id uuid not null,
  import_id uuid not null,
  start_at bigint not null,
  bytes bytea not null,
  constraint import_part_pkey primary key (tenant_id, import_id, start_at)
);
comment on table app.import_part is 'tenant';
select app.shard_table('app.import_part', 'tenant');
alter table app.import_part add constraint import_part_import_fkey
  foreign key (tenant_id, import_id) references app.import (tenant_id, id) on delete cascade;
alter table app.import_part enable row level security;
create policy import_part_tenant on app.import_part to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.import_part to app_rw;

-- Lines that could not be taken, as they stand in the file.
create table app.import_refusal (
  tenant_id uuid not null,
  import_id uuid not null,
  line int not null,
  code text not null,
  column_name text,
  value text not null,
  cells jsonb not null,
  constraint import_refusal_pkey primary key (tenant_id, import_id, line)
);
comment on table app.import_refusal is 'tenant';
select app.shard_table('app.import_refusal', 'tenant');
alter table app.import_refusal add constraint import_refusal_import_fkey
  foreign key (tenant_id, import_id) references app.import (tenant_id, id) on delete cascade;
alter table app.import_refusal enable row level security;
create policy import_refusal_tenant on app.import_refusal to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.import_refusal to app_rw;

-- Every line that was taken, by the source's own text. It outlives the entry, so that what was deleted here stays away.
create table app.import_line (
  tenant_id uuid not null,
  fingerprint bytea not null,
  place bytea not null,
  comment_mark bytea not null,
  minutes int not null,
  import_id uuid not null,
  entry_id uuid not null,
  constraint import_line_pkey primary key (tenant_id, fingerprint)
);
comment on table app.import_line is 'tenant';
select app.shard_table('app.import_line', 'tenant');
alter table app.import_line add constraint import_line_import_fkey
  foreign key (tenant_id, import_id) references app.import (tenant_id, id) on delete cascade;
create index import_line_place_idx on app.import_line (tenant_id, place);
create index import_line_import_idx on app.import_line (tenant_id, import_id);
alter table app.import_line enable row level security;
create policy import_line_tenant on app.import_line to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.import_line to app_rw;

-- What a name of another program was taken for, so that the next file is guessed right.
create table app.import_name (
  tenant_id uuid not null,
  kind text not null,
  name text not null,
  target_id uuid not null,
  updated_at timestamptz not null,
  constraint import_name_pkey primary key (tenant_id, kind, name),
  constraint import_name_kind_known check (kind in ('person', 'project', 'activity'))
);
comment on table app.import_name is 'tenant';
select app.shard_table('app.import_name', 'tenant');
alter table app.import_name add constraint import_name_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.import_name enable row level security;
create policy import_name_tenant on app.import_name to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.import_name to app_rw;

-- Lines between file and workspace: COPY does not go into tables with row security. Lost in a crash, and read again.
create unlogged table app.import_row (
  batch_id uuid not null,
  line int not null,
  person text not null,
  client text not null,
  project text not null,
  activity text not null,
  work_on date not null,
  week_end_on date not null,
  minutes int not null,
  started_at timestamptz,
  ended_at timestamptz,
  comment text not null,
  tags jsonb not null,
  is_billable boolean,
  place bytea not null,
  fingerprint bytea not null,
  comment_mark bytea not null,
  state text not null default 'new',
  entry_id uuid,
  former bytea,
  member_id uuid,
  project_id uuid,
  activity_id uuid,
  staged_at timestamptz not null default now(),
  constraint import_row_pkey primary key (batch_id, line),
  constraint import_row_state_known check (state in ('new', 'known', 'changed', 'closed'))
);
comment on table app.import_row is 'local';
select app.shard_table('app.import_row', 'local');
create index import_row_fingerprint_idx on app.import_row (batch_id, fingerprint);
grant select, insert, update, delete on app.import_row to app_rw;
