-- Nothing asks the log by person, and each event, so each sign-in, wrote an entry into this index.
drop index auth.audit_event_user_idx;

-- How the sign-in began that a code stands for: the registration at a provider, and whether a link was followed that is good in
-- any flow. Null where a release before wrote the code: nothing is asked then.
alter table auth.pkce_code add column registration jsonb, add column is_good_in_any_flow boolean;
