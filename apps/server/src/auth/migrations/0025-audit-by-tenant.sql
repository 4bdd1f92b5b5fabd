-- The audit log is read a page at a time, the newest ids of a tenant first. By time it was sorted anew for each page, and by
-- person nothing asks for it: each event, and so each sign-in, wrote two indexes that no page could use.
drop index auth.audit_event_tenant_idx;

drop index auth.audit_event_user_idx;

create index audit_event_tenant_idx on auth.audit_event (tenant_id, id);
