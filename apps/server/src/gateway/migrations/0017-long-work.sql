-- Long work of every kind (exports of reports, imports, whole workspaces) is one mechanism: what was asked, how far it is, who
-- may still want it, and a result in parts. The table keeps the name that 0.1.0 knows.

alter table app.workspace_transfer drop constraint workspace_transfer_kind_known;
alter table app.workspace_transfer drop constraint workspace_transfer_status_known;
alter table app.workspace_transfer
  -- What whoever began must still be allowed to do; null for what 0.1.0 began.
  add column ability text,
  add column request jsonb,
  add column file_name text,
  add column content_type text,
  add column error_code text,
  -- Two open works of a workspace never have the same; 0.1.0 names none and means the whole workspace.
  add column alone text default 'workspace',
  -- The run that works on it now: an earlier one that still lives writes no more.
  add column run uuid,
  -- What its maker might do and see when it ran: the result is theirs as long as that has not become less.
  add column made_as jsonb;
alter table app.workspace_transfer add constraint workspace_transfer_kind_shape check (kind ~ '^[a-z]{1,30}$');
alter table app.workspace_transfer add constraint workspace_transfer_status_known
  check (status in ('queued', 'running', 'done', 'failed', 'cancelled'));
drop index app.workspace_transfer_running_key;
create unique index workspace_transfer_alone_key on app.workspace_transfer (tenant_id, alone) where status in ('queued', 'running');
create index workspace_transfer_maker_idx on app.workspace_transfer (tenant_id, created_by, created_at);
