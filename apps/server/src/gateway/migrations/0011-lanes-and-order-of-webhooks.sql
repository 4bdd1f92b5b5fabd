-- Jobs of a lane run one after the other, in the order in which they were handed over; deliveries about one subject keep theirs.

-- As `app.enqueue` of before, which the version before still calls, with a lane, and by the clock instead of
-- the start of the transaction, since of two that change the same row the later one may have begun first.
create function app.enqueue(kind text, id uuid, tenant uuid, data jsonb, wait interval, key text, lane text) returns void
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
    queue_name => lane,
    run_at => clock_timestamp() + coalesce(wait, interval '0'),
    max_attempts => 10,
    job_key => key,
    job_key_mode => 'unsafe_dedupe'
  );
end
$$;
revoke all on function app.enqueue(text, uuid, uuid, jsonb, interval, text, text) from public;
grant execute on function app.enqueue(text, uuid, uuid, jsonb, interval, text, text) to app_rw;

-- One job at a time has a receiver.
alter table app.webhook add column busy_until timestamptz;
alter table app.webhook_delivery add column subject text;
alter table app.webhook_delivery add column queued_at timestamptz;
create index webhook_delivery_subject_idx on app.webhook_delivery (tenant_id, webhook_id, subject, queued_at)
  where status in ('waiting', 'failed');
