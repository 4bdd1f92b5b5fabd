-- Sessions and everything that is used once: links, codes, first-factor tokens, hand-over and PKCE codes.

create table auth.session (
  id uuid constraint session_pkey primary key,
  root_tenant_id uuid not null references auth.tenant (id),
  mode text not null,
  tenant_id uuid not null references auth.tenant (id),
  user_id uuid not null references auth.user_account (id) on delete cascade,
  family_id uuid not null,
  parent_sid uuid,
  provider_tenant_id uuid,
  gen int not null default 1,
  rotated_at timestamptz,
  successor_seen_at timestamptz,
  amr text[] not null,
  auth_time timestamptz not null,
  is_cookie_mode boolean not null default false,
  companion_hash bytea,
  is_companion_seen boolean not null default false,
  device text,
  address text,
  last_used_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text,
  created_at timestamptz not null,
  constraint session_mode_check check (mode in ('test', 'live'))
);

create index session_user_idx on auth.session (user_id) where ended_at is null;

create index session_family_idx on auth.session (family_id) where ended_at is null;

create index session_expires_idx on auth.session (expires_at);

comment on table auth.session is 'kind: identity';

create table auth.link (
  id uuid constraint link_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid not null references auth.tenant (id),
  user_id uuid not null references auth.user_account (id) on delete cascade,
  kind text not null,
  token_hash bytea not null,
  email text,
  redirect text,
  data jsonb not null default '{}',
  companion_hash bytea,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz not null,
  constraint link_kind_check check (kind in ('login', 'welcome', 'verify', 'invite', 'reset', 'sso'))
);

create index link_user_idx on auth.link (user_id, kind) where used_at is null and voided_at is null;

create index link_expires_idx on auth.link (expires_at);

comment on table auth.link is 'kind: identity';

create table auth.code (
  id uuid constraint code_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid not null references auth.tenant (id),
  purpose text not null,
  channel text not null,
  address text not null,
  user_id uuid references auth.user_account (id) on delete cascade,
  code_hmac bytea not null,
  tries int not null default 0,
  data jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz not null,
  constraint code_channel_check check (channel in ('email', 'sms')),
  constraint code_purpose_check check (purpose in ('sign-in', 'second-factor', 'verify'))
);

create index code_address_idx on auth.code (tenant_id, purpose, channel, address, created_at desc);

create index code_expires_idx on auth.code (expires_at);

comment on table auth.code is 'kind: identity';

create table auth.first_factor_token (
  token_hash bytea constraint first_factor_token_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid not null references auth.tenant (id),
  user_id uuid not null references auth.user_account (id) on delete cascade,
  strategy text not null,
  channel text not null,
  second_factors jsonb not null,
  purpose text not null default 'sign-in',
  redirect_kind text not null default 'login',
  data jsonb not null default '{}',
  companion_hash bytea,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);

comment on table auth.first_factor_token is 'kind: identity';

create table auth.handover_code (
  code_hash bytea constraint handover_code_pkey primary key,
  session_id uuid not null references auth.session (id) on delete cascade,
  tenant_id uuid not null references auth.tenant (id),
  origin text not null,
  code_challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);

comment on table auth.handover_code is 'kind: identity';

create table auth.pkce_code (
  code_hash bytea constraint pkce_code_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid not null references auth.tenant (id),
  user_id uuid not null references auth.user_account (id) on delete cascade,
  code_challenge text not null,
  amr text[] not null,
  provider_tenant_id uuid,
  redirect_kind text not null default 'login',
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);

comment on table auth.pkce_code is 'kind: identity';
