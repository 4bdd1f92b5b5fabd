import { AppError } from '@stint/domain/errors.ts';
import { decideUndo, type WeekAction } from '@stint/domain/time/approval.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { takeBack } from '../jobs/queue.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import type { WeekJson } from '../timesheets/week-json.ts';
import {
  type Item,
  newsKey,
  readWeekRow,
  repricing,
  requireSeen,
  requireVersion,
  tellingStep,
} from './transition.ts';
import { type FormerWeek, lockWeekState, type WeekState } from './week-state.ts';

type LastStep = {
  id: string;
  at: Date;
  actorId: string | null;
  action: WeekAction | 'undo';
  snapshotId: string | null;
  /** Null for steps of the version before. */
  former: FormerWeek | null;
};

/**
 * Takes the last step of a week back, in one transaction: row lock, checks, the week as it was, history, audit; and what
 * would have been told of it is told to nobody. Asking twice is answered twice.
 * @throws AppError `not_found`, `version_conflict` with the current week, `forbidden` for a step of somebody else,
 * `state_conflict` when it is too late
 */
export async function undoStep(
  tx: Transaction,
  context: MemberContext,
  item: Item,
): Promise<JsonText<WeekJson>> {
  const { tenantId, identity, info } = context;
  const state = await lockWeekState(tx, context, item);
  requireSeen(context, item, state);
  const last = state && (await lastStep(tx, tenantId, item));
  if (!last) throw tooLate();
  const isOwnStep = last.actorId === identity.userUuid;
  if (last.action === 'undo' && isOwnStep) return readWeekRow(tx, tenantId, item);
  if (isOwnStep) await requireVersion(tx, context, item, state);
  const versionAfter = (last.former?.version ?? Number.NaN) + 1;
  const verdict = decideUndo({
    isOwnStep,
    takenAt: last.at,
    now: info.now,
    version: state.version,
    versionAfter,
  });
  if (!verdict.ok) throw verdict.code === 'state_conflict' ? tooLate() : new AppError(verdict.code);
  if (last.former) await restore(tx, context, item, { state, step: last, former: last.former });
  return readWeekRow(tx, tenantId, item);
}

function tooLate(): AppError {
  return new AppError('state_conflict', {
    message:
      'This can be taken back for ten seconds, and only while nothing else was changed. Take the next step instead.',
  });
}

type Restored = { state: WeekState; step: LastStep; former: FormerWeek };

async function restore(
  tx: Transaction,
  context: MemberContext,
  item: Item,
  { state, step, former }: Restored,
): Promise<void> {
  const { tenantId, info, identity, actor } = context;
  const { teamMemberID, weekEndDate } = item;
  const undoneSnapshot = step.action === 'submit' ? step.snapshotId : null;
  const isOwnWeek = teamMemberID === actor.teamMemberID;
  await Promise.all([
    tx.run(
      tellingStep(
        item,
        sql`
      update app.timesheet_week set status = ${former.status}, version = version + 1, counted_version = counted_version + 1, updated_at = ${info.now}, reason = ${former.reason},
        note = ${former.note}, lines = ${JSON.stringify(former.lines)}::jsonb, decided_at = ${former.decidedAt}::timestamptz,
        decided_by = ${former.decidedBy}, snapshot_id = ${former.snapshotId}, snapshot_hash = ${former.snapshotHash},
        submitted_at = ${former.submittedAt}::timestamptz, submitted_by = ${former.submittedBy}
      where tenant_id = ${tenantId} and team_member_id = ${teamMemberID} and week_end_on = ${weekEndDate}`,
      ),
    ),
    tx.run(sql`
      insert into app.week_transition (tenant_id, id, team_member_id, week_end_on, at, actor_id, action, from_status, to_status, lines,
        total_minutes, billable_minutes, snapshot_id, is_own_week)
      values (${tenantId}, ${newId()}, ${teamMemberID}, ${weekEndDate}, ${info.now}, ${identity.userUuid}, 'undo', ${state.status},
        ${former.status}, '[]', ${state.totalMinutes}, ${state.billableMinutes}, ${undoneSnapshot}, ${isOwnWeek})`),
    writeAudit(tx, auditSource(context), [
      {
        entity: 'week',
        entityId: `${teamMemberID}/${weekEndDate}`,
        action: 'undo',
        before: { status: state.status },
        after: { status: former.status, undone: step.action, step: step.id },
      },
    ]),
    takeBack(tx, tenantId, newsKey(step.id)),
    ...repricing(tx, tenantId, item, state),
  ]);
}

function lastStep(
  tx: Queryable,
  tenantId: string,
  { teamMemberID, weekEndDate }: Item,
): Promise<LastStep | null> {
  return tx.maybeOne<LastStep>(sql`
    select h.id, h.at, h.actor_id as "actorId", h.action, h.snapshot_id as "snapshotId", h.former
    from app.week_transition h
    where h.tenant_id = ${tenantId} and h.team_member_id = ${teamMemberID} and h.week_end_on = ${weekEndDate}
    order by h.at desc, h.id desc limit 1`);
}
