import { AppError } from '@stint/domain/errors.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { applyChanges } from '../timesheets/apply.ts';
import { discardDraft } from './drafts.ts';
import { requireZone } from './instants.ts';
import { insertTimer, requireStopped } from './timers.ts';
import { keepKnown, type Work, workColumns } from './work.ts';

type Stopped = {
  saved: readonly string[];
  drafts: readonly string[];
  timerID?: string | undefined;
  timeZone?: string | undefined;
};
type Part = Work & { id: string; startedAt: Date; timeZone: string | null; workOn: string | null };

/**
 * Gives a timer back that was stopped: what it left is removed, and it runs on from its start.
 * @throws AppError `state_conflict` when another one runs or what it left was changed, `week_locked`
 */
export async function undoStop(tx: Transaction, context: MemberContext, stopped: Stopped): Promise<void> {
  await requireStopped(tx, context);
  const parts = await readParts(tx, context, stopped);
  const [first] = parts;
  if (!first || parts.length !== stopped.saved.length + stopped.drafts.length)
    throw new AppError('state_conflict', {
      message: 'What the timer was saved as was changed since. Edit it where it is.',
    });
  const days = parts.flatMap(({ workOn }) => workOn ?? []);
  if (days.length > 0) {
    await applyChanges(tx, context, {
      teamMemberID: context.actor.teamMemberID,
      weekEndDates: [...new Set(days.map(weekEndOf))],
      upserts: [],
      removals: stopped.saved.map((timesheetID) => ({ timesheetID })),
      source: 'timer',
      isList: false,
    });
  }
  for (const id of stopped.drafts) await discardDraft(tx, context, id);
  const timeZone = requireZone(context, first.timeZone ?? stopped.timeZone);
  const id = stopped.timerID ?? newId();
  await insertTimer(tx, context, { ...(await keepKnown(tx, context, first)), id, timeZone });
}

/** The entries and drafts as the stop left them, the earliest first. */
function readParts(
  tx: Transaction,
  { tenantId, actor }: MemberContext,
  { saved, drafts }: Stopped,
): Promise<Part[]> {
  const me = actor.teamMemberID;
  return tx.rows<Part>(sql`
    select id, project_id as "projectId", activity_id as "activityId", comment, is_billable as "isBillable",
      array(select t.tag_id from app.entry_tag t where t.tenant_id = ${tenantId} and t.entry_id = e.id) as "tagIds",
      started_at as "startedAt", null as "timeZone", work_on as "workOn"
    from app.timesheet_entry e
    where tenant_id = ${tenantId} and id = any(${saved}::uuid[]) and team_member_id = ${me}
      and source = 'timer' and version = 1 and deleted_at is null and started_at is not null
    union all
    select id, ${workColumns}, started_at, time_zone, null from app.timer_draft
    where tenant_id = ${tenantId} and id = any(${drafts}::uuid[]) and team_member_id = ${me} and version = 1
    order by "startedAt"`);
}
