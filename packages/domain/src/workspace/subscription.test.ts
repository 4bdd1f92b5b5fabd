import { describe, expect, test } from 'vitest';
import {
  accessEndsAt,
  applyEvent,
  eventOfProvider,
  isActive,
  type Subscription,
  type SubscriptionEvent,
  startTrial,
  statusAt,
  trialDaysLeft,
} from './subscription.ts';

const at = (text: string) => new Date(`${text}Z`);
const trial = startTrial(at('2026-11-01T12:00'));
const paid: SubscriptionEvent = {
  type: 'paid',
  at: at('2026-11-10T00:00'),
  currentPeriodEndsAt: at('2026-12-10T00:00'),
};
const failed: SubscriptionEvent = { type: 'payment_failed', at: at('2026-12-10T00:00') };
const after = (...events: SubscriptionEvent[]): Subscription => events.reduce(applyEvent, trial);

describe('the trial', () => {
  test.each([
    ['2026-11-01T12:00', 14, 'trial'],
    ['2026-11-02T12:00', 13, 'trial'],
    ['2026-11-15T11:59', 1, 'trial'],
    ['2026-11-15T12:00', 0, 'inactive'],
    ['2027-11-15T12:00', 0, 'inactive'],
  ])('at %s: %i days left, %s', (now, days, status) => {
    expect(trialDaysLeft(trial, at(now))).toBe(days);
    expect(statusAt(trial, at(now))).toBe(status);
    expect(isActive(trial, at(now))).toBe(status === 'trial');
  });

  test('a failed first payment leaves it its days', () => {
    expect(after({ ...failed, at: at('2026-11-05T00:00') }).status).toBe('trial');
  });
});

describe('every event in every state', () => {
  const active = after(paid);
  const pastDue = after(paid, failed);
  const inactive = after(paid, { type: 'ended', at: at('2026-12-01T00:00') });
  const later = at('2026-12-11T00:00');

  test.each([
    [{ type: 'paid', at: later, currentPeriodEndsAt: null }, ['active', 'active', 'active', 'active']],
    [{ type: 'payment_failed', at: later }, ['trial', 'past_due', 'past_due', 'inactive']],
    [
      { type: 'cancel_scheduled', at: later, cancelsAt: at('2027-01-01T00:00') },
      ['trial', 'active', 'past_due', 'inactive'],
    ],
    [{ type: 'resumed', at: later }, ['trial', 'active', 'past_due', 'inactive']],
    [{ type: 'ended', at: later }, ['inactive', 'inactive', 'inactive', 'inactive']],
  ] as [SubscriptionEvent, string[]][])('%o', (event, expected) => {
    expect([trial, active, pastDue, inactive].map((state) => applyEvent(state, event).status)).toEqual(
      expected,
    );
  });

  test('a second failure does not start the days of grace again', () => {
    expect(after(paid, failed, { type: 'payment_failed', at: later }).pastDueSince).toEqual(failed.at);
  });
});

describe('time', () => {
  test('access lasts seven days after a failed payment', () => {
    const pastDue = after(paid, failed);
    expect(statusAt(pastDue, at('2026-12-16T23:59'))).toBe('past_due');
    expect(isActive(pastDue, at('2026-12-16T23:59'))).toBe(true);
    expect(statusAt(pastDue, at('2026-12-17T00:00'))).toBe('inactive');
    expect(after(paid, failed, { ...paid, at: at('2026-12-20T00:00') }).pastDueSince).toBeNull();
  });

  test('a cancelled subscription runs to its end, a resumed one goes on', () => {
    const cancelled = after(paid, {
      type: 'cancel_scheduled',
      at: at('2026-11-20T00:00'),
      cancelsAt: at('2026-12-10T00:00'),
    });
    expect(accessEndsAt(cancelled)).toEqual(at('2026-12-10T00:00'));
    expect(statusAt(cancelled, at('2026-12-09T23:59'))).toBe('active');
    expect(statusAt(cancelled, at('2026-12-10T00:00'))).toBe('inactive');
    const resumed = applyEvent(cancelled, { type: 'resumed', at: at('2026-11-21T00:00') });
    expect(statusAt(resumed, at('2026-12-10T00:00'))).toBe('active');
    expect(accessEndsAt(resumed)).toBeNull();
  });

  test('the end of a paid period alone ends nothing: the next payment may be on its way', () => {
    expect(statusAt(after(paid), at('2026-12-11T00:00'))).toBe('active');
  });
});

describe('delivery', () => {
  test('the same event twice is the same as once', () => {
    expect(after(paid, failed, failed)).toEqual(after(paid, failed));
    expect(after(paid, paid)).toEqual(after(paid));
  });

  test('an older event that comes late is left out', () => {
    expect(after(paid, { ...failed, at: at('2026-11-09T00:00') })).toEqual(after(paid));
  });
});

describe('what the payment service says', () => {
  const now = at('2026-11-20T00:00');
  const end = at('2026-12-10T00:00');

  test.each([
    ['active', false, { type: 'paid', at: now, currentPeriodEndsAt: end, cancelsAt: null }],
    ['trialing', false, { type: 'paid', at: now, currentPeriodEndsAt: end, cancelsAt: null }],
    ['active', true, { type: 'paid', at: now, currentPeriodEndsAt: end, cancelsAt: end }],
    ['past_due', false, { type: 'payment_failed', at: now }],
    ['unpaid', false, { type: 'ended', at: now }],
    ['canceled', false, { type: 'ended', at: now }],
    ['paused', false, { type: 'ended', at: now }],
    ['incomplete_expired', false, { type: 'ended', at: now }],
    ['incomplete', false, null],
    ['something new', false, null],
  ])('%s, cancelled %s', (status, cancelAtPeriodEnd, expected) => {
    expect(eventOfProvider({ status, currentPeriodEndsAt: end, cancelAtPeriodEnd }, now)).toEqual(expected);
  });
});

test('without billing every workspace is active', () => {
  expect(isActive(trial, at('2030-01-01T00:00'), 'off')).toBe(true);
});
