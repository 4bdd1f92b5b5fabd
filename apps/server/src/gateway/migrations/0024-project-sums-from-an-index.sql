-- Sums of a project are read from an index alone: whose day it is decides whether its total holds, and stood in the table.

create index day_total_project_days_idx on app.day_total (tenant_id, project_id, work_on)
  include (team_member_id, week_end_on, is_billable, minutes, bill_currency, bill_minor);
drop index app.day_total_project_idx;
