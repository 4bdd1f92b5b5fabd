-- Saved reports that people outside of the workspace see by a link: what of the lines it shows.

alter table app.saved_report add column share_columns text[];
alter table app.saved_report add constraint saved_report_share_columns_known
  check (share_columns <@ array['hours', 'rounded', 'billable', 'amounts']);
