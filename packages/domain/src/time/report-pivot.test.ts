import { expect, test } from 'vitest';
import { bucketOf, bucketsOf, pivotGroups, pivotOf } from './report-pivot.ts';

test.each([
  ['2026-11-01', '2026-11-30', 'day', 30],
  ['2026-10-01', '2026-10-31', 'day', 31],
  ['2026-10-01', '2026-11-01', 'week', 5],
  ['2026-01-01', '2026-12-31', 'month', 12],
] as const)('%s to %s has a column for each %s', (from, to, bucket, count) => {
  expect(bucketOf({ from, to })).toBe(bucket);
  expect(bucketsOf({ from, to }, bucket)).toHaveLength(count);
});

test('columns are asked for first; rows are people where nothing else is asked for', () => {
  const week = { from: '2026-11-16', to: '2026-11-22' };
  expect(pivotGroups(['project', 'day', 'person', 'tag'], week)).toEqual(['day', 'project', 'person']);
  expect(pivotGroups(['month'], week)).toEqual(['day', 'person']);
});

test('cells of a row add up to it, raw and rounded; a column keeps its own sum where an entry stands in two rows', () => {
  const cell = (minutes: number) => ({ minutes, roundedMinutes: Math.ceil(minutes / 45) * 45 });
  const line = (keys: (string | null)[], minutes: number) => ({ keys, ...cell(minutes) });
  const { rows, columns } = pivotOf(
    [
      line(['2026-11-16'], 60),
      line(['2026-11-16', 'red'], 60),
      line(['2026-11-16', 'blue'], 60),
      line(['2026-11-17'], 30),
      line(['2026-11-17', 'red'], 30),
      line(['2026-11-17', 'red', null], 30),
    ],
    ['2026-11-16', '2026-11-17', '2026-11-18'],
  );
  expect(columns).toEqual([60, 30, 0].map(cell));
  expect(rows).toEqual([
    { keys: ['red'], cells: [60, 30, 0].map(cell), minutes: 90, roundedMinutes: 135 },
    { keys: ['blue'], cells: [60, 0, 0].map(cell), minutes: 60, roundedMinutes: 90 },
    { keys: ['red', null], cells: [0, 30, 0].map(cell), minutes: 30, roundedMinutes: 45 },
  ]);
});
