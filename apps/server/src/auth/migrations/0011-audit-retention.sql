-- The audit is kept 400 days.

-- The runtime role may only add to the audit. What it may have removed is what is older than 400 days by the clock of the
-- database, some at a time: no argument can widen it.
create function auth.purge_audit() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  purged bigint;
begin
  delete from auth.audit_event where id in (
    select id from auth.audit_event where at < now() - interval '400 days' limit 10000);
  get diagnostics purged = row_count;
  return purged;
end
$$;

revoke all on function auth.purge_audit() from public;

grant execute on function auth.purge_audit() to auth_rw;

create index audit_event_at_idx on auth.audit_event using brin (at);
