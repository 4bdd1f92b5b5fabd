-- Jobs are a queue library's from here on: one function to hand them over, and the open ones of before move there.

-- The only way of the runtime login into the queue (decisions 23): in the transaction of the change that a job follows,
-- for the workspace of that transaction. `unsafe_dedupe` is "one open job of a key": a second one is not written.
create function app.enqueue(kind text, id uuid, tenant uuid, data jsonb, wait interval, key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  acting text := coalesce(current_setting('app.tenant_id', true), '');
begin
  if acting not in ('', coalesce(tenant::text, '')) then
    raise exception 'a job of another workspace' using errcode = '42501';
  end if;
  perform graphile_worker.add_job(
    identifier => kind,
    payload => json_build_object('id', id, 'tenantId', tenant, 'data', data),
    run_at => now() + wait,
    max_attempts => 10,
    job_key => key,
    job_key_mode => 'unsafe_dedupe'
  );
end
$$;
revoke all on function app.enqueue(text, uuid, uuid, jsonb, interval, text) from public;
grant execute on function app.enqueue(text, uuid, uuid, jsonb, interval, text) to app_rw;

-- What was announced once and is not announced again: digests, by person and week. Kept for a month.
create table app.announcement (
  key text not null,
  tenant_id uuid not null,
  announced_at timestamptz not null,
  constraint announcement_pkey primary key (key)
);
comment on table app.announcement is 'local';
select app.shard_table('app.announcement', 'local');
create index announcement_announced_idx on app.announcement (announced_at);
grant select, insert, delete on app.announcement to app_rw;
insert into app.announcement (key, tenant_id, announced_at)
  select key, tenant_id, min(created_at) from app.outbox where kind = 'approver.digest' and key is not null group by 1, 2
  on conflict (key) do nothing;

-- Open jobs go on with the tries they have left; those that were put aside stay put aside.
select graphile_worker.reschedule_jobs(
    array[(graphile_worker.add_job(
      identifier => o.kind,
      payload => json_build_object('id', o.id, 'tenantId', o.tenant_id, 'data', o.payload),
      run_at => o.available_at,
      max_attempts => 10,
      job_key => o.key,
      job_key_mode => 'unsafe_dedupe')).id],
    attempts => least(o.attempts, 9))
  from app.outbox o where o.done_at is null and o.dead_at is null order by o.available_at;
select graphile_worker.permanently_fail_jobs(
    array[(graphile_worker.add_job(
      identifier => o.kind,
      payload => json_build_object('id', o.id, 'tenantId', o.tenant_id, 'data', o.payload),
      run_at => o.available_at,
      max_attempts => 10)).id],
    o.error)
  from app.outbox o where o.done_at is null and o.dead_at is not null;
drop table app.outbox;
