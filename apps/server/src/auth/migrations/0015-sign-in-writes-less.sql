-- Signing in writes less: limits are judged and counted by one statement for all buckets, and fewer indexes are kept.

-- Counts a try in every bucket, or in none and says how long to wait. A bucket is {key, windows: [[milliseconds, count], …],
-- subject?: text, waits?: [ms, …], dead_after?: int, silent?: true}. A silent bucket makes nobody wait: when it is full the
-- answer says is_dead, and the others count all the same.
create or replace function auth.take_limits(buckets jsonb, now_ms bigint, now_at timestamptz)
returns table (allowed boolean, is_dead boolean, wait_ms bigint, refused_key text)
language plpgsql
set search_path = pg_catalog
as $$
begin
  -- Always in the order of keys, so that two calls never wait for each other; held until the count is written.
  perform pg_advisory_xact_lock(hashtextextended(locked.name, 0))
  from (select value ->> 'key' as name from jsonb_array_elements(buckets) order by 1) locked;
  return query
  with wanted as materialized (
    select value as rule, value ->> 'key' as name, value ->> 'subject' as subject, value ? 'waits' as has_waits,
      coalesce((value ->> 'silent')::boolean, false) as is_silent
    from jsonb_array_elements(buckets)
  ), state as materialized (
    select w.*, h.hits, h.subjects, coalesce(h.streak, 0) as streak, coalesce(h.blocked_until, 0) as blocked_until,
      coalesce(h.streak >= (w.rule ->> 'dead_after')::int, false) as is_over, l.longest,
      greatest(h.blocked_until - now_ms, l.wait, 0) as wait
    from wanted w
    -- One look into the index for each bucket, however large the planner thinks the list is.
    left join lateral (select * from auth.limit_bucket b where b.key = w.name offset 0) h on true
    cross join lateral (
      select max(r.ms) as longest, max(case
          when w.subject is not null then (
            select case when count(*) >= r.most then min(seen.value::bigint) + r.ms - now_ms end
            from jsonb_each_text(h.subjects) seen
            where seen.value::bigint > now_ms - r.ms and seen.key <> w.subject)
          when w.has_waits then 0
          when r.most < 1 then r.ms
          -- The oldest of the last `most` tries has to leave the window.
          else h.hits[cardinality(h.hits) - r.most + 1] + r.ms - now_ms
        end) as wait
      from (
        select (value ->> 0)::bigint as ms, (value ->> 1)::int as most from jsonb_array_elements(w.rule -> 'windows')
      ) r
    ) l
  ), verdict as materialized (
    select coalesce(max(s.wait) filter (where not s.is_silent and not s.is_over), 0) as longest_wait,
      coalesce(bool_or(s.is_over and not s.is_silent), false) as is_over,
      coalesce(bool_or(s.is_silent and (s.is_over or s.wait > 0)), false) as is_silently_over,
      (array_agg(s.name order by s.wait desc, s.name) filter (where not s.is_silent and (s.wait > 0 or s.is_over)))[1]
        as refused
    from state s
  ), counted as (
    select s.*, case
        when s.subject is not null then '{}'::bigint[]
        else array(
          select hit from unnest(s.hits) hit
          -- Once a bucket makes people wait, its tries stay until one whole window has passed after the wait.
          where hit > now_ms - s.longest or (s.has_waits and s.blocked_until > now_ms - s.longest)
          order by hit
        ) || now_ms
      end as kept
    from state s cross join verdict v
    where v.longest_wait = 0 and not v.is_over and not (s.is_silent and (s.is_over or s.wait > 0))
  ), written as (
    insert into auth.limit_bucket as b (key, hits, subjects, streak, blocked_until, touched_at)
    select c.name, c.kept,
      case when c.subject is null then '{}'::jsonb else (
          select coalesce(jsonb_object_agg(seen.key, seen.value::bigint), '{}'::jsonb)
          from jsonb_each_text(c.subjects) seen where seen.value::bigint > now_ms - c.longest
        ) || jsonb_build_object(c.subject, now_ms) end,
      case when c.subject is null then c.streak + 1 else c.streak end,
      case
        when c.has_waits and cardinality(c.kept) >= (c.rule -> 'windows' -> 0 ->> 1)::int
        then now_ms + (c.rule -> 'waits' ->> least(
          cardinality(c.kept) - (c.rule -> 'windows' -> 0 ->> 1)::int,
          jsonb_array_length(c.rule -> 'waits') - 1))::bigint
        else c.blocked_until
      end,
      now_at
    from counted c
    order by c.name
    on conflict (key) do update set hits = excluded.hits, subjects = excluded.subjects, streak = excluded.streak,
      blocked_until = excluded.blocked_until, touched_at = excluded.touched_at
  )
  select v.longest_wait = 0 and not v.is_over, v.longest_wait = 0 and (v.is_over or v.is_silently_over),
    v.longest_wait::bigint, v.refused
  from verdict v;
end
$$;

-- Takes back what a right answer counted: its own buckets are emptied, shared ones lose this one try.
create or replace function auth.release_limits(own_keys text[], shared jsonb, counted_at_ms bigint)
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
    set hits = case when r.at is null then b.hits else b.hits[1:r.at - 1] || b.hits[r.at + 1:] end,
      streak = case when r.at is null then b.streak else greatest(b.streak - 1, 0) end,
      subjects = b.subjects - coalesce(bucket ->> 'subject', '')
    from (
      select key, array_position(hits, counted_at_ms) as at from auth.limit_bucket where key = bucket ->> 'key'
    ) r
    where b.key = r.key;
  end loop;
end
$$;

-- What only housekeeping asks for is found by ranges of the heap: rows come in the order of these times, and an index
-- over ranges lets a row be written without an entry in each index.
drop index auth.limit_bucket_touched_idx;

create index limit_bucket_touched_range_idx on auth.limit_bucket using brin (touched_at);

drop index auth.session_expires_idx;

create index session_expires_range_idx on auth.session using brin (expires_at);

-- A session's tenant names its root, and tenants are never deleted: one look for both is enough.
alter table auth.session drop constraint session_root_tenant_id_fkey;
