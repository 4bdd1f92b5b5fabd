-- Requests of owners to remove the second factor that somebody has lost: proof of the address, and a second admin or a day's wait.
create table auth.lost_factor (
  id uuid constraint lost_factor_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid not null references auth.tenant (id) on delete cascade,
  user_id uuid not null references auth.user_account (id) on delete cascade,
  asked_by uuid not null,
  token_hash bytea not null,
  proven_at timestamptz,
  seconded_by uuid,
  seconded_at timestamptz,
  refused_by uuid,
  ended_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create unique index lost_factor_open_key on auth.lost_factor (root_tenant_id, mode, user_id) where ended_at is null;
create index lost_factor_user_idx on auth.lost_factor (user_id);
create index lost_factor_tenant_idx on auth.lost_factor (tenant_id);

comment on table auth.lost_factor is 'kind: identity';

grant select, insert, update, delete on auth.lost_factor to auth_rw;
