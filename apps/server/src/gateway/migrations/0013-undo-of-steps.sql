-- A step of a week can be taken back by who took it: with the step is kept what the week was, and its news waits to be told.

-- Null for steps of processes of the version before, which cannot be taken back.
alter table app.week_transition add column former jsonb;
alter table app.week_transition drop constraint week_transition_action_known;
alter table app.week_transition add constraint week_transition_action_known
  check (action in ('submit', 'withdraw', 'approve', 'disapprove', 'reopen', 'undo'));

-- Takes back what `app.enqueue` was given under a key, as long as nobody works on it.
create function app.take_back(tenant uuid, waiting text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  acting text := coalesce(current_setting('app.tenant_id', true), '');
begin
  if acting not in ('', coalesce(tenant::text, '')) then
    raise exception 'a job of another workspace' using errcode = '42501';
  end if;
  delete from graphile_worker._private_jobs j
    where j.key = waiting and j.payload->>'tenantId' = tenant::text and j.locked_at is null;
end
$$;
revoke all on function app.take_back(uuid, text) from public;
grant execute on function app.take_back(uuid, text) to app_rw;
