import { createHash } from 'node:crypto';
import type { WebhookEventName } from '@stint/domain/api/gateway/webhooks.ts';
import { AppError } from '@stint/domain/errors.ts';
import {
  decideWeek,
  describeExceededDay,
  TOLD_AFTER_SECONDS,
  type WeekAction,
  type WeekRefusal,
  type WeekVerdict,
} from '@stint/domain/time/approval.ts';
import { weekTotal } from '@stint/domain/time/day-total.ts';
import { can, type Thing } from '@stint/domain/workspace/permissions.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { type JsonText, parseJson } from '../../platform/json-text.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { weekKey } from '../change-feed/topics.ts';
import type { MemberContext } from '../context.ts';
import { emitEvent } from '../jobs/events.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { oneJson } from '../shared/json-sql.ts';
import { fieldError } from '../shared/sql-json.ts';
import { type WeekJson, weekItem } from '../timesheets/week-json.ts';
import { countDays } from '../totals/count.ts';
import { daysOfWeeks } from '../totals/weeks.ts';
import { lockWeekState, type WeekState } from './week-state.ts';

export type Item = { teamMemberID: string; weekEndDate: string; version: number };
type Line = { timesheetID: string; note?: string | null | undefined };
export type StepDetails = {
  reason?: string | undefined;
  note?: string | null | undefined;
  lines?: readonly Line[] | undefined;
};

/** A step that somebody asks for: which, of which week, and what is said with it. */
export type StepRequest = { action: WeekAction; item: Item; details: StepDetails };

const events: Readonly<Record<WeekAction, WebhookEventName>> = {
  submit: 'timesheet.submitted',
  withdraw: 'timesheet.withdrawn',
  approve: 'timesheet.approved',
  disapprove: 'timesheet.disapproved',
  reopen: 'timesheet.reopened',
};

/**
 * Takes one week one step further, in one transaction: row lock, checks, state, snapshot, history, audit, event.
 * A week that is there already is answered as done, so that a lost answer can be asked for again.
 * @returns the week as it is then
 * @throws AppError `not_found`, `version_conflict` with the current week, and what `decideWeek` refuses
 */
export async function takeStep(
  tx: Transaction,
  context: MemberContext,
  request: StepRequest,
): Promise<JsonText<WeekJson>> {
  const { tenantId } = context;
  const { action, item, details } = request;
  const state = await lockWeekState(tx, context, item);
  if (!state) throw new AppError('not_found');
  const verdict = decide(context, request, state);
  if (verdict.ok && verdict.isRepeat) return readWeekRow(tx, tenantId, item);
  const isRefusedToAnybody =
    !verdict.ok && (verdict.code === 'forbidden' || verdict.code === 'self_approval');
  if (!isRefusedToAnybody) await requireVersion(tx, context, item, state);
  if (!verdict.ok) throw refusal(verdict.code, item, state);
  checkDetails(action, details, state);
  await store(tx, context, request, { state, verdict });
  return readWeekRow(tx, tenantId, item);
}

/** @throws AppError `version_conflict` with the week as it is, for who saw another one */
export async function requireVersion(
  tx: Transaction,
  { tenantId }: MemberContext,
  item: Item,
  state: WeekState,
): Promise<void> {
  if (state.version === item.version) return;
  const current = parseJson(await readWeekRow(tx, tenantId, item));
  throw new AppError('version_conflict', { details: { current } });
}

/** The week as the permission table sees it. @throws AppError `not_found` for one that the person may not see */
export function requireSeen(
  { actor }: MemberContext,
  { teamMemberID }: Item,
  state: WeekState | null,
): Thing {
  if (!state) throw new AppError('not_found');
  const managerID = state.isAllManaged ? actor.teamMemberID : null;
  const thing = { teamMemberID, approverID: state.approverID, managerID };
  if (!can(actor, 'time.see', thing)) throw new AppError('not_found');
  return thing;
}

/** Asks the domain whether this person may take the step. */
function decide(
  context: MemberContext,
  { action, item, details }: StepRequest,
  state: WeekState,
): WeekVerdict {
  const { actor } = context;
  const thing = requireSeen(context, item, state);
  return decideWeek({
    action,
    status: state.status,
    isOwnWeek: item.teamMemberID === actor.teamMemberID,
    mayDecide: can(actor, 'week.approve', thing),
    mayReopen: can(actor, 'week.reopen', thing),
    isOnlyApprover: !state.hasOtherApprover,
    reason: details.reason,
    exceededDays: weekTotal(state.entries, item.weekEndDate).exceededDays,
  });
}

/** Whose week has a day over 24:00 is told which one and by how much. */
function refusal(code: WeekRefusal, { weekEndDate }: Item, state: WeekState): AppError {
  const [day] = weekTotal(state.entries, weekEndDate).exceededDays;
  if (code !== 'day_over_limit' || !day) return new AppError(code, { details: { status: state.status } });
  const message = `${describeExceededDay(day)}. Correct it before submitting the week.`;
  return new AppError(code, { message, details: { date: day.date, overMinutes: day.overMinutes } });
}

function checkDetails(action: WeekAction, { lines = [] }: StepDetails, state: WeekState): void {
  if (action === 'submit' && !state.approvalsEnabled) {
    throw new AppError('state_conflict', { message: 'This workspace works without approval.' });
  }
  const known = new Set(state.entries.map((entry) => entry.timesheetID));
  if (lines.every((line) => known.has(line.timesheetID))) return;
  throw fieldError('reference_invalid', 'lines', 'A marked line is not in this week.');
}

