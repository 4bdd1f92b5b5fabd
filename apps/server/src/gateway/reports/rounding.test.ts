import type { RoundingRule } from '@stint/domain/time/rounding.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RoundableEntry, roundEntries, roundMinutes, shareOut } from './rounding.fixture.ts';

const entry = (
  minutes: number,
  workDate = '2026-11-23',
  projectID = 'p1',
  teamMemberID = 'm1',
): RoundableEntry => ({
  minutes,
  workDate,
  projectID,
  teamMemberID,
});

describe('roundMinutes', () => {
  test.each([
    [0, 15, 'up', 0],
    [1, 15, 'up', 15],
    [15, 15, 'up', 15],
    [16, 15, 'up', 30],
    [14, 15, 'down', 0],
    [15, 15, 'down', 15],
    [29, 15, 'down', 15],
    [7, 15, 'nearest', 0],
    [8, 15, 'nearest', 15],
    [5, 10, 'nearest', 10],
    [4, 10, 'nearest', 0],
    [450, 15, 'nearest', 450],
    [451, 6, 'up', 456],
    [37, 1, 'up', 37],
    [61, 60, 'nearest', 60],
    [90, 60, 'nearest', 120],
  ] as const)('%i minutes to %i, %s: %i', (minutes, step, direction, expected) => {
    expect(roundMinutes(minutes, step, direction)).toBe(expected);
  });

  test.each([0, -5, 1.5, Number.NaN])('%d is no step', (step) => {
    expect(() => roundMinutes(10, step, 'up')).toThrow(RangeError);
  });

  test('moves by less than a step, in the direction asked, and only once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 120 }),
        fc.constantFrom('up' as const, 'down' as const, 'nearest' as const),
        (minutes, step, direction) => {
          const rounded = roundMinutes(minutes, step, direction);
          const moved = rounded - minutes;
          expect(rounded % step).toBe(0);
          expect(Math.abs(moved)).toBeLessThan(step);
          expect({ up: moved >= 0, down: moved <= 0, nearest: Math.abs(moved) * 2 <= step }[direction]).toBe(
            true,
          );
          expect(roundMinutes(rounded, step, direction)).toBe(rounded);
        },
      ),
    );
  });
});

describe('scopes', () => {
  const entries = [
    entry(10),
    entry(10),
    entry(10, '2026-11-24'),
    entry(10, '2026-11-23', 'p2'),
    entry(10, '2026-11-23', 'p1', 'm2'),
  ];
  const rule = (scope: RoundingRule['scope']): RoundingRule => ({ stepMinutes: 15, direction: 'up', scope });

  test('each entry by itself', () => {
    expect(roundEntries(entries, rule('entry'))).toEqual([15, 15, 15, 15, 15]);
  });

  test('a person’s day on a project as one', () => {
    expect(roundEntries(entries, rule('dayProject'))).toEqual([15, 15, 15, 15, 15]);
    expect(roundEntries([entry(10), entry(25)], rule('dayProject'))).toEqual([13, 32]);
  });

  test('the total as one', () => {
    expect(roundEntries(entries, rule('total'))).toEqual([12, 12, 12, 12, 12]);
  });

  test('without a rule or entries nothing happens', () => {
    expect(roundEntries(entries, null)).toEqual([10, 10, 10, 10, 10]);
    expect(roundEntries(entries, rule('none'))).toEqual([10, 10, 10, 10, 10]);
    expect(roundEntries([], rule('total'))).toEqual([]);
  });

  test('the entries of a group add up to its rounded sum', () => {
    const anyEntry = fc
      .tuple(
        fc.integer({ min: 0, max: 1440 }),
        fc.constantFrom('2026-11-23', '2026-11-24'),
        fc.constantFrom('p1', 'p2'),
      )
      .map(([minutes, workDate, projectID]) => entry(minutes, workDate, projectID));
    fc.assert(
      fc.property(fc.array(anyEntry), fc.integer({ min: 1, max: 60 }), (list, stepMinutes) => {
        const rounded = roundEntries(list, { stepMinutes, direction: 'nearest', scope: 'total' });
        const raw = list.reduce((sum, each) => sum + each.minutes, 0);
        expect(rounded.reduce((sum, each) => sum + each, 0)).toBe(roundMinutes(raw, stepMinutes, 'nearest'));
        expect(rounded.every((minutes) => minutes >= 0)).toBe(true);
      }),
    );
  });
});

test.each([
  [10, [1, 1, 1], [4, 3, 3]],
  [0, [5, 5], [0, 0]],
  [7, [0, 0], [7, 0]],
  [100, [1, 2, 3], [17, 33, 50]],
  [5, [], []],
])('%i shared out by %j is %j', (total, weights, expected) => {
  expect(shareOut(total, weights)).toEqual(expected);
});
