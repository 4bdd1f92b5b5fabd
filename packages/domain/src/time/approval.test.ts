import { describe, expect, test } from 'vitest';
import {
  actionsFrom,
  decideUndo,
  decideWeek,
  describeExceededDay,
  isBehindLockDate,
  isWritableWeek,
  readOnlyReason,
  WEEK_ACTIONS,
  type WeekAction,
  type WeekRequest,
  type WeekStatus,
} from './approval.ts';
import { dayTotal } from './day-total.ts';

const statuses: WeekStatus[] = ['open', 'pending', 'approved', 'disapproved'];
const actions = Object.keys(WEEK_ACTIONS) as WeekAction[];
const longDay = dayTotal([{ workDate: '2026-11-25', minutes: 1455 }], '2026-11-25');

/** A request of somebody who may do everything with a good reason. */
const request = (action: WeekAction, status: WeekStatus, more: Partial<WeekRequest> = {}): WeekRequest => ({
  action,
  status,
  isOwnWeek: action === 'submit' || action === 'withdraw',
  mayDecide: true,
  mayReopen: true,
  isOnlyApprover: false,
  reason: 'because',
  exceededDays: [],
  ...more,
});

const decided = (...args: Parameters<typeof request>): string => {
  const verdict = decideWeek(request(...args));
  if (!verdict.ok) return verdict.code;
  return verdict.isRepeat ? 'repeat' : verdict.to;
};

describe('every action in every state', () => {
  test.each([
    ['submit', ['pending', 'repeat', 'state_conflict', 'pending']],
    ['withdraw', ['repeat', 'open', 'state_conflict', 'state_conflict']],
    ['approve', ['state_conflict', 'approved', 'repeat', 'state_conflict']],
    ['disapprove', ['state_conflict', 'disapproved', 'state_conflict', 'repeat']],
    ['reopen', ['repeat', 'state_conflict', 'open', 'state_conflict']],
  ] as const)('%s from open, pending, approved, disapproved: %j', (action, expected) => {
    expect(statuses.map((status) => decided(action, status))).toEqual(expected);
  });

  test('each state offers what leads on from it', () => {
    expect(statuses.map(actionsFrom)).toEqual([
      ['submit'],
      ['withdraw', 'approve', 'disapprove'],
      ['reopen'],
      ['submit'],
    ]);
  });
});

describe('who', () => {
  test('only the person submits and withdraws', () => {
    expect(decided('submit', 'open', { isOwnWeek: false })).toBe('forbidden');
    expect(decided('withdraw', 'pending', { isOwnWeek: false })).toBe('forbidden');
  });

  test('only approvers decide, only owners and admins reopen', () => {
    expect(decided('approve', 'pending', { mayDecide: false })).toBe('forbidden');
    expect(decided('disapprove', 'pending', { mayDecide: false })).toBe('forbidden');
    expect(decided('reopen', 'approved', { mayReopen: false })).toBe('forbidden');
  });

  test('who may not act is not told the state', () => {
    expect(
      actions.map((action) =>
        decided(action, 'open', { isOwnWeek: false, mayDecide: false, mayReopen: false }),
      ),
    ).toEqual(actions.map(() => 'forbidden'));
  });

  test.each(['approve', 'disapprove'] as const)('nobody decides the own week: %s', (action) => {
    expect(decided(action, 'pending', { isOwnWeek: true })).toBe('self_approval');
  });

  test('the only approver does, and it is marked', () => {
    expect(decideWeek(request('approve', 'pending', { isOwnWeek: true, isOnlyApprover: true }))).toEqual({
      ok: true,
      to: 'approved',
      isRepeat: false,
      isSelfDecision: true,
    });
    expect(decideWeek(request('submit', 'open'))).toMatchObject({ isSelfDecision: false });
  });

  test('reopening the own week is not deciding it', () => {
    expect(decided('reopen', 'approved', { isOwnWeek: true })).toBe('open');
  });
});

test.each([
  ['disapprove', 'pending', 'reason_required'],
  ['reopen', 'approved', 'reason_required'],
  ['submit', 'open', 'pending'],
  ['withdraw', 'pending', 'open'],
  ['approve', 'pending', 'approved'],
] as const)('%s without a reason: %s becomes %s', (action, status, expected) => {
  for (const reason of [undefined, null, '', '  '])
    expect(decided(action, status, { reason })).toBe(expected);
});

describe('a day over 24:00', () => {
  test('keeps a week from being submitted, and from nothing else', () => {
    expect(decided('submit', 'open', { exceededDays: [longDay] })).toBe('day_over_limit');
    expect(decided('submit', 'disapproved', { exceededDays: [longDay] })).toBe('day_over_limit');
    expect(decided('withdraw', 'pending', { exceededDays: [longDay] })).toBe('open');
    expect(decided('approve', 'pending', { exceededDays: [longDay] })).toBe('approved');
  });

  test('is named before anybody tries', () => {
    expect(describeExceededDay(longDay)).toBe('2026-11-25 has 24:15, 0:15 over 24:00');
  });
});

describe('writing entries', () => {
  test.each([
    ['open', null, null],
    ['disapproved', null, null],
    ['pending', null, 'pending'],
    ['approved', null, 'approved'],
    ['open', '2026-11-22', null],
    ['open', '2026-11-23', 'lockDate'],
    ['open', '2026-11-24', 'lockDate'],
    ['disapproved', '2026-11-24', 'lockDate'],
    ['pending', '2026-11-24', 'pending'],
  ] as const)('%s with the lock at %s: %s', (status, lockDate, reason) => {
    expect(readOnlyReason({ status, workDate: '2026-11-23', lockDate })).toBe(reason);
  });

  test('a week is written while it is open or sent back', () => {
    expect(statuses.filter(isWritableWeek)).toEqual(['open', 'disapproved']);
  });

  test('the lock date itself is locked, the day after is not', () => {
    expect(isBehindLockDate('2026-11-23', '2026-11-23')).toBe(true);
    expect(isBehindLockDate('2026-11-24', '2026-11-23')).toBe(false);
    expect(isBehindLockDate('2026-11-23', null)).toBe(false);
  });
});

describe('a step is taken back', () => {
  const takenAt = new Date('2026-11-22T10:00:00Z');
  const after = (seconds: number) => new Date(takenAt.getTime() + seconds * 1000);
  const request = { isOwnStep: true, takenAt, now: after(3), version: 5, versionAfter: 5 };
  test.each([
    ['by who took it', {}, null],
    ['up to the last moment', { now: after(10) }, null],
    ['by nobody else', { isOwnStep: false }, 'forbidden'],
    ['not later', { now: after(10.1) }, 'state_conflict'],
    ['not once the week was changed', { version: 6 }, 'state_conflict'],
  ])('%s', (_, change, code) => {
    expect(decideUndo({ ...request, ...change })).toEqual(code ? { ok: false, code } : { ok: true });
  });
});
