import { expect, test } from 'vitest';
import { reportTree } from './report.ts';

const line = (keys: (string | null)[], minutes: number) => ({
  keys,
  minutes,
  entries: 1,
  roundedMinutes: minutes,
  billableMinutes: 0,
});
const names = (branches: ReturnType<typeof reportTree>): unknown[] =>
  branches.map(({ keys, children }) => [keys.at(-1), ...(children.length > 0 ? [names(children)] : [])]);

test('most time first, equal times by name, what has no group last; each below its own', () => {
  const lines = [
    line([null], 500),
    line(['b'], 90),
    line(['a'], 90),
    line(['a', 'x'], 10),
    line(['a', 'y'], 80),
    line(['b', 'x'], 90),
    line(['c'], 100),
  ];
  expect(names(reportTree(lines, ['project', 'person'], (_level, key) => key ?? ''))).toEqual([
    ['c'],
    ['a', [['y'], ['x']]],
    ['b', [['x']]],
    [null],
  ]);
});

test('dates stand in their order, whatever time they have', () => {
  const lines = [line(['2026-11'], 1), line(['2026-09'], 5), line(['2026-10'], 90)];
  expect(names(reportTree(lines, ['month'], () => ''))).toEqual([['2026-09'], ['2026-10'], ['2026-11']]);
});

test('the total is no line of its own, and nothing makes nothing', () => {
  expect(reportTree([line([], 5)], [], () => '')).toEqual([]);
});
