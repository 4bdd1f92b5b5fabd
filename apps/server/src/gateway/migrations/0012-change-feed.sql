-- What changed in this region, for processes that keep something of it: written in the transaction of each change, read by all.

-- Rows are found by the transaction that wrote them: those of one that ended late come after later ones and are missed by
-- no reader (decision 028). Kept for a quarter of an hour.
create table app.change (
  xid xid8 not null default pg_current_xact_id(),
  tenant_id uuid not null,
  topic text not null,
  key text not null,
  at timestamptz not null,
  constraint change_pkey primary key (xid, tenant_id, topic, key),
  constraint change_topic_length check (char_length(topic) between 1 and 40),
  constraint change_key_length check (char_length(key) <= 200)
);
comment on table app.change is 'local';
select app.shard_table('app.change', 'local');
grant select, insert, delete on app.change to app_rw;
