-- What happens to a person reaches the gateway also where nobody has a session: memberships, locks, new passwords.
alter table auth.change add column tenant_id uuid;
alter table auth.change drop constraint change_kind_check;
alter table auth.change add constraint change_kind_check check (kind in ('session', 'authorization', 'person', 'member'));

-- Tokens for programs that were made for a person before this instant are void.
alter table auth.user_account add column tokens_valid_from timestamptz;