/** A week as it was locked, and the step that it may take from there. */
type Accepted = { state: WeekState; verdict: Extract<WeekVerdict, { ok: true }> };

async function store(
  tx: Transaction,
  context: MemberContext,
  request: StepRequest,
  { state, verdict: { to, isSelfDecision } }: Accepted,
): Promise<void> {
  const { tenantId, info, identity, actor } = context;
  const { action, item, details } = request;
  const isSubmit = action === 'submit';
  const stepId = newId();
  const [reason, note] = [details.reason?.trim() || null, details.note?.trim() || null];
  const lines = JSON.stringify(
    (details.lines ?? []).map((line) => ({ timesheetID: line.timesheetID, note: line.note ?? null })),
  );
  const isOwnWeek = item.teamMemberID === actor.teamMemberID;
  const snapshot = isSubmit ? snapshotOf(state) : null;
  const snapshotId = snapshot ? newId() : state.snapshotId;
  // A decision keeps who handed the week in; a new submission clears the last decision but not its history.
  const decided = isSubmit ? { at: null, by: null } : { at: info.now, by: identity.userUuid };
  await Promise.all([
    tx.run(
      tellingStep(
        item,
        sql`
      update app.timesheet_week set status = ${to}, version = version + 1, counted_version = counted_version + 1, updated_at = ${info.now}, reason = ${reason}, note = ${note},
        lines = ${lines}::jsonb, decided_at = ${decided.at}, decided_by = ${decided.by}, snapshot_id = ${snapshotId},
        submitted_at = case when ${isSubmit} then ${info.now}::timestamptz else submitted_at end,
        submitted_by = case when ${isSubmit} then ${identity.userUuid}::uuid else submitted_by end,
        snapshot_hash = coalesce(${snapshot?.hash ?? null}, snapshot_hash)
      where tenant_id = ${tenantId} and team_member_id = ${item.teamMemberID} and week_end_on = ${item.weekEndDate}`,
      ),
    ),
    snapshot
      ? tx.run(sql`
          insert into app.week_snapshot (tenant_id, id, team_member_id, week_end_on, taken_at, entries, hash)
          values (${tenantId}, ${snapshotId}, ${item.teamMemberID}, ${item.weekEndDate}, ${info.now}, ${snapshot.text}, ${snapshot.hash})`)
      : 0,
    tx.run(sql`
      insert into app.week_transition (tenant_id, id, team_member_id, week_end_on, at, actor_id, action, from_status, to_status, reason, note, lines,
        total_minutes, billable_minutes, snapshot_id, is_own_week, former)
      values (${tenantId}, ${stepId}, ${item.teamMemberID}, ${item.weekEndDate}, ${info.now}, ${identity.userUuid}, ${action}, ${state.status}, ${to},
        ${reason}, ${note}, ${lines}, ${state.totalMinutes}, ${state.billableMinutes}, ${snapshotId}, ${isOwnWeek},
        ${JSON.stringify(state.former)})`),
    writeAudit(tx, auditSource(context), [
      {
        entity: 'week',
        entityId: `${item.teamMemberID}/${item.weekEndDate}`,
        action,
        before: { status: state.status },
        after: {
          status: to,
          reason,
          note,
          totalMinutes: state.totalMinutes,
          ...(isSelfDecision ? { isSelfDecision } : {}),
        },
      },
    ]),
    emitEvent(tx, { now: () => info.now }, tenantId, {
      event: events[action],
      data: {
        teamMemberID: item.teamMemberID,
        weekEndDate: item.weekEndDate,
        status: to,
        totalMinutes: state.totalMinutes,
        billableMinutes: state.billableMinutes,
        reason,
        note,
        by: identity.userUuid,
      },
      held: { key: newsKey(stepId), until: new Date(info.now.getTime() + TOLD_AFTER_SECONDS * 1000) },
    }),
    ...repricing(tx, tenantId, item, state),
  ]);
}

/** Approved time keeps its prices; what is approved no longer has those of today. */
export function repricing(
  tx: Transaction,
  tenantId: string,
  { teamMemberID, weekEndDate }: Item,
  { status }: WeekState,
): Promise<void>[] {
  return status === 'approved' ? [countDays(tx, tenantId, daysOfWeeks(teamMemberID, [weekEndDate]))] : [];
}

/** Under which key the news of a step waits to be told. */
export function newsKey(stepId: string): string {
  return `step:${stepId}`;
}

/** The week is another, and so is what waits for those who decide on it. */
export function tellingStep({ teamMemberID, weekEndDate }: Item, statement: Sql): Sql {
  const told = changing('week', [weekKey(teamMemberID, weekEndDate)], statement);
  return changing('inbox', [teamMemberID], told);
}

function snapshotOf({ entries }: WeekState): { text: string; hash: string } {
  const text = JSON.stringify(entries);
  return { text, hash: createHash('sha256').update(text).digest('base64url') };
}

export function readWeekRow(
  tx: Queryable,
  tenantId: string,
  { teamMemberID, weekEndDate }: Item,
): Promise<JsonText<WeekJson>> {
  return oneJson(
    tx,
    weekItem,
    (text) => sql`select ${text} from app.timesheet_week w
      where w.tenant_id = ${tenantId} and w.team_member_id = ${teamMemberID} and w.week_end_on = ${weekEndDate}`,
  );
}
