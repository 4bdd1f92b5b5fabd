-- Audit, tokens, webhooks, invitations and work that follows a commit.

-- Who did what; written in the transaction that did it, never changed.
create table app.audit_event (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  actor_kind text not null,
  entity text not null,
  entity_id text not null,
  action text not null,
  before jsonb,
  after jsonb,
  request_id text,
  ip_hash text,
  constraint audit_event_pkey primary key (tenant_id, id),
  constraint audit_event_actor_kind_known check (actor_kind in ('member', 'token', 'system', 'operator'))
);
comment on table app.audit_event is 'tenant';
select app.shard_table('app.audit_event', 'tenant');
alter table app.audit_event add constraint audit_event_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
create index audit_event_at_idx on app.audit_event (tenant_id, at desc, id desc);
create index audit_event_entity_idx on app.audit_event (tenant_id, entity, entity_id, at desc);
alter table app.audit_event enable row level security;
create policy audit_event_tenant on app.audit_event to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert on app.audit_event to app_rw;

-- Tokens for programs; only a hash is kept.
create table app.personal_token (
  tenant_id uuid not null,
  id uuid not null,
  team_member_id uuid not null,
  name text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  is_workspace boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint personal_token_pkey primary key (tenant_id, id),
  constraint personal_token_name_length check (char_length(name) between 1 and 200),
  constraint personal_token_scopes_known check (scopes <@ array['read', 'write'])
);
comment on table app.personal_token is 'tenant';
select app.shard_table('app.personal_token', 'tenant');
alter table app.personal_token add constraint personal_token_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
create index personal_token_member_idx on app.personal_token (tenant_id, team_member_id);
alter table app.personal_token enable row level security;
create policy personal_token_tenant on app.personal_token to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.personal_token to app_rw;

-- The secret address of a person's calendar feed, hashed.
create table app.calendar_feed (
  tenant_id uuid not null,
  team_member_id uuid not null,
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint calendar_feed_pkey primary key (tenant_id, team_member_id),
  constraint calendar_feed_secret_key unique (tenant_id, secret_hash)
);
comment on table app.calendar_feed is 'tenant';
select app.shard_table('app.calendar_feed', 'tenant');
alter table app.calendar_feed add constraint calendar_feed_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
alter table app.calendar_feed enable row level security;
create policy calendar_feed_tenant on app.calendar_feed to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.calendar_feed to app_rw;

-- Where events are sent to. The secret signs deliveries and is stored encrypted.
create table app.webhook (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  secret text not null,
  events text[] not null,
  is_active boolean not null default true,
  failures_in_row int not null default 0,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  constraint webhook_pkey primary key (tenant_id, id),
  constraint webhook_url_length check (char_length(url) <= 2000)
);
comment on table app.webhook is 'tenant';
select app.shard_table('app.webhook', 'tenant');
alter table app.webhook add constraint webhook_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.webhook enable row level security;
create policy webhook_tenant on app.webhook to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.webhook to app_rw;

create table app.webhook_delivery (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  payload jsonb not null,
  status text not null default 'waiting',
  attempts int not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  response_status int,
  response_body text,
  error text,
  replay_of uuid,
  created_at timestamptz not null,
  delivered_at timestamptz,
  constraint webhook_delivery_pkey primary key (tenant_id, id),
  constraint webhook_delivery_status_known check (status in ('waiting', 'delivered', 'failed', 'dead'))
);
comment on table app.webhook_delivery is 'tenant';
select app.shard_table('app.webhook_delivery', 'tenant');
alter table app.webhook_delivery add constraint webhook_delivery_webhook_fkey
  foreign key (tenant_id, webhook_id) references app.webhook (tenant_id, id) on delete cascade;
create index webhook_delivery_hook_idx on app.webhook_delivery (tenant_id, webhook_id, created_at desc);
alter table app.webhook_delivery enable row level security;
create policy webhook_delivery_tenant on app.webhook_delivery to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.webhook_delivery to app_rw;

