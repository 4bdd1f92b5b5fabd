-- What stays of master secrets that were changed: keys of MACs that people hold for years (passwords, backup codes), sealed under the one in use.
create table auth.former_key (
  key_id text constraint former_key_pkey primary key,
  sealed_keys bytea not null,
  created_at timestamptz not null
);

comment on table auth.former_key is 'kind: identity';

grant select on auth.former_key to auth_rw;
