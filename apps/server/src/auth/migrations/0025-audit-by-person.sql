-- Nothing asks the log by person, and each event, so each sign-in, wrote an entry into this index.
drop index auth.audit_event_user_idx;
