-- Backup codes are kept as a keyed hash. Codes from before keep their Argon2id hash until they are used or renewed.

alter table auth.backup_code alter column code_hash drop not null;

alter table auth.backup_code alter column pepper_version drop not null;

alter table auth.backup_code add column code_mac bytea;

alter table auth.backup_code add constraint backup_code_form_check
  check (num_nonnulls(code_hash, code_mac) = 1) not valid;

alter table auth.backup_code validate constraint backup_code_form_check;
