-- Calendars of other programs that people show beside their own time, for the very person alone.

-- Address and events are sealed, so that neither a backup nor another reader of the database tells of somebody's appointments.
create table app.event_feed (
  tenant_id uuid not null,
  id uuid not null,
  team_member_id uuid not null,
  name text not null,
  host text not null,
  address text not null,
  events text,
  created_at timestamptz not null,
  asked_at timestamptz,
  fetched_at timestamptz,
  tried_at timestamptz,
  failures int not null default 0,
  problem text,
  seen_at timestamptz not null,
  constraint event_feed_pkey primary key (tenant_id, id),
  constraint event_feed_name_length check (char_length(name) <= 200)
);
comment on table app.event_feed is 'tenant';
select app.shard_table('app.event_feed', 'tenant');
alter table app.event_feed add constraint event_feed_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
create index event_feed_member_idx on app.event_feed (tenant_id, team_member_id);
alter table app.event_feed enable row level security;
create policy event_feed_tenant on app.event_feed to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.event_feed to app_rw;

-- Events that a person does not want to see; named by a hash, since what they are is nobody's business.
create table app.hidden_event (
  tenant_id uuid not null,
  team_member_id uuid not null,
  event_key text not null,
  hidden_at timestamptz not null,
  constraint hidden_event_pkey primary key (tenant_id, team_member_id, event_key),
  constraint hidden_event_key_length check (char_length(event_key) <= 40)
);
comment on table app.hidden_event is 'tenant';
select app.shard_table('app.hidden_event', 'tenant');
alter table app.hidden_event add constraint hidden_event_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
alter table app.hidden_event enable row level security;
create policy hidden_event_tenant on app.hidden_event to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.hidden_event to app_rw;
