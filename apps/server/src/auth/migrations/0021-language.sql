-- In which language somebody is written to: that of the pages they used last.
alter table auth.user_account
  add column language text constraint user_account_language_check check (language ~ '^[a-z]{2}$');
