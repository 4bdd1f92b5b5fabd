-- The entries of a week as a few columns of bytes, so that a report whose groups cross reads some megabytes, not a million rows.

-- `folds` is that of `span_week` with which it was packed: where another process added the week up since, it holds no more. Not
-- every week `fits`: one with more projects than a number of two bytes tells apart is read from its days.
create table app.packed_week (
  tenant_id uuid not null,
  week_end_on date not null,
  folds int not null,
  fits boolean not null,
  entries int not null,
  people bytea not null,
  person_entries bytea not null,
  projects bytea not null,
  activities bytea not null,
  prices jsonb not null,
  times bytea not null,
  project_places bytea not null,
  activity_places bytea not null,
  price_places bytea not null,
  bills bytea not null,
  costs bytea not null,
  constraint packed_week_pkey primary key (tenant_id, week_end_on)
);
comment on table app.packed_week is 'tenant';
-- To make them smaller would cost each report more than to read them as they are.
alter table app.packed_week alter column people set storage external, alter column projects set storage external,
  alter column activities set storage external, alter column times set storage external,
  alter column project_places set storage external, alter column activity_places set storage external,
  alter column price_places set storage external, alter column bills set storage external, alter column costs set storage external;
select app.shard_table('app.packed_week', 'tenant');
alter table app.packed_week add constraint packed_week_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.packed_week enable row level security;
create policy packed_week_tenant on app.packed_week to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.packed_week to app_rw;
