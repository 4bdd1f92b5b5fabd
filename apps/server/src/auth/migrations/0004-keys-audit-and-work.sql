-- Keys, the audit log, the revocation feed, and local tables: limits, jobs, outbox, webhook deliveries.

create table auth.signing_key (
  id uuid constraint signing_key_pkey primary key,
  root_tenant_id uuid not null references auth.tenant (id),
  mode text not null,
  public_jwk jsonb not null,
  sealed_private_key bytea not null,
  key_id text not null,
  use_from timestamptz not null,
  use_until timestamptz not null,
  removed_at timestamptz,
  created_at timestamptz not null
);

create index signing_key_use_idx on auth.signing_key (root_tenant_id, mode, use_from);

comment on table auth.signing_key is 'kind: identity';

create table auth.api_key (
  id uuid constraint api_key_pkey primary key,
  root_tenant_id uuid not null references auth.tenant (id),
  mode text not null,
  tenant_id uuid not null references auth.tenant (id),
  kind text not null,
  key_hash bytea not null constraint api_key_hash_key unique,
  hint text not null,
  name text,
  sealed_key bytea,
  invalidated_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  constraint api_key_kind_check check (kind in ('admin', 'readonly', 'webhook'))
);

create index api_key_tenant_idx on auth.api_key (tenant_id, mode, kind);

comment on table auth.api_key is 'kind: identity';

create table auth.audit_event (
  id uuid constraint audit_event_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid,
  user_id uuid,
  actor_kind text not null,
  actor_id text,
  action text not null,
  detail jsonb not null default '{}',
  address text,
  request_id text,
  at timestamptz not null
);

create index audit_event_tenant_idx on auth.audit_event (tenant_id, at desc);

create index audit_event_user_idx on auth.audit_event (user_id, at desc);

comment on table auth.audit_event is 'kind: identity';

create table auth.change_counter (
  id int constraint change_counter_pkey primary key check (id = 1),
  value bigint not null
);

insert into auth.change_counter (id, value) values (1, 0);

comment on table auth.change_counter is 'kind: local';

create table auth.change (
  cursor bigint constraint change_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  kind text not null,
  session_id uuid,
  user_id uuid,
  version int,
  at timestamptz not null,
  constraint change_kind_check check (kind in ('session', 'authorization'))
);

create index change_at_idx on auth.change (at);

comment on table auth.change is 'kind: local';

create table auth.limit_bucket (
  key text constraint limit_bucket_pkey primary key,
  hits bigint[] not null default '{}',
  subjects jsonb not null default '{}',
  streak int not null default 0,
  blocked_until bigint not null default 0,
  touched_at timestamptz not null
);

create index limit_bucket_touched_idx on auth.limit_bucket (touched_at);

comment on table auth.limit_bucket is 'kind: local';

create table auth.job (
  id uuid constraint job_pkey primary key,
  kind text not null,
  sealed_payload bytea not null,
  run_at timestamptz not null,
  tries int not null default 0,
  claimed_until timestamptz,
  finished_at timestamptz,
  last_error text,
  created_at timestamptz not null
);

create index job_due_idx on auth.job (run_at) where finished_at is null;

comment on table auth.job is 'kind: local';

create table auth.outbox (
  id uuid constraint outbox_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid not null,
  channel text not null,
  recipient_hash bytea not null,
  sealed_payload bytea,
  status text not null default 'waiting',
  run_at timestamptz not null,
  drop_at timestamptz,
  tries int not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  constraint outbox_channel_check check (channel in ('email', 'sms', 'webhook')),
  constraint outbox_status_check check (status in ('waiting', 'sent', 'stored', 'dropped', 'dead'))
);

create index outbox_due_idx on auth.outbox (run_at) where status = 'waiting';

create index outbox_recipient_idx on auth.outbox (root_tenant_id, mode, recipient_hash, created_at desc);

comment on table auth.outbox is 'kind: local';

create table auth.webhook (
  id uuid constraint webhook_pkey primary key,
  tenant_id uuid not null references auth.tenant (id),
  mode text not null,
  event text not null,
  url text not null,
  sealed_secret bytea not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_key unique (tenant_id, mode, event),
  constraint webhook_event_check
    check (event in ('user', 'tenant', 'smsVerificationCode', 'emailVerificationCode', 'emailLink'))
);

comment on table auth.webhook is 'kind: identity';

create table auth.webhook_delivery (
  id uuid constraint webhook_delivery_pkey primary key,
  webhook_id uuid not null references auth.webhook (id) on delete cascade,
  event text not null,
  payload jsonb not null,
  status text not null default 'waiting',
  tries int not null default 0,
  run_at timestamptz not null,
  claimed_until timestamptz,
  response_status int,
  last_error text,
  delivered_at timestamptz,
  created_at timestamptz not null,
  constraint webhook_delivery_status_check check (status in ('waiting', 'delivered', 'dead'))
);

create index webhook_delivery_due_idx on auth.webhook_delivery (run_at) where status = 'waiting';

create index webhook_delivery_log_idx on auth.webhook_delivery (webhook_id, created_at desc);

comment on table auth.webhook_delivery is 'kind: local';
