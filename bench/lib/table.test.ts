import { expect, test } from 'vitest';
import { formatFigure, formatTable, markdownTable, markPace, rowOf } from './table.ts';

test.each([
  ['a median at the limit keeps it', [1, 2.3, 9], { atMost: 2.3 }, true],
  ['a median over it does not, however good the best round was', [1, 2.4, 9], { atMost: 2.3 }, false],
  ['a least value is kept from above', [0.1, 0.5, 0.6], { atLeast: 0.42 }, true],
  ['a median below a least value does not', [0.1, 0.41, 0.6], { atLeast: 0.42 }, false],
  ['a line without goal only informs', [1, 2, 3], { inform: true as const }, null],
])('%s', (_name, values, limit, reached) => {
  expect(rowOf('P5', 'week read', values, { unit: 'x', ...limit }).reached).toBe(reached);
});

test.each([
  [0.123456, '0.123'],
  [2.345, '2.35'],
  [99.95, '100'],
  [12345.6, '12346'],
])('%d is shown as %s', (value, text) => {
  expect(formatFigure(value)).toBe(text);
});

const rows = [
  rowOf('P5', 'week read, CPU', [2, 2.1, 2.5], { unit: 'x', atMost: 2.3, against: 'pgbench' }),
  rowOf('P14', 'memory', [88], { unit: 'MiB', atMost: 90 }),
];

const usual = { unit: 'ms', slower: 2 } as const;
test.each<{ name: string; median: number; unit?: 'x'; slower?: number; verdict: string }>([
  {
    name: 'a time over its goal on a machine as slow as that',
    median: 30,
    verdict: 'no; at the goals’ pace',
  },
  { name: 'a time over its goal there too', median: 50, verdict: 'no' },
  { name: 'a time that is reached here', median: 19, verdict: 'yes' },
  { name: 'a time over its goal on a machine that is faster', median: 21, slower: 0.5, verdict: 'no' },
  { name: 'a ratio, which is the same on any machine', median: 30, unit: 'x', verdict: 'no' },
])('$name', ({ median, unit = usual.unit, slower = usual.slower, verdict }) => {
  const row = rowOf('P5b', 'a list', [median], { unit, atMost: 20 });
  expect(markdownTable(markPace([row], slower))).toContain(`| ${verdict} |`);
});

test('the table for a terminal has its columns under each other', () => {
  expect(formatTable(rows).split('\n')).toEqual([
    '#    work            goal             measured (min – median – max)  reached',
    'P5   week read, CPU  <= 2.3x pgbench  2 – 2.1 – 2.5x                 yes',
    'P14  memory          <= 90 MiB        88 MiB                         yes',
  ]);
});

test('the table for the page is Markdown', () => {
  expect(markdownTable(rows).split('\n')[2]).toBe(
    '| P5 | week read, CPU | <= 2.3x pgbench | 2 – 2.1 – 2.5x | yes |',
  );
});
