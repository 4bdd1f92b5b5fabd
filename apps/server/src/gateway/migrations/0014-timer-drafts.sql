-- Stopping a timer never fails: what cannot be an entry yet stays as a draft that says why.

create table app.timer_draft (
  tenant_id uuid not null,
  id uuid not null,
  team_member_id uuid not null,
  project_id uuid,
  activity_id uuid,
  comment text not null default '',
  is_billable boolean,
  tag_ids uuid[] not null default '{}',
  started_at timestamptz not null,
  ended_at timestamptz not null,
  time_zone text not null,
  reason text not null,
  version int not null default 1,
  constraint timer_draft_pkey primary key (tenant_id, id),
  constraint timer_draft_comment_length check (char_length(comment) <= 2000),
  constraint timer_draft_span_order check (ended_at >= started_at)
);
comment on table app.timer_draft is 'tenant';
select app.shard_table('app.timer_draft', 'tenant');
create index timer_draft_member_idx on app.timer_draft (tenant_id, team_member_id, started_at);
alter table app.timer_draft add constraint timer_draft_member_fkey
  foreign key (tenant_id, team_member_id) references app.team_member (tenant_id, id) on delete cascade;
alter table app.timer_draft add constraint timer_draft_project_fkey
  foreign key (tenant_id, project_id) references app.project (tenant_id, id);
alter table app.timer_draft add constraint timer_draft_activity_fkey
  foreign key (tenant_id, activity_id) references app.activity (tenant_id, id);
alter table app.timer_draft enable row level security;
create policy timer_draft_tenant on app.timer_draft to app_rw
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on app.timer_draft to app_rw;
