-- A sign-up with an address that so far was only invited waits beside it until the address is proven: one for each address, and nobody is told of it.
create unique index identifier_waiting_key on auth.identifier (root_tenant_id, mode, norm)
  where kind = 'email' and is_shared;

-- As in 0016, and nothing is noted of a sign-up that waits.
create or replace function auth.note_person(event uuid, person uuid, tenant uuid, what text) returns void
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
  perform auth.enqueue('person.event', event, jsonb_build_object('userId', person), interval '0',
    'person:' || person::text || ':' || pg_current_xact_id()::text);
end
$$;
