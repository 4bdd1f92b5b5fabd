import { expect, test } from 'vitest';
import { chartData } from './chart-data.ts';

const figures = {
  entries: 1,
  roundedMinutes: 0,
  billableMinutes: 0,
  amounts: null,
  unpricedMinutes: null,
  costs: null,
  uncostedMinutes: null,
};
const line = (keys: (string | null)[], minutes: number) => ({ keys, minutes, ...figures });

test('parts have the same place in every column, and the smallest make one part', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', null];
  const lines = [
    ...names.map((name, at) => line(['2026-11-02', name], 100 - at)),
    line(['2026-11-03', 'b'], 5),
    line(['2026-11-02'], 772),
  ];
  const { parts, columns, highest } = chartData({ lines, groupBy: ['day', 'project'] }, [
    '2026-11-02',
    '2026-11-03',
    '2026-11-04',
  ]);
  expect(parts.map(({ key, isOther }) => (isOther ? 'other' : key))).toEqual([
    'b',
    'a',
    'c',
    'd',
    'e',
    'other',
  ]);
  expect(columns.map((column) => column.parts)).toEqual([
    [99, 100, 98, 97, 96, 95 + 94 + 93],
    [5, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ]);
  expect([columns[0]?.total, highest]).toEqual([772, 772]);
});
