-- The sums of a project are read from its spans, of which there are some sixty a year, not from each of its days.

create index span_total_project_idx on app.span_total (tenant_id, subject_id, from_on)
  include (week_end_on, is_billable, minutes, bill_currency, bill_minor) where about = 'project';
