-- Who exists: tenants (root, workspaces, other applications' tenants), people and how they are named.
-- Kind of every table here: identity (global; unique keys start with root tenant and mode) unless its comment says local.

create table auth.tenant (
  id uuid constraint tenant_pkey primary key,
  public_id text not null constraint tenant_public_id_key unique,
  alias_id text constraint tenant_alias_id_key unique,
  root_tenant_id uuid not null,
  mode text not null,
  parent_id uuid,
  name text not null,
  image text,
  data jsonb not null default '{}',
  slug text,
  region_code text,
  status text not null default 'active',
  signup text not null default 'open',
  settings jsonb not null default '{}',
  first_factors jsonb not null,
  second_factors jsonb not null default '[]',
  is_mfa_required jsonb not null default 'false',
  allowed_origins text[] not null default '{}',
  live_domains text[] not null default '{}',
  is_test_enabled boolean not null default false,
  test_origins text[] not null default '{}',
  creator_user_id uuid,
  last_user_number bigint not null default 0,
  version int not null default 1,
  last_active_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tenant_public_id_check check (public_id ~ '^[a-z0-9]{8}$'),
  constraint tenant_mode_check check (mode in ('test', 'live')),
  constraint tenant_status_check check (status in ('provisioning', 'active', 'archived', 'deleted')),
  constraint tenant_signup_check check (signup in ('open', 'invited')),
  constraint tenant_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 63),
  constraint tenant_root_check check ((parent_id is null) = (id = root_tenant_id)),
  constraint tenant_slug_key unique (root_tenant_id, mode, slug)
);

alter table auth.tenant add constraint tenant_root_tenant_id_fkey
  foreign key (root_tenant_id) references auth.tenant (id);

alter table auth.tenant add constraint tenant_parent_id_fkey foreign key (parent_id) references auth.tenant (id);

create index tenant_parent_idx on auth.tenant (parent_id, created_at);

create index tenant_allowed_origins_idx on auth.tenant using gin (allowed_origins);

comment on table auth.tenant is 'kind: identity';

create table auth.former_slug (
  root_tenant_id uuid not null references auth.tenant (id),
  mode text not null,
  slug text not null,
  tenant_id uuid not null references auth.tenant (id),
  reserved_until timestamptz not null,
  constraint former_slug_pkey primary key (root_tenant_id, mode, slug)
);

comment on table auth.former_slug is 'kind: identity';

create table auth.tenant_domain (
  tenant_id uuid not null references auth.tenant (id),
  domain text not null,
  challenge text not null,
  proven_at timestamptz,
  created_at timestamptz not null,
  constraint tenant_domain_pkey primary key (tenant_id, domain)
);

comment on table auth.tenant_domain is 'kind: identity';

create table auth.user_account (
  root_tenant_id uuid not null references auth.tenant (id),
  mode text not null,
  id uuid not null,
  number bigint not null,
  name text,
  image text,
  data jsonb not null default '{}',
  is_locked boolean not null default false,
  is_mfa_required boolean not null default false,
  preferred_first_factor jsonb,
  preferred_second_factor jsonb,
  authz_version int not null default 1,
  session_epoch timestamptz,
  last_active_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint user_account_pkey primary key (root_tenant_id, mode, id),
  constraint user_account_id_key unique (id),
  constraint user_account_number_key unique (root_tenant_id, mode, number),
  constraint user_account_mode_check check (mode in ('test', 'live'))
);

create index user_account_last_active_idx on auth.user_account (root_tenant_id, mode, last_active_at);

comment on table auth.user_account is 'kind: identity';

create table auth.identifier (
  root_tenant_id uuid not null,
  mode text not null,
  user_id uuid not null references auth.user_account (id) on delete cascade,
  kind text not null,
  value text not null,
  norm text not null,
  confirmed_at timestamptz,
  is_shared boolean not null default false,
  created_at timestamptz not null,
  constraint identifier_pkey primary key (root_tenant_id, mode, user_id, kind),
  constraint identifier_kind_check check (kind in ('email', 'username', 'phone')),
  constraint identifier_mode_check check (mode in ('test', 'live'))
);

create unique index identifier_norm_key on auth.identifier (root_tenant_id, mode, kind, norm) where not is_shared;

create index identifier_norm_idx on auth.identifier (root_tenant_id, mode, norm);

create index identifier_user_idx on auth.identifier (user_id);

comment on table auth.identifier is 'kind: identity';

create table auth.identifier_change (
  id uuid constraint identifier_change_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  user_id uuid not null references auth.user_account (id) on delete cascade,
  kind text not null,
  old_value text,
  old_confirmed_at timestamptz,
  new_value text not null,
  undo_hash bytea not null,
  undo_until timestamptz not null,
  undone_at timestamptz,
  created_at timestamptz not null
);

create index identifier_change_user_idx on auth.identifier_change (user_id);

comment on table auth.identifier_change is 'kind: identity';

create table auth.membership (
  tenant_id uuid not null references auth.tenant (id),
  user_id uuid not null references auth.user_account (id) on delete cascade,
  root_tenant_id uuid not null,
  mode text not null,
  roles text[] not null default '{}',
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint membership_pkey primary key (tenant_id, user_id)
);

create index membership_user_idx on auth.membership (user_id, last_used_at desc nulls last);

comment on table auth.membership is 'kind: identity';
