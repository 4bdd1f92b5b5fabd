import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatHours } from './hours.ts';
import { parseBlock, writeBlock } from './pasted-block.ts';

/** Minutes, `-` for a cell that says nothing, or why it is not understood. */
const read = (text: string, options = {}) =>
  parseBlock(text, options).map((row) =>
    row.map(({ parsed }) => (parsed === null ? '-' : parsed.ok ? parsed.minutes : parsed.reason)),
  );

describe('a pasted block', () => {
  test.each([
    ['one value', '7:30', [[450]]],
    ['a row of a spreadsheet', '7:30\t8\t0.5', [[450, 480, 30]]],
    [
      'rows with the line end of any system',
      '1\t2\r\n3\t4\r5\t6\n',
      [
        [60, 120],
        [180, 240],
        [300, 360],
      ],
    ],
    [
      'every notation of hours',
      '7:30\t7.5\t7,5\t7h30\t7h 30m\t450m\t:30',
      [[450, 450, 450, 450, 450, 450, 30]],
    ],
    ['spaces that do not break', '\u00a07:30\u00a0\t1h\u00a030m', [[450, 90]]],
    ['durations with seconds, rounded half-up', '7:30:00\t0:59:30\t25:00:00', [[450, 60, 'tooLong']]],
    ['cells that say nothing', '1\t\t-\t–\t2', [[60, '-', '-', '-', 120]]],
    ['an empty row in the middle', '1\n\n2', [[60], ['-'], [120]]],
    ['semicolons', '7,5;8;0,25', [[450, 480, 15]]],
    ['commas', '7.5,8,0:15', [[450, 480, 15]]],
    ['decimal commas one below the other', '7,5\n8,25\n', [[450], [495]]],
    ['quoted cells', '"7,5","8","0:15"', [[450, 480, 15]]],
    ['a quoted cell with a line end', '"1\n"\t2', [[60, 120]]],
    ['a quote that is not closed', '"7\t8', [['unreadable', 480]]],
    ['what is no time', 'Design\t7:75\t-3\t30', [['unreadable', 'minutesOutOfRange', 'negative', 'tooLong']]],
    ['rows of different lengths', '1\t2\n3', [[60, 120], [180]]],
    ['nothing', ' \n', []],
  ])('is read: %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('reads decimals as the workspace does, and keeps the text of what it did not understand', () => {
    expect(read('1.30\t0.45', { decimalReading: 'minutes' })).toEqual([[90, 45]]);
    expect(parseBlock('7:30\tsick')[0]?.[1]).toMatchObject({ text: 'sick', parsed: { ok: false } });
  });

  test('what is written is read again', () => {
    const minutes = fc.integer({ min: 1, max: 1440 });
    const block = fc.array(fc.array(minutes, { minLength: 2, maxLength: 7 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(block, (rows) => {
        expect(read(writeBlock(rows.map((row) => row.map(formatHours))))).toEqual(rows);
      }),
    );
  });

  test('whatever the text is, it is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(parseBlock(text).every((row) => row.length > 0)).toBe(true);
      }),
    );
  });
});

test('one decimal that can be no minutes puts all of them in doubt where decimals are minutes', () => {
  const options = { decimalReading: 'minutes' };
  expect(read('7.5\t7.75\n8\t7:30', options)).toEqual([
    ['decimals', 'decimals'],
    [480, 450],
  ]);
  expect(read('7.5\t7.333', options)).toEqual([['decimals', 'decimals']]);
  expect(read('7.5\t7.45', options)).toEqual([[470, 465]]);
});

test('commas that part more cells than there are columns may be those of decimals', () => {
  expect(read('Project,Mon,Tue\nFerry app,7,5,8,0').at(-1)).toEqual([
    'unreadable',
    ...Array(4).fill('decimals'),
  ]);
  expect(read('Project,Mon,Tue\nFerry app,"7,5",8').at(-1)).toEqual(['unreadable', 450, 480]);
  expect(read('Project,Mon,Tue\nFerry app,8').at(-1)).toEqual(['unreadable', 480]);
});

test.each([
  ['7,5,8,0', [Array(4).fill('decimals')]],
  ['App,7,5\nInternal,8,0', Array(2).fill(['unreadable', 'decimals', 'decimals'])],
  ['Project,Mon,Tue\nFerry app,7,5', [Array(3).fill('unreadable'), ['unreadable', 420, 300]]],
])(
  'two numbers beside each other may be one decimal, unless headings say how many cells there are: %j',
  (text, expected) => {
    expect(read(text)).toEqual(expected);
  },
);
