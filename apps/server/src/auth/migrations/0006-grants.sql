-- What the runtime role may do. It owns nothing; the audit log only grows.

grant select, insert, update, delete on all tables in schema auth to auth_rw;

revoke update, delete on auth.audit_event from auth_rw;

revoke insert, delete on auth.change_counter from auth_rw;

revoke insert, update, delete on auth.migration from auth_rw;

grant execute on all functions in schema auth to auth_rw;
