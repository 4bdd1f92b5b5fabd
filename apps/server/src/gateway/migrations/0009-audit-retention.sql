-- The audit is kept 400 days.

-- The runtime role may only add to the audit. What it may remove is the workspace of its transaction, and of that only
-- what is older than 400 days by the clock of the database: no argument can widen it.
create function app.purge_audit() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  target uuid := current_setting('app.tenant_id')::uuid;
  purged bigint;
begin
  delete from app.audit_event where tenant_id = target and at < now() - interval '400 days';
  get diagnostics purged = row_count;
  return purged;
end
$$;
revoke all on function app.purge_audit() from public;
grant execute on function app.purge_audit() to app_rw;
