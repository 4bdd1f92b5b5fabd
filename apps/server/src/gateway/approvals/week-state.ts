import type { WeekStatus } from '@stint/domain/time/approval.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Transaction } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';
import { weekKey } from '../change-feed/topics.ts';
import type { MemberContext } from '../context.ts';
import { iso } from '../shared/sql-json.ts';

type EntryState = {
  timesheetID: string;
  workDate: string;
  projectID: string;
  activityID: string | null;
  minutes: number;
  isBillable: boolean;
  comment: string;
  startedAt: string | null;
  endedAt: string | null;
  tags: string[];
};

/** What a step changed of a week, as it was before: kept with the step, so that it can be taken back. */
export type FormerWeek = {
  status: WeekStatus;
  version: number;
  submittedAt: string | null;
  submittedBy: string | null;
  decidedAt: string | null;
  decidedBy: string | null;
  reason: string | null;
  note: string | null;
  lines: unknown;
  snapshotId: string | null;
  snapshotHash: string | null;
};

const former = raw(`json_build_object('status', w.status, 'version', w.version, 'submittedAt', w.submitted_at,
  'submittedBy', w.submitted_by, 'decidedAt', w.decided_at, 'decidedBy', w.decided_by, 'reason', w.reason, 'note', w.note,
  'lines', w.lines, 'snapshotId', w.snapshot_id, 'snapshotHash', w.snapshot_hash)`);

/** A week with all that a step decides on, held by this transaction. */
export type WeekState = {
  status: WeekStatus;
  version: number;
  submittedBy: string | null;
  decidedBy: string | null;
  snapshotId: string | null;
  totalMinutes: number;
  billableMinutes: number;
  approverID: string | null;
  approvalsEnabled: boolean;
  /** Somebody else could decide this week: another owner or admin, or the person's approver. */
  hasOtherApprover: boolean;
  /** All entries are on projects that the caller manages. */
  isAllManaged: boolean;
  /** All that a step changes of the week, as it is now. */
  former: FormerWeek;
  entries: EntryState[];
};

/** Locks a week, making it where nobody touched it; null for a person who is not in the workspace. */
export async function lockWeekState(
  tx: Transaction,
  { tenantId, actor, info }: MemberContext,
  week: { teamMemberID: string; weekEndDate: string },
): Promise<WeekState | null> {
  const { teamMemberID, weekEndDate } = week;
  const [, state] = await Promise.all([
    tx.run(
      changing(
        'week',
        [weekKey(teamMemberID, weekEndDate)],
        sql`
      insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at, counted_version)
      select m.tenant_id, m.id, ${weekEndDate}::date, ${info.now}::timestamptz, 0 from app.team_member m where m.tenant_id = ${tenantId} and m.id = ${teamMemberID}
      on conflict (tenant_id, team_member_id, week_end_on) do update set updated_at = excluded.updated_at`,
      ),
    ),
    tx.maybeOne<WeekState>(sql`
      select w.status, w.version, w.submitted_by as "submittedBy", w.decided_by as "decidedBy", w.snapshot_id as "snapshotId",
        w.total_minutes as "totalMinutes", w.billable_minutes as "billableMinutes", m.approver_id as "approverID",
        ${former} as former,
        t.approvals_enabled as "approvalsEnabled",
        exists (select from app.team_member o where o.tenant_id = ${tenantId} and o.status = 'active' and o.user_id is not null and o.id <> m.id
          and (o.role in ('owner', 'admin') or o.id = m.approver_id)) as "hasOtherApprover",
        exists (select from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.team_member_id = m.id and e.deleted_at is null
            and e.work_on between ${weekEndDate}::date - 6 and ${weekEndDate}::date)
          and not exists (select from app.timesheet_entry e join app.project p on p.tenant_id = ${tenantId} and p.id = e.project_id
            where e.tenant_id = ${tenantId} and e.team_member_id = m.id and e.deleted_at is null
              and e.work_on between ${weekEndDate}::date - 6 and ${weekEndDate}::date and p.manager_id is distinct from ${actor.teamMemberID}) as "isAllManaged",
        coalesce((select json_agg(json_build_object('timesheetID', e.id, 'workDate', e.work_on, 'projectID', e.project_id, 'activityID', e.activity_id,
            'minutes', e.minutes, 'isBillable', e.is_billable, 'comment', e.comment, 'startedAt', ${iso('e.started_at')}, 'endedAt', ${iso('e.ended_at')},
            'tags', array(select g.tag_id from app.entry_tag g where g.tenant_id = ${tenantId} and g.entry_id = e.id order by g.tag_id))
            order by e.work_on, e.id)
          from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.team_member_id = m.id and e.deleted_at is null
            and e.work_on between ${weekEndDate}::date - 6 and ${weekEndDate}::date), '[]'::json) as entries
      from app.timesheet_week w join app.team_member m on m.tenant_id = ${tenantId} and m.id = w.team_member_id
        join app.tenant t on t.tenant_id = ${tenantId}
      where w.tenant_id = ${tenantId} and w.team_member_id = ${teamMemberID} and w.week_end_on = ${weekEndDate}`),
  ]);
  return state;
}
