-- What lists over thousands look at is kept with the row, and what an inbox shows with its week, so that both answer at once.

-- PostgreSQL works these columns out by itself, so a process of the version before need not know of them. Beside each an index in
-- the order of the list, which holds all that a search looks at.
alter table app.project
  add column sort_name text not null generated always as (lower(name)) stored,
  add column search_name text not null generated always as (lower(name || ' ' || coalesce(code, ''))) stored;
create index project_search_idx on app.project (tenant_id, sort_name, id)
  include (search_name, client_id, visibility, manager_id) where archived_at is null and deleted_at is null;
alter table app.activity
  add column order_key text not null generated always as (lpad(sort_order::text, 10, '0') || lower(name)) stored,
  add column search_name text not null generated always as (lower(name || ' ' || coalesce(code, ''))) stored;
create index activity_search_idx on app.activity (tenant_id, order_key, id)
  include (search_name, is_global, billable_default) where archived_at is null and deleted_at is null;

-- Minutes of the seven days of a week and the projects that it has time on, counted with its totals. They hold for the version
-- that was counted; a row that has none was counted before there were any.
alter table app.timesheet_week
  add column day_minutes int[],
  add column project_ids uuid[];
alter table app.timesheet_week alter column day_minutes set default '{0,0,0,0,0,0,0}';
alter table app.timesheet_week alter column project_ids set default '{}';
