-- A report reads the spans of one subject: those of the others stand in the same weeks, and are not looked at.

drop index app.span_total_week_idx;
create index span_total_week_idx on app.span_total (tenant_id, week_end_on, about);
