import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatRangeChoice,
  isRangeName,
  monthOf,
  NAMED_RANGES,
  parseRangeChoice,
  type RangeChoice,
  rangeDays,
  resolveRange,
} from './date-range.ts';

describe('resolveRange', () => {
  test.each([
    ['thisWeek', '2026-11-25', '2026-11-23', '2026-11-29'],
    ['thisWeek', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['thisWeek', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['thisWeek', '2027-01-01', '2026-12-28', '2027-01-03'],
    ['lastWeek', '2026-11-25', '2026-11-16', '2026-11-22'],
    ['lastWeek', '2026-01-01', '2025-12-22', '2025-12-28'],
    ['thisMonth', '2026-11-25', '2026-11-01', '2026-11-30'],
    ['thisMonth', '2024-02-10', '2024-02-01', '2024-02-29'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['thisQuarter', '2026-01-01', '2026-01-01', '2026-03-31'],
    ['thisQuarter', '2026-06-30', '2026-04-01', '2026-06-30'],
    ['thisQuarter', '2026-08-15', '2026-07-01', '2026-09-30'],
    ['thisQuarter', '2026-11-25', '2026-10-01', '2026-12-31'],
    ['thisYear', '2026-11-25', '2026-01-01', '2026-12-31'],
  ] as const)('%s on %s is %s to %s', (kind, today, from, to) => {
    expect(resolveRange({ kind }, today)).toEqual({ from, to });
  });

  test('custom ranges have no cap', () => {
    expect(resolveRange({ kind: 'custom', from: '1999-01-01', to: '2026-11-25' }, '2026-11-25')).toEqual({
      from: '1999-01-01',
      to: '2026-11-25',
    });
    expect(() =>
      resolveRange({ kind: 'custom', from: '2026-02-02', to: '2026-02-01' }, '2026-11-25'),
    ).toThrow(RangeError);
    expect(() => resolveRange({ kind: 'custom', from: 'x', to: '2026-02-01' }, '2026-11-25')).toThrow(
      RangeError,
    );
  });

  test('rolling days end today', () => {
    expect(resolveRange({ kind: 'rolling', days: 1 }, '2026-11-25')).toEqual({
      from: '2026-11-25',
      to: '2026-11-25',
    });
    expect(resolveRange({ kind: 'rolling', days: 30 }, '2026-03-01')).toEqual({
      from: '2026-01-31',
      to: '2026-03-01',
    });
    expect(() => resolveRange({ kind: 'rolling', days: 0 }, '2026-03-01')).toThrow(RangeError);
    expect(() => resolveRange({ kind: 'rolling', days: 1.5 }, '2026-03-01')).toThrow(RangeError);
  });
});

test('the menu has six ranges by name', () => {
  expect(NAMED_RANGES.map(({ label }) => label)).toEqual([
    'This week',
    'Last week',
    'This month',
    'Last month',
    'This quarter',
    'This year',
  ]);
  expect(isRangeName('thisQuarter')).toBe(true);
  expect(isRangeName('lastQuarter')).toBe(false);
});

test('days of a range and the month of a date', () => {
  expect(rangeDays({ from: '2026-11-01', to: '2026-11-30' })).toBe(30);
  expect(monthOf('2026-02-14')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

describe('in the address bar', () => {
  test.each([
    [{ kind: 'lastMonth' }, 'lastMonth'],
    [{ kind: 'rolling', days: 30 }, 'rolling-30'],
    [{ kind: 'custom', from: '2026-11-01', to: '2026-11-15' }, '2026-11-01..2026-11-15'],
  ] as [RangeChoice, string][])('%j is %s', (choice, text) => {
    expect(formatRangeChoice(choice)).toBe(text);
    expect(parseRangeChoice(text)).toEqual(choice);
  });

  test.each([
    '',
    'nextWeek',
    'rolling-0',
    'rolling-',
    'rolling--1',
    '2026-11-15..2026-11-01',
    '2026-11-31..2026-12-01',
    '2026-11-01',
    'a..b..c',
  ])('%j is nothing', (text) => {
    expect(parseRangeChoice(text)).toBeNull();
  });

  test('what is read can be resolved and is written the same', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('thisYear', 'rolling-7', '2026-01-01..2026-01-01')),
        (text) => {
          const choice = parseRangeChoice(text) ?? ({ kind: 'thisWeek' } as const);
          expect(rangeDays(resolveRange(choice, '2026-11-25'))).toBeGreaterThan(0);
          expect(parseRangeChoice(formatRangeChoice(choice))).toEqual(choice);
        },
      ),
    );
  });
});