-- One address, one use; the token is kept as a hash.
create table app.invitation (
  tenant_id uuid not null,
  id uuid not null,
  team_member_id uuid not null,
  email text not null,
  email_norm text generated always as (lower(btrim(email))) stored,
  role text not null,
  token_hash bytea not null,
  invited_by uuid not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  constraint invitation_pkey primary key (tenant_id, id),
  constraint invitation_role_known check (role in ('owner', 'admin', 'editor', 'member'))
);
comment on table app.invitation is 'tenant';
select app.shard_table('app.invitation', 'tenant');
alter table app.invitation add constraint invitation_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
create unique index invitation_open_key on app.invitation (tenant_id, email_norm) where accepted_at is null and revoked_at is null;
create index invitation_token_idx on app.invitation (tenant_id, token_hash);
alter table app.invitation enable row level security;
create policy invitation_tenant on app.invitation to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.invitation to app_rw;

create table app.saved_report (
  tenant_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  definition jsonb not null,
  is_shared boolean not null default false,
  is_pinned boolean not null default false,
  schedule jsonb,
  share_hash bytea,
  share_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version int not null default 1,
  constraint saved_report_pkey primary key (tenant_id, id),
  constraint saved_report_name_length check (char_length(name) between 1 and 200)
);
comment on table app.saved_report is 'tenant';
select app.shard_table('app.saved_report', 'tenant');
alter table app.saved_report add constraint saved_report_owner_fkey
  foreign key (tenant_id, owner_id) references app.team_member (tenant_id, id) on delete cascade;
create index saved_report_owner_idx on app.saved_report (tenant_id, owner_id);
create unique index saved_report_share_key on app.saved_report (tenant_id, share_hash) where share_hash is not null;
alter table app.saved_report enable row level security;
create policy saved_report_tenant on app.saved_report to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.saved_report to app_rw;

-- What has to happen after a commit: mail, webhooks. Written in the same transaction.
create table app.outbox (
  id uuid not null,
  tenant_id uuid,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  available_at timestamptz not null,
  locked_until timestamptz,
  attempts int not null default 0,
  done_at timestamptz,
  error text,
  constraint outbox_pkey primary key (id)
);
comment on table app.outbox is 'local';
select app.shard_table('app.outbox', 'local');
create index outbox_open_idx on app.outbox (available_at) where done_at is null;
grant select, insert, update, delete on app.outbox to app_rw;

-- Requests that were already answered: status and ids of what they made, for a day.
create table app.idempotency (
  tenant_id uuid not null,
  user_id uuid not null,
  route text not null,
  key text not null,
  body_hash text not null,
  status int not null,
  entity jsonb not null,
  created_at timestamptz not null,
  constraint idempotency_pkey primary key (tenant_id, user_id, route, key)
);
comment on table app.idempotency is 'local';
select app.shard_table('app.idempotency', 'local');
create index idempotency_created_idx on app.idempotency (created_at);
grant select, insert, delete on app.idempotency to app_rw;

-- Work on a workspace that spans the provider and this database; resumed after a crash.
create table app.workspace_saga (
  id uuid not null,
  tenant_id uuid not null,
  public_id text,
  kind text not null,
  step text not null,
  state text not null,
  payload jsonb not null default '{}',
  user_id uuid,
  attempts int not null default 0,
  next_at timestamptz not null,
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint workspace_saga_pkey primary key (id)
);
comment on table app.workspace_saga is 'local';
select app.shard_table('app.workspace_saga', 'local');
create index workspace_saga_open_idx on app.workspace_saga (next_at) where state = 'running';
create index workspace_saga_user_idx on app.workspace_saga (user_id);
grant select, insert, update, delete on app.workspace_saga to app_rw;

-- Payment events that were already handled.
create table app.stripe_event (
  id text not null,
  tenant_id uuid,
  type text not null,
  received_at timestamptz not null,
  constraint stripe_event_pkey primary key (id)
);
comment on table app.stripe_event is 'local';
select app.shard_table('app.stripe_event', 'local');
grant select, insert, delete on app.stripe_event to app_rw;
