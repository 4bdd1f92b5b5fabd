-- Taking a change of address back removes the password that was set since: this tells it from the one before.

alter table auth.identifier_change add column password_digest bytea;

create index first_factor_token_user_idx on auth.first_factor_token (user_id) where used_at is null;

create index pkce_code_user_idx on auth.pkce_code (user_id) where used_at is null;
