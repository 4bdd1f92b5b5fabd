-- Times of day are shown as 14:30 or as 2:30 PM, as a workspace has set.
alter table app.tenant add column time_format text not null default 'h23';
alter table app.tenant add constraint tenant_time_format_known check (time_format in ('h23', 'h12'));
