-- Sums of the totals of days, over the days of a week within a month, so that a report of a year reads thousands of rows, not a million.

-- By one subject each: a project, an activity, a person, or the days themselves (`day`, one day a row). A currency of '' is none.
create table app.span_total (
  tenant_id uuid not null,
  about text not null,
  from_on date not null,
  to_on date not null,
  week_end_on date not null,
  subject_id uuid,
  subject_key uuid not null generated always as (coalesce(subject_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  is_billable boolean not null,
  bill_currency text not null,
  cost_currency text not null,
  entries int not null,
  minutes int not null,
  bill_minor bigint not null,
  unpriced_minutes int not null,
  cost_minor bigint not null,
  uncosted_minutes int not null,
  constraint span_total_pkey primary key (tenant_id, about, from_on, subject_key, is_billable, bill_currency, cost_currency),
  constraint span_total_about_known check (about in ('project', 'activity', 'person', 'day')),
  constraint span_total_days_order check (from_on <= to_on and week_end_on - from_on between 0 and 6)
);
comment on table app.span_total is 'tenant';
select app.shard_table('app.span_total', 'tenant');
alter table app.span_total add constraint span_total_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
create index span_total_week_idx on app.span_total (tenant_id, week_end_on);
alter table app.span_total enable row level security;
create policy span_total_tenant on app.span_total to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.span_total to app_rw;

-- The weeks of a workspace whose spans are added up: they hold as long as no change of the week stands below.
create table app.span_week (
  tenant_id uuid not null,
  week_end_on date not null,
  folds int not null default 1,
  constraint span_week_pkey primary key (tenant_id, week_end_on)
);
comment on table app.span_week is 'tenant';
select app.shard_table('app.span_week', 'tenant');
alter table app.span_week add constraint span_week_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.span_week enable row level security;
create policy span_week_tenant on app.span_week to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.span_week to app_rw;

-- Totals of days of this week changed since its spans were added up. A row for every change, so that nobody waits for another.
create table app.span_change (
  tenant_id uuid not null,
  week_end_on date not null,
  id uuid not null,
  constraint span_change_pkey primary key (tenant_id, week_end_on, id)
);
comment on table app.span_change is 'tenant';
select app.shard_table('app.span_change', 'tenant');
alter table app.span_change add constraint span_change_tenant_fkey
  foreign key (tenant_id) references app.tenant (tenant_id) on delete cascade;
alter table app.span_change enable row level security;
create policy span_change_tenant on app.span_change to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, delete on app.span_change to app_rw;

-- What is there already is added up by the task "totals".
insert into app.span_change (tenant_id, week_end_on, id)
select distinct w.tenant_id, w.week_end_on, '00000000-0000-0000-0000-000000000000'::uuid from app.timesheet_week w;
