import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, type BillRateSources, billRate, findMemberRate, type MemberRate } from './rate.fixture.ts';

const rate = (amount: number, effectiveFrom: string, more: Partial<MemberRate> = {}): MemberRate => ({
  teamMemberID: 'ann',
  kind: 'bill',
  currency: 'EUR',
  amount,
  effectiveFrom,
  ...more,
});

const rates = [
  rate(8000, '2025-01-01'),
  rate(9000, '2026-01-01'),
  rate(9500, '2026-07-01'),
  rate(12_000, '2026-03-01', { projectID: 'p1' }),
  rate(4000, '2020-01-01', { kind: 'cost' }),
  rate(7777, '2020-01-01', { teamMemberID: 'bob' }),
  rate(6666, '2026-06-01', { currency: 'USD' }),
];

describe('the rate of a person', () => {
  const query = { teamMemberID: 'ann', projectID: 'p2', kind: 'bill', currency: 'EUR' } as const;

  test.each([
    ['2024-12-31', null],
    ['2025-01-01', 8000],
    ['2025-12-31', 8000],
    ['2026-01-01', 9000],
    ['2026-06-30', 9000],
    ['2026-07-01', 9500],
    ['2030-01-01', 9500],
  ])('on %s: %s', (date, amount) => {
    expect(findMemberRate(rates, { ...query, date })?.amount ?? null).toBe(amount);
    expect(findMemberRate([...rates].reverse(), { ...query, date })?.amount ?? null).toBe(amount);
  });

  test('for a project comes before the general one, once it has begun', () => {
    expect(findMemberRate(rates, { ...query, projectID: 'p1', date: '2026-02-28' })?.amount).toBe(9000);
    expect(findMemberRate(rates, { ...query, projectID: 'p1', date: '2026-08-01' })?.amount).toBe(12_000);
  });

  test('keeps kinds, people and currencies apart', () => {
    expect(findMemberRate(rates, { ...query, kind: 'cost', date: '2026-08-01' })?.amount).toBe(4000);
    expect(findMemberRate(rates, { ...query, teamMemberID: 'bob', date: '2026-08-01' })?.amount).toBe(7777);
    expect(findMemberRate(rates, { ...query, currency: 'USD', date: '2026-08-01' })?.amount).toBe(6666);
    expect(findMemberRate(rates, { ...query, currency: 'CHF', date: '2026-08-01' })).toBeNull();
  });
});

describe('the bill rate of an entry', () => {
  const entry = { teamMemberID: 'ann', projectID: 'p2', workDate: '2026-08-01', isBillable: true };
  const sources: BillRateSources = {
    rateMode: 'project',
    currency: 'EUR',
    projectRate: 100,
    clientRate: 50,
    activityRate: 70,
    memberRates: rates,
  };

  test.each([
    ['project', {}, 100],
    ['project', { projectRate: null }, 50],
    ['project', { projectRate: null, clientRate: null }, null],
    ['project', { projectRate: 0 }, 0],
    ['member', {}, 9500],
    ['member', { memberRates: [] }, 100],
    ['member', { memberRates: [], projectRate: null }, 50],
    ['activity', {}, 70],
    ['activity', { activityRate: null }, 100],
    ['none', {}, null],
  ] as const)('mode %s with %j: %s', (rateMode, more, expected) => {
    expect(billRate(entry, { ...sources, ...more, rateMode })).toBe(expected);
  });

  const from = (amount: number, effectiveFrom: string) => [{ amount, effectiveFrom }];
  test.each([
    ['project', { dated: { project: from(110, '2026-08-01') } }, 110],
    ['project', { dated: { project: from(110, '2026-08-02') } }, 100],
    ['project', { dated: { project: [...from(1, '2026-08-01'), ...from(2, '2026-07-01')] } }, 1],
    ['project', { dated: { client: from(60, '2026-08-01') } }, 100],
    ['project', { dated: { client: from(60, '2026-08-01') }, projectRate: null }, 60],
    ['project', { dated: { activity: from(80, '2026-08-01') } }, 100],
    ['member', { dated: { project: from(110, '2026-08-01') } }, 9500],
    ['member', { dated: { project: from(110, '2026-08-01') }, memberRates: [] }, 110],
    // What a project says of an activity without a date comes before a date for all projects.
    ['activity', { dated: { activity: from(80, '2026-08-01') } }, 70],
    ['activity', { dated: { activity: from(80, '2026-08-01') }, activityRate: null }, 80],
    [
      'activity',
      { dated: { activity: from(80, '2026-08-01') }, activityRate: null, workspaceCurrency: 'USD' },
      100,
    ],
    ['activity', { dated: { activityOnProject: from(90, '2026-08-01') } }, 90],
    ['activity', { dated: { activityOnProject: from(90, '2026-08-02') } }, 70],
    ['none', { dated: { project: from(110, '2026-08-01') } }, null],
  ] as const)('by date, mode %s with %j: %s', (rateMode, more, expected) => {
    expect(billRate(entry, { ...sources, ...more, rateMode })).toBe(expected);
  });

  test('what is not billable has none', () => {
    expect(billRate({ ...entry, isBillable: false }, sources)).toBeNull();
  });
});

describe('amountOf', () => {
  test.each([
    [60, 10_000, 10_000],
    [90, 10_000, 15_000],
    [20, 10_000, 3333],
    [40, 10_000, 6667],
    [1, 30, 1],
    [1, 29, 0],
    [1, 90, 2],
    [0, 10_000, 0],
    [1440, 9_999_999, 239_999_976],
    [60_000_000, 9_000_000_000, 9_000_000_000_000_000],
    [-90, 10_000, -15_000],
  ])('%i minutes at %i are %i', (minutes, hourlyRate, amount) => {
    expect(amountOf(minutes, hourlyRate)).toBe(amount);
  });

  test('refuses what would not be exact', () => {
    expect(() => amountOf(1.5, 100)).toThrow(RangeError);
    expect(() => amountOf(60, 99.5)).toThrow(RangeError);
    expect(() => amountOf(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
  });

  test('whole hours cost exactly that many rates', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (hours, hourlyRate) => {
          expect(amountOf(hours * 60, hourlyRate)).toBe(hours * hourlyRate);
        },
      ),
    );
  });
});
