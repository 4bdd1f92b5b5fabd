-- Up to where this region has followed what the provider tells of people, so that it goes on there after any pause.
create table app.provider_cursor (
  provider text not null,
  cursor bigint not null,
  read_at timestamptz not null,
  constraint provider_cursor_pkey primary key (provider)
);
comment on table app.provider_cursor is 'local';
select app.shard_table('app.provider_cursor', 'local');
grant select, insert, update on app.provider_cursor to app_rw;
