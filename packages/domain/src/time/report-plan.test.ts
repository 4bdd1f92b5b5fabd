import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDayOf, lastSending, nextSending, type PlanPeriod, type ReportPlan } from './report-plan.ts';

const zurich = 'Europe/Zurich';
const plan = (every: PlanPeriod, on: number, hour: number): ReportPlan => ({ every, on, hour });

describe('when a report is mailed', () => {
  test.each([
    // Every day, also over the change of the clock: nine in the morning stays nine in the morning.
    [plan('day', 1, 9), '2026-10-24T08:00:00Z', '2026-10-24T07:00:00.000Z', '2026-10-25T08:00:00.000Z'],
    [plan('day', 1, 9), '2026-03-28T08:00:00Z', '2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z'],
    // Skipped on that night: an hour later on the clock.
    [plan('day', 1, 2), '2026-03-29T01:30:00Z', '2026-03-29T01:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    // Comes twice: the first.
    [plan('day', 1, 2), '2026-10-25T01:30:00Z', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
    // Mondays at seven; the Sunday before is another week.
    [plan('week', 1, 7), '2026-11-22T23:30:00Z', '2026-11-16T06:00:00.000Z', '2026-11-23T06:00:00.000Z'],
    [plan('week', 7, 0), '2026-11-21T22:59:59Z', '2026-11-14T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    // The 31st is the last day of a shorter month, also of February.
    [plan('month', 31, 18), '2026-02-10T12:00:00Z', '2026-01-31T17:00:00.000Z', '2026-02-28T17:00:00.000Z'],
    [plan('month', 31, 18), '2028-02-29T17:00:00Z', '2028-02-29T17:00:00.000Z', '2028-03-31T16:00:00.000Z'],
    [plan('month', 1, 0), '2026-12-31T23:30:00Z', '2026-12-31T23:00:00.000Z', '2027-01-31T23:00:00.000Z'],
  ])('%j at %s: last %s, next %s', (when, now, last, next) => {
    expect(lastSending(when, new Date(now), zurich).toISOString()).toBe(last);
    expect(nextSending(when, new Date(now), zurich).toISOString()).toBe(next);
  });

  test('is each moment between two sendings that follow each other, in every zone', () => {
    const zones = fc.constantFrom(zurich, 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe');
    const plans = fc.oneof(
      fc.record({ every: fc.constant('day' as const), on: fc.constant(1), hour: fc.nat(23) }),
      fc.record({ every: fc.constant('week' as const), on: fc.nat(6).map((n) => n + 1), hour: fc.nat(23) }),
      fc.record({ every: fc.constant('month' as const), on: fc.nat(30).map((n) => n + 1), hour: fc.nat(23) }),
    );
    const instants = fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2035-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(plans, zones, instants, (when, zone, now) => {
        const [last, next] = [lastSending(when, now, zone), nextSending(when, now, zone)];
        expect(last <= now && now < next).toBe(true);
        expect(nextSending(when, last, zone)).toEqual(next);
        expect(lastSending(when, next, zone)).toEqual(next);
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  ['day', 1, true],
  ['day', 2, false],
  ['week', 7, true],
  ['week', 8, false],
  ['week', 1.5, false],
  ['month', 31, true],
  ['month', 0, false],
] as const)('a %s has the day %d: %s', (every, on, has) => {
  expect(isDayOf(every, on)).toBe(has);
});
