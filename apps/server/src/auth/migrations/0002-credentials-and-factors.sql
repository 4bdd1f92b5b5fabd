-- What people prove who they are with: passwords, authenticators, backup codes, known devices, outside identities.

create table auth.credential (
  user_id uuid constraint credential_pkey primary key references auth.user_account (id) on delete cascade,
  password_hash text not null,
  pepper_version int not null,
  changed_at timestamptz not null
);

comment on table auth.credential is 'kind: identity';

create table auth.totp (
  user_id uuid constraint totp_pkey primary key references auth.user_account (id) on delete cascade,
  sealed_secret bytea not null,
  key_id text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  enrol_until timestamptz,
  created_at timestamptz not null
);

comment on table auth.totp is 'kind: identity';

create table auth.backup_code (
  user_id uuid not null references auth.user_account (id) on delete cascade,
  selector text not null,
  code_hash text not null,
  pepper_version int not null,
  is_active boolean not null default false,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint backup_code_pkey primary key (user_id, selector)
);

comment on table auth.backup_code is 'kind: identity';

create table auth.device (
  user_id uuid not null references auth.user_account (id) on delete cascade,
  companion_hash bytea not null,
  description text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint device_pkey primary key (user_id, companion_hash)
);

comment on table auth.device is 'kind: identity';

create table auth.sso_provider (
  id uuid constraint sso_provider_pkey primary key,
  tenant_id uuid not null references auth.tenant (id),
  mode text not null,
  provider text not null,
  provider_id text not null default '',
  issuer text,
  client_id text not null,
  sealed_client_secret bytea not null,
  key_id text not null,
  scopes text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sso_provider_key unique (tenant_id, mode, provider, provider_id)
);

comment on table auth.sso_provider is 'kind: identity';

create table auth.federated_identity (
  id uuid constraint federated_identity_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid not null references auth.tenant (id),
  provider text not null,
  provider_id text not null default '',
  issuer text not null,
  subject text not null,
  user_id uuid not null references auth.user_account (id) on delete cascade,
  email text,
  is_email_proven boolean not null default false,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint federated_identity_key unique (root_tenant_id, mode, tenant_id, provider, provider_id, issuer, subject)
);

create index federated_identity_user_idx on auth.federated_identity (user_id);

comment on table auth.federated_identity is 'kind: identity';

create table auth.sso_state (
  state_hash bytea constraint sso_state_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid not null references auth.tenant (id),
  provider text not null,
  provider_id text not null default '',
  sealed_payload bytea not null,
  key_id text not null,
  browser_hash bytea,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);

comment on table auth.sso_state is 'kind: identity';

create table auth.saml_service_provider (
  id uuid constraint saml_service_provider_pkey primary key,
  tenant_id uuid not null references auth.tenant (id),
  entity_id text not null,
  acs_url text not null,
  slo_url text,
  certificate text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saml_service_provider_key unique (tenant_id, entity_id)
);

comment on table auth.saml_service_provider is 'kind: identity';

create table auth.saml_identity_provider (
  id uuid constraint saml_identity_provider_pkey primary key,
  tenant_id uuid not null references auth.tenant (id),
  entity_id text not null,
  sso_url text not null,
  certificates text[] not null,
  domains text[] not null default '{}',
  metadata text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saml_identity_provider_key unique (tenant_id, entity_id)
);

comment on table auth.saml_identity_provider is 'kind: identity';

create table auth.saml_request (
  id text constraint saml_request_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid not null references auth.tenant (id),
  kind text not null,
  payload jsonb not null,
  browser_hash bytea,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);

create index saml_request_browser_idx on auth.saml_request (browser_hash, kind);

comment on table auth.saml_request is 'kind: identity';

create table auth.saml_assertion (
  tenant_id uuid not null references auth.tenant (id),
  issuer text not null,
  assertion_id text not null,
  expires_at timestamptz not null,
  constraint saml_assertion_pkey primary key (tenant_id, issuer, assertion_id)
);

comment on table auth.saml_assertion is 'kind: identity';

create table auth.saml_handle (
  token_hash bytea constraint saml_handle_pkey primary key,
  kind text not null constraint saml_handle_kind_check check (kind in ('saml', 'link')),
  session_id uuid not null,
  user_id uuid not null references auth.user_account (id) on delete cascade,
  tenant_id uuid not null references auth.tenant (id),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);

comment on table auth.saml_handle is 'kind: identity';

create table auth.saml_key (
  tenant_id uuid not null references auth.tenant (id),
  mode text not null,
  id uuid not null,
  sealed_private_key bytea not null,
  key_id text not null,
  certificate text not null,
  created_at timestamptz not null,
  constraint saml_key_pkey primary key (tenant_id, mode)
);

comment on table auth.saml_key is 'kind: identity';
