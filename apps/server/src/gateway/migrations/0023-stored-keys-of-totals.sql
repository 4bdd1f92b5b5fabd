-- The keys of totals are made of columns that are stored, not computed: Citus moves a workspace to another server by logical
-- replication, which sends no computed columns, so that a total that is written meanwhile would not find its row there.

alter table app.day_total drop constraint day_total_pkey;
alter table app.day_total drop column activity_key;
-- The activity, or zeros for none.
alter table app.day_total add column activity_key uuid not null default '00000000-0000-0000-0000-000000000000';
update app.day_total set activity_key = activity_id where activity_id is not null;
alter table app.day_total add constraint day_total_pkey
  primary key (tenant_id, team_member_id, week_end_on, work_on, project_id, activity_key, is_billable);

alter table app.span_total drop constraint span_total_pkey;
alter table app.span_total drop column subject_key;
-- The subject, or zeros for none.
alter table app.span_total add column subject_key uuid not null default '00000000-0000-0000-0000-000000000000';
update app.span_total set subject_key = subject_id where subject_id is not null;
alter table app.span_total add constraint span_total_pkey
  primary key (tenant_id, about, from_on, subject_key, is_billable, bill_currency, cost_currency);
