-- Webhooks wait in the queue library: the one door into it, what happened to people until their receivers are told, and the order of deliveries.

-- The only way of the runtime login into the queue, in the transaction of the change that a job follows. `unsafe_dedupe` is
-- "one open job of a key": a second one is not written.
create function auth.enqueue(kind text, id uuid, data jsonb, wait interval, key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    identifier => kind,
    payload => json_build_object('id', id, 'tenantId', null, 'data', data),
    run_at => clock_timestamp() + coalesce(wait, interval '0'),
    max_attempts => 10,
    job_key => key,
    job_key_mode => 'unsafe_dedupe'
  );
end
$$;
revoke all on function auth.enqueue(text, uuid, jsonb, interval, text) from public;
grant execute on function auth.enqueue(text, uuid, jsonb, interval, text) to auth_rw;

-- What a transaction did to a person: the person itself where `tenant_id` is null, else a membership.
create table auth.person_event (
  id uuid constraint person_event_pkey primary key,
  user_id uuid not null,
  number bigint not null,
  root_tenant_id uuid not null,
  mode text not null,
  tenant_id uuid,
  action text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default clock_timestamp(),
  constraint person_event_action_check check (action in ('create', 'update', 'delete'))
);
create index person_event_user_idx on auth.person_event (user_id);
comment on table auth.person_event is 'kind: local';
grant select, insert, delete on auth.person_event to auth_rw;

-- Nothing is written where nobody listens. One job for all that a transaction did to a person.
create function auth.note_person(event uuid, person uuid, tenant uuid, what text) returns void
language plpgsql set search_path = '' as $$
declare
  account record;
begin
  select u.root_tenant_id, u.mode, u.number into account from auth.user_account u where u.id = person;
  if not found or not exists (
    select from auth.webhook w where w.event = 'user' and w.is_active and w.mode = account.mode) then
    return;
  end if;
  insert into auth.person_event (id, user_id, number, root_tenant_id, mode, tenant_id, action)
    values (event, person, account.number, account.root_tenant_id, account.mode, tenant, what);
  perform auth.enqueue('person.event', event, jsonb_build_object('userId', person), interval '0',
    'person:' || person::text || ':' || pg_current_xact_id()::text);
end
$$;
revoke all on function auth.note_person(uuid, uuid, uuid, text) from public;
grant execute on function auth.note_person(uuid, uuid, uuid, text) to auth_rw;

-- Deliveries of one receiver about one subject keep the order in which they were written, by the clock of the database;
-- one job at a time has a receiver.
alter table auth.webhook add column busy_until timestamptz;
alter table auth.webhook_delivery add column subject text;
alter table auth.webhook_delivery add column drop_at timestamptz;
alter table auth.webhook_delivery add column queued_at timestamptz not null default clock_timestamp();
create index webhook_delivery_subject_idx on auth.webhook_delivery (webhook_id, subject, queued_at) where status = 'waiting';
