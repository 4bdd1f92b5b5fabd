-- Apple takes a signed token as client secret: then the sealed secret is the key that signs it, and these name it.

alter table auth.sso_provider add column team_id text;

alter table auth.sso_provider add column signing_key_id text;
