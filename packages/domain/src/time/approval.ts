import type { ErrorCode } from '../errors.ts';
import { type DayTotal, MAX_DAY_MINUTES } from './day-total.ts';
import { formatHours } from './hours.ts';
import type { PlainDate } from './plain-date.ts';

/** The state of a week's timesheet. */
export type WeekStatus = 'open' | 'pending' | 'approved' | 'disapproved';

/** What can be done to a week. Submitting a disapproved week again is `submit` as well. */
export type WeekAction = 'submit' | 'withdraw' | 'approve' | 'disapprove' | 'reopen';

/** Who may do it: the person whose week it is, somebody who may decide it, or an owner or admin. */
type WeekActor = 'submitter' | 'approver' | 'leader';

interface WeekTransition {
  readonly from: readonly WeekStatus[];
  readonly to: WeekStatus;
  readonly by: WeekActor;
  readonly needsReason: boolean;
}

/** What each action does to a week: from which states, to which, and who may; one row for each. */
export const WEEK_ACTIONS: Readonly<Record<WeekAction, WeekTransition>> = {
  submit: { from: ['open', 'disapproved'], to: 'pending', by: 'submitter', needsReason: false },
  withdraw: { from: ['pending'], to: 'open', by: 'submitter', needsReason: false },
  approve: { from: ['pending'], to: 'approved', by: 'approver', needsReason: false },
  disapprove: { from: ['pending'], to: 'disapproved', by: 'approver', needsReason: true },
  reopen: { from: ['approved'], to: 'open', by: 'leader', needsReason: true },
};

/** A wish to change the state of a week, with all that decides it. */
export interface WeekRequest {
  action: WeekAction;
  status: WeekStatus;
  /** The week is the caller's own. */
  isOwnWeek: boolean;
  /** The caller may decide this week: `can(actor, 'week.approve', …)`. */
  mayDecide: boolean;
  /** The caller may reopen it: `can(actor, 'week.reopen', …)`. */
  mayReopen: boolean;
  /** Nobody else in the workspace could decide it; then the own week may be decided, and the audit says so. */
  isOnlyApprover: boolean;
  reason?: string | null | undefined;
  /** Days over 24:00 (`weekTotal(…).exceededDays`); they keep a week from being submitted. */
  exceededDays: readonly DayTotal[];
}

/** Why a change is refused: a code of the error catalogue. */
export type WeekRefusal = Extract<
  ErrorCode,
  'forbidden' | 'self_approval' | 'state_conflict' | 'reason_required' | 'day_over_limit'
>;

/** The new state, or the refusal. `isRepeat`: the week is there already, nothing is to be done. */
export type WeekVerdict =
  | { ok: true; to: WeekStatus; isRepeat: boolean; isSelfDecision: boolean }
  | { ok: false; code: WeekRefusal };

/** Decides a change of state; the same answer on server and screen. Asking twice is answered twice, since an answer may have been lost. */
export function decideWeek(request: WeekRequest): WeekVerdict {
  const transition = WEEK_ACTIONS[request.action];
  const isSelfDecision = transition.by === 'approver' && request.isOwnWeek;
  if (!isAllowed(transition.by, request)) return { ok: false, code: 'forbidden' };
  if (isSelfDecision && !request.isOnlyApprover) return { ok: false, code: 'self_approval' };
  if (request.status === transition.to)
    return { ok: true, to: transition.to, isRepeat: true, isSelfDecision };
  if (!transition.from.includes(request.status)) return { ok: false, code: 'state_conflict' };
  if (transition.needsReason && !request.reason?.trim()) return { ok: false, code: 'reason_required' };
  if (request.action === 'submit' && request.exceededDays.length > 0)
    return { ok: false, code: 'day_over_limit' };
  return { ok: true, to: transition.to, isRepeat: false, isSelfDecision };
}

/** The actions that lead somewhere from a state, whoever asks: for the buttons of a week. */
export function actionsFrom(status: WeekStatus): WeekAction[] {
  const actions = Object.keys(WEEK_ACTIONS) as WeekAction[];
  return actions.filter((action) => WEEK_ACTIONS[action].from.includes(status));
}

/** For so long whoever took a step may take it back. */
const UNDO_SECONDS = 10;

/** Nobody is told of a step before: what was taken back was never said. Longer than the time to take it back, for clocks that differ. */
export const TOLD_AFTER_SECONDS = 15;

/** The last step of a week, and a wish to take it back. */
export interface UndoRequest {
  /** The caller took the step. */
  isOwnStep: boolean;
  takenAt: Date;
  now: Date;
  /** The version that the step left; any other means that the week was changed since. */
  versionAfter: number;
  version: number;
}

/** Whether a step may be taken back: by who took it, at once, as long as nothing came after it. */
export function decideUndo(request: UndoRequest): { ok: true } | { ok: false; code: WeekRefusal } {
  if (!request.isOwnStep) return { ok: false, code: 'forbidden' };
  const isInTime = request.now.getTime() - request.takenAt.getTime() <= UNDO_SECONDS * 1000;
  if (!isInTime || request.version !== request.versionAfter) return { ok: false, code: 'state_conflict' };
  return { ok: true };
}

/** Why entries of a day cannot be written. */
export type ReadOnlyReason = 'pending' | 'approved' | 'lockDate';

/** What decides whether entries of a day can be written. */
export interface WritableInput {
  status: WeekStatus;
  workDate: PlainDate;
  /** Days up to and including this one are locked; null where there is no lock. */
  lockDate: PlainDate | null;
}

/** Whether a week in this state can be written: what is submitted or approved stands still. */
export function isWritableWeek(status: WeekStatus): status is 'open' | 'disapproved' {
  return status === 'open' || status === 'disapproved';
}

/** Whether a day is locked by its date. Owners and admins may change it all the same, with a reason. */
export function isBehindLockDate(workDate: PlainDate, lockDate: PlainDate | null): boolean {
  return lockDate !== null && workDate <= lockDate;
}

/** Why entries of a day are read-only, null when they are not: the state of the week first, then the lock date. */
export function readOnlyReason({ status, workDate, lockDate }: WritableInput): ReadOnlyReason | null {
  if (!isWritableWeek(status)) return status;
  return isBehindLockDate(workDate, lockDate) ? 'lockDate' : null;
}

/** Says which day is over 24:00 and by how much: `2026-11-25 has 24:15, 0:15 over 24:00`. */
export function describeExceededDay({ date, minutes, overMinutes }: DayTotal): string {
  return `${date} has ${formatHours(minutes)}, ${formatHours(overMinutes)} over ${formatHours(MAX_DAY_MINUTES)}`;
}

function isAllowed(by: WeekActor, request: WeekRequest): boolean {
  if (by === 'submitter') return request.isOwnWeek;
  return by === 'approver' ? request.mayDecide : request.mayReopen;
}
