-- Exact limits (security 2): one call counts a try in every bucket, or in none and says how long to wait.
-- A bucket is {key, windows: [[milliseconds, count], …], subject?: text, distinct?: boolean, waits?: [ms, …], dead_after?: int}.

create function auth.take_limits(buckets jsonb, now_ms bigint, now_at timestamptz)
returns table (allowed boolean, is_dead boolean, wait_ms bigint, refused_key text)
language plpgsql
set search_path = pg_catalog
as $$
declare
  bucket jsonb;
  held auth.limit_bucket%rowtype;
  rule jsonb;
  longest bigint;
  used int;
  oldest bigint;
  wait bigint;
  kept bigint[];
begin
  allowed := true;
  is_dead := false;
  wait_ms := 0;
  for bucket in select value from jsonb_array_elements(buckets) order by value ->> 'key' loop
    -- Always in the order of keys, so that two calls never wait for each other; held until the count is written.
    perform pg_advisory_xact_lock(hashtextextended(bucket ->> 'key', 0));
    select * into held from auth.limit_bucket where key = bucket ->> 'key';
    if not found then continue; end if;
    if bucket ? 'dead_after' and held.streak >= (bucket ->> 'dead_after')::int then
      allowed := false;
      is_dead := true;
      refused_key := bucket ->> 'key';
      continue;
    end if;
    wait := held.blocked_until - now_ms;
    if bucket ? 'subject' then
      for rule in select value from jsonb_array_elements(bucket -> 'windows') loop
        select count(*), min(seen.value::bigint) into used, oldest
        from jsonb_each_text(held.subjects) seen
        where seen.value::bigint > now_ms - (rule ->> 0)::bigint and seen.key <> bucket ->> 'subject';
        if used >= (rule ->> 1)::int then wait := greatest(wait, oldest + (rule ->> 0)::bigint - now_ms); end if;
      end loop;
    elsif not bucket ? 'waits' then
      for rule in select value from jsonb_array_elements(bucket -> 'windows') loop
        select count(*) into used from unnest(held.hits) hit where hit > now_ms - (rule ->> 0)::bigint;
        if used >= (rule ->> 1)::int then
          select hit into oldest from unnest(held.hits) hit order by hit desc offset greatest((rule ->> 1)::int, 1) - 1 limit 1;
          wait := greatest(wait, oldest + (rule ->> 0)::bigint - now_ms);
        end if;
      end loop;
    end if;
    if wait > 0 then
      allowed := false;
      if wait > wait_ms then
        wait_ms := wait;
        refused_key := bucket ->> 'key';
      end if;
    end if;
  end loop;
  if not allowed then
    return next;
    return;
  end if;
  for bucket in select value from jsonb_array_elements(buckets) order by value ->> 'key' loop
    select * into held from auth.limit_bucket where key = bucket ->> 'key';
    if not found then
      insert into auth.limit_bucket (key, hits, subjects, streak, blocked_until, touched_at)
      values (
        bucket ->> 'key',
        case when bucket ? 'subject' then '{}'::bigint[] else array[now_ms] end,
        case when bucket ? 'subject' then jsonb_build_object(bucket ->> 'subject', now_ms) else '{}'::jsonb end,
        case when bucket ? 'subject' then 0 else 1 end,
        0,
        now_at
      );
      continue;
    end if;
    select max((window_rule ->> 0)::bigint) into longest
    from jsonb_array_elements(bucket -> 'windows') window_rule;
    if bucket ? 'subject' then
      update auth.limit_bucket b
      set touched_at = now_at,
        subjects = (
          select coalesce(jsonb_object_agg(seen.key, seen.value::bigint), '{}'::jsonb)
          from jsonb_each_text(b.subjects) seen where seen.value::bigint > now_ms - longest
        ) || jsonb_build_object(bucket ->> 'subject', now_ms)
      where b.key = bucket ->> 'key';
      continue;
    end if;
    kept := array(
      select hit from unnest(held.hits) hit
      -- Once a bucket makes people wait, its tries stay until one whole window has passed after the wait.
      where hit > now_ms - longest or (bucket ? 'waits' and held.blocked_until > now_ms - longest)
      order by hit
    ) || now_ms;
    used := cardinality(kept) - (bucket -> 'windows' -> 0 ->> 1)::int;
    update auth.limit_bucket b
    set touched_at = now_at,
      hits = kept,
      streak = held.streak + 1,
      blocked_until = case
        when bucket ? 'waits' and used >= 0
        then now_ms + (bucket -> 'waits' ->> least(used, jsonb_array_length(bucket -> 'waits') - 1))::bigint
        else held.blocked_until
      end
    where b.key = bucket ->> 'key';
  end loop;
  return next;
end
$$;

-- Takes back what a right answer counted: its own buckets are emptied, shared ones lose this one try.
create function auth.release_limits(own_keys text[], shared jsonb, counted_at_ms bigint)
returns void
language plpgsql
set search_path = pg_catalog
as $$
declare
  bucket jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended(locked.key, 0))
  from (
    select key from unnest(own_keys) key union select value ->> 'key' from jsonb_array_elements(shared) order by 1
  ) locked;
  delete from auth.limit_bucket where key = any(own_keys);
  for bucket in select value from jsonb_array_elements(shared) order by value ->> 'key' loop
    update auth.limit_bucket b
    set hits = b.hits[1:array_position(b.hits, counted_at_ms) - 1] || b.hits[array_position(b.hits, counted_at_ms) + 1:],
      streak = greatest(b.streak - 1, 0)
    where b.key = bucket ->> 'key' and array_position(b.hits, counted_at_ms) is not null;
    if bucket ? 'subject' then
      update auth.limit_bucket b set subjects = b.subjects - (bucket ->> 'subject') where b.key = bucket ->> 'key';
    end if;
  end loop;
end
$$;

-- The next cursor of the revocation feed; the row lock makes cursors appear in the order of commits.
create function auth.next_change_cursor()
returns bigint
language sql
set search_path = pg_catalog
as $$
  update auth.change_counter set value = value + 1 where id = 1 returning value
$$;
