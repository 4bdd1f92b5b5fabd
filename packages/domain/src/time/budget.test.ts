import { describe, expect, test } from 'vitest';
import { alertsDue, burnPercent, forecastDate, isOverBudget } from './budget.ts';

test.each([
  [0, 600, 0, false],
  [300, 600, 50, false],
  [200, 600, 33.3, false],
  [600, 600, 100, false],
  [601, 600, 100.2, true],
  [1200, 600, 200, true],
  [10, 0, null, false],
  [10, null, null, false],
  [10, undefined, null, false],
])('%i of %s is %s percent, over: %s', (used, budget, percent, over) => {
  expect(burnPercent(used, budget)).toBe(percent);
  expect(isOverBudget(used, budget)).toBe(over);
});

describe('alerts', () => {
  const due = (used: number, sentPercents: number[] = [], budget: number | null = 1000) =>
    alertsDue({ used, budget, alertPercents: [50, 75, 90, 100], sentPercents });

  test.each([
    [499, [], []],
    [500, [], [50]],
    [500, [50], []],
    [760, [50], [75]],
    [920, [], [50, 75, 90]],
    [1000, [50, 75, 90], [100]],
    [5000, [50, 75, 90, 100], []],
    [400, [50], []],
  ])('at %i of 1000 with %j told: %j', (used, sent, expected) => {
    expect(due(used, sent)).toEqual(expected);
  });

  test('49.99 % is shown as 50 % and still not 50 %', () => {
    expect(burnPercent(4999, 10_000)).toBe(50);
    expect(due(4999, [], 10_000)).toEqual([]);
  });

  test('without a budget nobody is told', () => {
    expect(due(500, [], null)).toEqual([]);
    expect(due(500, [], 0)).toEqual([]);
  });

  test('own thresholds are sorted and told once', () => {
    expect(alertsDue({ used: 90, budget: 100, alertPercents: [80, 20, 80, 0], sentPercents: [] })).toEqual([
      20, 80,
    ]);
  });
});

describe('the forecast', () => {
  const at = { today: '2026-11-23', recentDays: 28 };

  test.each([
    [{ used: 0, budget: 1000, recent: 280 }, '2027-03-03'],
    [{ used: 990, budget: 1000, recent: 280 }, '2026-11-24'],
    [{ used: 985, budget: 1000, recent: 280 }, '2026-11-25'],
    [{ used: 1000, budget: 1000, recent: 280 }, '2026-11-23'],
    [{ used: 2000, budget: 1000, recent: 0 }, '2026-11-23'],
    [{ used: 10, budget: 1000, recent: 0 }, null],
    [{ used: 10, budget: 1_000_000, recent: 1 }, null],
    [{ used: 10, budget: null, recent: 280 }, null],
  ])('%j: %s', (input, date) => {
    expect(forecastDate({ ...at, ...input })).toBe(date);
  });
});
