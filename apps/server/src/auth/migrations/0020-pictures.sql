-- The own picture of a person, written anew by us and served by us.
create table auth.picture (
  id uuid constraint picture_pkey primary key,
  root_tenant_id uuid not null,
  mode text not null,
  user_id uuid not null references auth.user_account (id) on delete cascade,
  png bytea not null,
  created_at timestamptz not null
);

create unique index picture_user_key on auth.picture (root_tenant_id, mode, user_id);
create index picture_user_idx on auth.picture (user_id);

comment on table auth.picture is 'kind: identity';

grant select, insert, update, delete on auth.picture to auth_rw;
