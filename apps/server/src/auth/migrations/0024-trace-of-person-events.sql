-- The job that follows a change of a person belongs to the trace of what changed them, where there is one.

-- As in 0018, with the trace.
create function auth.note_person(event uuid, person uuid, tenant uuid, what text, trace text) returns void
language plpgsql set search_path = '' as $$
declare
  account record;
begin
  select u.root_tenant_id, u.mode, u.number into account from auth.user_account u where u.id = person;
  if not found or not exists (
    select from auth.webhook w where w.event = 'user' and w.is_active and w.mode = account.mode) then
    return;
  end if;
  if exists (
    select from auth.identifier i where i.user_id = person and i.kind = 'email' and i.is_shared) then
    return;
  end if;
  insert into auth.person_event (id, user_id, number, root_tenant_id, mode, tenant_id, action)
    values (event, person, account.number, account.root_tenant_id, account.mode, tenant, what);
  perform auth.enqueue('person.event', event, jsonb_strip_nulls(jsonb_build_object('userId', person, 'traceparent', trace)),
    interval '0', 'person:' || person::text || ':' || pg_current_xact_id()::text);
end
$$;
revoke all on function auth.note_person(uuid, uuid, uuid, text, text) from public;
grant execute on function auth.note_person(uuid, uuid, uuid, text, text) to auth_rw;

-- Called by the version before alone.
create or replace function auth.note_person(event uuid, person uuid, tenant uuid, what text) returns void
language plpgsql set search_path = '' as $$
begin
  perform auth.note_person(event, person, tenant, what, null);
end
$$;
