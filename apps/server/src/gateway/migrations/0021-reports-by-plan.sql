-- Reports that are mailed by a plan: the sending that was the last one, so that none goes out twice.

alter table app.saved_report add column scheduled_for timestamptz;
create index saved_report_schedule_idx on app.saved_report (tenant_id) where schedule is not null;
