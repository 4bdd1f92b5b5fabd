import { expect, test } from 'vitest';
import type { MemberRate } from '../rates/rate.fixture.ts';
import { type BudgetEntry, type BudgetRates, budgetUse } from './budget-use.fixture.ts';

const entry = (more: Partial<BudgetEntry> = {}): BudgetEntry => ({
  teamMemberID: 'ann',
  projectID: 'p1',
  workDate: '2026-08-03',
  minutes: 60,
  isBillable: true,
  activityID: null,
  ...more,
});
const rate = (amount: number, effectiveFrom: string, more: Partial<MemberRate> = {}): MemberRate => ({
  teamMemberID: 'ann',
  kind: 'bill',
  currency: 'EUR',
  amount,
  effectiveFrom,
  ...more,
});
const rates: BudgetRates = {
  rateMode: 'project',
  currency: 'EUR',
  projectRate: 6000,
  clientRate: 3000,
  activityRates: new Map([['design', 12_000]]),
  memberRates: [
    rate(8000, '2026-01-01'),
    rate(9000, '2026-08-03'),
    rate(100, '2026-01-01', { teamMemberID: 'bob', currency: 'USD' }),
    rate(1, '2020-01-01', { kind: 'cost' }),
  ],
};

test.each([
  [
    'by project',
    [entry(), entry({ minutes: 30 })],
    {},
    { amount: 9000, unpricedMinutes: 0, otherCurrencyMinutes: 0 },
  ],
  [
    'by the client where the project has no rate',
    [entry()],
    { projectRate: null },
    { amount: 3000, unpricedMinutes: 0, otherCurrencyMinutes: 0 },
  ],
  [
    'no rate at all',
    [entry({ minutes: 45 })],
    { projectRate: null, clientRate: null },
    { amount: 0, unpricedMinutes: 45, otherCurrencyMinutes: 0 },
  ],
  [
    'what is not billable',
    [entry({ isBillable: false })],
    {},
    { amount: 0, unpricedMinutes: 0, otherCurrencyMinutes: 0 },
  ],
  [
    'by person, at the rate of each day',
    [entry({ workDate: '2026-08-02' }), entry()],
    { rateMode: 'member' },
    { amount: 17_000, unpricedMinutes: 0, otherCurrencyMinutes: 0 },
  ],
  [
    'by person, before the first rate',
    [entry({ workDate: '2025-12-31' })],
    { rateMode: 'member' },
    { amount: 6000, unpricedMinutes: 0, otherCurrencyMinutes: 0 },
  ],
  [
    'a person paid in another currency',
    [entry({ teamMemberID: 'bob' })],
    { rateMode: 'member' },
    { amount: 6000, unpricedMinutes: 0, otherCurrencyMinutes: 60 },
  ],
  [
    'a person paid in another currency, and nothing to fall back on',
    [entry({ teamMemberID: 'bob' })],
    { rateMode: 'member', projectRate: null, clientRate: null },
    { amount: 0, unpricedMinutes: 60, otherCurrencyMinutes: 60 },
  ],
  [
    'another currency before its rate begins',
    [entry({ teamMemberID: 'bob', workDate: '2025-12-31' })],
    { rateMode: 'member' },
    { amount: 6000, unpricedMinutes: 0, otherCurrencyMinutes: 0 },
  ],
  [
    'by activity',
    [entry({ activityID: 'design' }), entry({ activityID: 'talk' })],
    { rateMode: 'activity' },
    { amount: 18_000, unpricedMinutes: 0, otherCurrencyMinutes: 0 },
  ],
  [
    'without rates',
    [entry({ minutes: 90 })],
    { rateMode: 'none' },
    { amount: 0, unpricedMinutes: 90, otherCurrencyMinutes: 0 },
  ],
  [
    'rounded once per entry',
    [entry({ minutes: 20 }), entry({ minutes: 20 })],
    { projectRate: 10_000 },
    { amount: 6666, unpricedMinutes: 0, otherCurrencyMinutes: 0 },
  ],
] as const)('%s', (_name, entries, more, use) => {
  expect(budgetUse(entries, { ...rates, ...more })).toEqual(use);
});
