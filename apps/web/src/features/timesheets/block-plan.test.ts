import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyText, isBlock, planClear, planFill } from './block-plan.ts';
import { rangeAt } from './grid-selection.ts';
import { type PasteChoice, planPaste } from './paste-plan.ts';
import type { Cell, Sheet, ShownEntry } from './sheet.ts';

const entries = (count: number) => Array.from({ length: count }, () => ({}) as ShownEntry);
/** A row with these minutes from Monday on; a cell of -1 holds two entries. */
const row = (key: string, ...minutes: number[]) => ({
  key,
  clientName: null,
  projectName: `Project ${key}`,
  activityName: null,
  cells: Array.from({ length: 7 }, (_, day) => {
    const here = minutes[day] ?? 0;
    return {
      workDate: `2026-11-${16 + day}`,
      minutes: Math.max(0, here),
      entries: entries(here < 0 ? 2 : here > 0 ? 1 : 0),
    } as Cell;
  }),
});
const days = [16, 17, 18, 19, 20, 21, 22].map((day) => ({ date: `2026-11-${day}` }));
const sheet = { days, rows: [row('a', 60, 90, -1), row('b')] } as unknown as Sheet;
const locked = [null, null, null, null, null, null, 'lockDate'] as const;
const asFound = { numbers: null, takesOrder: false } as const;
const plan = (text: string, range = rangeAt({ row: 0, day: 0 }), choice: PasteChoice = asFound) =>
  planPaste(text, { sheet, locked: [...locked], range, decimalReading: 'decimal', choice });
const filled = (...asked: Parameters<typeof plan>) =>
  plan(...asked).changes.map(({ rowKey, day, minutes }) => `${rowKey}${day} ${minutes}`);

describe('a pasted block', () => {
  test('fills from its first cell on, and leaves what says nothing as it is', () => {
    expect(plan('1\t\n4\t3', rangeAt({ row: 0, day: 0 })).changes).toEqual([
      { rowKey: 'a', day: 0, minutes: 60 },
      { rowKey: 'b', day: 0, minutes: 240 },
      { rowKey: 'b', day: 1, minutes: 180 },
    ]);
  });

  test('a single value fills all that is selected', () => {
    const { changes } = plan('0:30', { top: 0, bottom: 1, left: 3, right: 4 });
    expect(changes.map(({ rowKey, day, minutes }) => `${rowKey}${day} ${minutes}`)).toEqual([
      'a3 30',
      'a4 30',
      'b3 30',
      'b4 30',
    ]);
  });

  test('leaves out days and names that came along', () => {
    const headed = 'Project\tMon\tTue\nProject a\t1\t\nProject b\t2\t3';
    const { changes, problems, heads } = plan(headed);
    expect(changes.map(({ rowKey, day, minutes }) => `${rowKey}${day} ${minutes}`)).toEqual([
      'a0 60',
      'b0 120',
      'b1 180',
    ]);
    expect(problems).toEqual([]);
    expect(heads).toEqual(['Project', 'Mon', 'Tue']);
  });

  test('takes numbers that may be days only where it is said that they are hours', () => {
    const { changes, mayBeDays, problems } = plan('1\t2\n8\t8');
    expect([changes, mayBeDays, problems[0]]).toEqual([
      [],
      ['1', '2'],
      { problem: 'mayBeDays', text: '1, 2' },
    ]);
    expect(filled('1\t2\n8\t8', rangeAt({ row: 0, day: 0 }), { ...asFound, numbers: 'hours' })).toEqual([
      'a0 60',
      'a1 120',
      'b0 480',
      'b1 480',
    ]);
    const codes = '1\tProject a\t8';
    expect(filled(codes, rangeAt({ row: 0, day: 0 }), { ...asFound, numbers: 'hours' })).toEqual([]);
  });

  test.each([
    ['days of this week', '16\t18\n8\t7', ['b0 480', 'b2 420'], true],
    ['days that skip a weekend', '13\t16\t17\n8\t7\t6', ['b0 420', 'b1 360'], true],
    ['one day', '17\n8', ['b1 480'], true],
    ['days of another week', '9\t10\n8\t8', [], false],
    ['days below each other', '16.11\t8\n17.11\t7', [], false],
  ])('takes numbers for days where somebody says so: %s', (_, text, expected, canBeDays) => {
    const asDays = { ...asFound, numbers: 'days' } as const;
    const place = rangeAt({ row: 1, day: 4 });
    expect(filled(text, place)).toEqual([]);
    expect(filled(text, place, asDays)).toEqual(expected);
    const { mayBeDays, ...planned } = plan(text, place, asDays);
    expect([mayBeDays.length > 0, planned.canBeDays]).toEqual([true, canBeDays]);
  });

  test('whose rows name projects of the week goes there, in whatever order and wherever it begins', () => {
    const { rows, changes, problems, isByName } = plan(
      'Project\tMon\tTue\nproject B\t1\t\nTotal\t4\t4\nProject a\t\t3',
      rangeAt({ row: 1, day: 0 }),
    );
    expect(changes.map(({ rowKey, day, minutes }) => `${rowKey}${day} ${minutes}`)).toEqual([
      'b0 60',
      'a1 180',
    ]);
    expect(isByName).toBe(true);
    expect(rows.map(({ row, name }) => [row, name])).toEqual([
      [1, 'project B'],
      [null, 'Total'],
      [0, 'Project a'],
    ]);
    expect(problems).toEqual([
      { problem: 'noRow', text: 'Total' },
      { problem: 'noRow', text: 'Total' },
    ]);
  });

  test('whose names are those of no row goes nowhere, or in its order where that is asked for', () => {
    const text = 'Project\tMon\nAlpha\t1\nTotal\t3\nBeta\t2\n\t3';
    const { changes, isByName, hasOtherNames, problems } = plan(text);
    expect([changes, isByName, hasOtherNames]).toEqual([[], false, true]);
    expect(problems).toEqual([
      { problem: 'noRow', text: 'Alpha' },
      { problem: 'sum', text: 'Total' },
      { problem: 'noRow', text: 'Beta' },
      { problem: 'noName', text: '3' },
    ]);
    expect(filled(text, rangeAt({ row: 0, day: 0 }), { ...asFound, takesOrder: true })).toEqual([
      'a0 60',
      'b0 120',
    ]);
  });

  test('goes to the days that stand over it, wherever it begins; what is under another heading goes nowhere', () => {
    const text = 'Project\tTotal\tTue\tMon\tRate\nProject a\t5\t2\t3\t7\nProject b\t1\t\t1\t7';
    expect(filled(text, rangeAt({ row: 1, day: 3 }))).toEqual(['a1 120', 'a0 180', 'b0 60']);
    const { problems, columns, isByDay } = plan(text);
    expect(isByDay).toBe(true);
    expect(columns.map(({ day, heading }) => [day, heading])).toEqual([
      [-1, 'Total'],
      [1, 'Tue'],
      [0, 'Mon'],
      [-1, 'Rate'],
    ]);
    expect(problems).toEqual(
      ['Total', 'Rate', 'Total', 'Rate'].map((of) => ({ problem: 'noDay', text: of })),
    );
  });

  test('of hours alone is taken as it is, whatever adds up to what', () => {
    expect(filled('4\t1', rangeAt({ row: 1, day: 0 }))).toEqual(['b0 240', 'b1 60']);
    expect(filled('4\t1\t1\t1\t1', rangeAt({ row: 1, day: 0 }))).toEqual([
      'b0 240',
      'b1 60',
      'b2 60',
      'b3 60',
      'b4 60',
    ]);
  });

  test('keeps the days beside a word in place of hours', () => {
    const text = 'Project b\t7,5\tUrlaub\t7,5\t7,5\t7,5';
    expect(filled(text)).toEqual(['b0 450', 'b2 450', 'b3 450', 'b4 450']);
    expect(plan(text).problems).toEqual([{ problem: 'unreadable', text: 'Urlaub' }]);
  });

  test('begins behind the names, also where a column before them is empty', () => {
    const { columns } = plan('\tProject\tMon\n\tProject b\t2');
    expect(columns.map(({ heading }) => heading)).toEqual(['Mon']);
    expect(filled('\tProject b\t2')).toEqual(['b0 120']);
    expect(filled('Project b\t2', { top: 0, bottom: 0, left: 3, right: 4 })).toEqual(['b3 120']);
  });

  test('names what stands directly over hours that are taken nowhere', () => {
    expect(plan('Thu\tFri\n12\t13\n1\t2').problems).toEqual([
      { problem: 'noDay', text: '12' },
      { problem: 'noDay', text: '13' },
    ]);
  });

  test('asks whether small numbers under names of days are hours or days', () => {
    const later = [7, 8, 9, 10, 11, 12, 13].map((day) => ({ date: `2026-12-${`${day}`.padStart(2, '0')}` }));
    const into = {
      locked: days.map(() => null),
      range: rangeAt({ row: 0, day: 0 }),
      decimalReading: 'decimal',
    } as const;
    const of = (numbers: PasteChoice['numbers'], week: typeof days) => {
      const own = { days: week, rows: [row('a'), row('b')] } as unknown as Sheet;
      const { changes, problems, canBeDays } = planPaste('Mon\tTue\tWed\n7\t8\t9\n8\t8\t8', {
        ...into,
        sheet: own,
        choice: { ...asFound, numbers },
      });
      return [
        changes.map(({ rowKey, day, minutes }) => `${rowKey}${day} ${minutes}`),
        problems[0]?.problem,
        canBeDays,
      ];
    };
    expect(of(null, later)).toEqual([[], 'mayBeDays', true]);
    expect(of('hours', later)).toEqual([
      ['a0 420', 'a1 480', 'a2 540', 'b0 480', 'b1 480', 'b2 480'],
      undefined,
      true,
    ]);
    expect(of('days', later)).toEqual([['a0 480', 'a1 480', 'a2 480'], undefined, true]);
    expect(of(null, days)).toEqual([
      ['a0 420', 'a1 480', 'a2 540', 'b0 480', 'b1 480', 'b2 480'],
      undefined,
      false,
    ]);
  });

  test('tells of what is skipped before the names', () => {
    const text = 'Nr\tProject\tMon\n1\tProject b\t2';
    expect(filled(text)).toEqual(['b0 120']);
    expect(plan(text).problems).toEqual([{ problem: 'noDay', text: 'Nr' }]);
  });

  test('without an activity is none of a row with one', () => {
    const rows = [{ ...row('a'), activityName: 'Design' }, row('b')];
    const text = 'Project\tActivity\tMon\nProject a\t\t1\nProject b\t\t2';
    const { changes, problems } = planPaste(text, {
      sheet: { days, rows } as unknown as Sheet,
      locked: [...locked],
      range: rangeAt({ row: 0, day: 0 }),
      decimalReading: 'decimal',
      choice: asFound,
    });
    expect(changes).toEqual([{ rowKey: 'b', day: 0, minutes: 120 }]);
    expect(problems).toEqual([{ problem: 'noRow', text: 'Project a' }]);
  });

  test('names each row in full, also where the client stands once above it', () => {
    const text = 'Client\tProject\tMon\nAcme\tProject a\t1\n\tProject b\t2';
    expect(plan(text).rows.map(({ name }) => name)).toEqual(['Acme · Project a', 'Acme · Project b']);
    expect(filled(text)).toEqual([]);
  });

  test.each([
    ['days in rows', 'Mon\t8\nTue\t7'],
    ['dates in rows', '2026-11-16\t8\n2026-11-17\t7'],
    ['dates in rows that could be hours', '16.11\t8\n17.11\t7'],
    ['days of another week', 'Project\t9.11.\t10.11.\nProject a\t8\t8'],
    ['what began and ended', 'Project\tStart\tEnd\nProject a\t9:00\t17:00'],
    ['entries of a report', 'Date\tProject\tHours\n2026-11-16\tProject a\t8\n2026-11-17\tProject a\t7'],
    ['two entries of one project', 'Project a\t8\nProject a\t7'],
    ['hours of somebody', 'Amir\tProject a\t8\nJonas\tProject b\t7'],
    ['one that nobody can place', 'sick\t8\t8'],
  ])('fills nothing where it is not certain: %s', (_, text) => {
    expect(filled(text)).toEqual([]);
    expect(plan(text).problems.length).toBeGreaterThan(0);
  });

  test('names each cell that is not taken, and why', () => {
    const { problems, changes } = plan('sick\t25\t1\t2\t3\t4\t5\t6\n\n7');
    expect(problems.map(({ text, problem }) => [text, problem])).toEqual([
      ['sick', 'unreadable'],
      ['25', 'tooLong'],
      ['1', 'several'],
      ['5', 'locked'],
      ['6', 'outside'],
      ['7', 'outside'],
    ]);
    expect(changes.map(({ day }) => day)).toEqual([3, 4, 5]);
  });
});

test.each([
  ['7:30', false],
  ['7,5', false],
  ['7:30\n', false],
  ['1\t2', true],
  ['1\n2', true],
])('%j is a block: %s', (text, expected) => {
  expect(isBlock(text)).toBe(expected);
});

test('a block is copied as a spreadsheet takes it, nothing where there are no hours', () => {
  expect(copyText(sheet, { top: 0, bottom: 1, left: 0, right: 2 })).toBe('1:00\t1:30\t\n\t\t');
});

test('filling takes each row from its first selected cell to the last one', () => {
  const changes = planFill(sheet, { top: 0, bottom: 1, left: 1, right: 3 });
  expect(changes.map(({ rowKey, day, minutes }) => `${rowKey}${day} ${minutes}`)).toEqual([
    'a2 90',
    'a3 90',
    'b2 0',
    'b3 0',
  ]);
});

test('clearing names each cell once', () => {
  expect(planClear(sheet, { top: 0, bottom: 1, left: 0, right: 1 })).toHaveLength(4);
});

const cellMinutes = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 1440 }),
  fc.integer({ min: 1, max: 24 }).map((hours) => hours * 60),
);

test.each([
  [1, 7],
  [2, 5],
  [5, 2],
  [7, 1],
])('what was copied here is pasted as it was: %i rows of %i days', (down, across) => {
  const rows = fc.array(fc.array(cellMinutes, { minLength: across, maxLength: across }), {
    minLength: down,
    maxLength: down,
  });
  fc.assert(
    fc.property(rows, (minutes) => {
      const range = { top: 0, bottom: down - 1, left: 0, right: across - 1 };
      const own = { days, rows: minutes.map((each, at) => row(`${at}`, ...each)) } as unknown as Sheet;
      const empty = { days, rows: minutes.map((_, at) => row(`${at}`)) } as unknown as Sheet;
      const { changes, problems } = planPaste(copyText(own, range), {
        sheet: empty,
        locked: days.map(() => null),
        range: rangeAt({ row: 0, day: 0 }),
        decimalReading: 'decimal',
        choice: asFound,
      });
      expect(problems).toEqual([]);
      expect(changes).toEqual(
        minutes.flatMap((each, at) =>
          each.flatMap((of, day) => (of > 0 ? { rowKey: `${at}`, day, minutes: of } : [])),
        ),
      );
    }),
    { seed: 20261123, numRuns: 1000 },
  );
});

test('a row of days of this week over hours fills nothing until somebody says what it is, and then each of its days', () => {
  const daysOfWeek = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 2, maxLength: 7 });
  const hours = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(daysOfWeek, hours, fc.boolean(), (some, worked, withMonth) => {
      const chosen = some.toSorted((a, b) => a - b);
      const heads = chosen.map((day) => `${16 + day}${withMonth ? '.11' : ''}`);
      const next = chosen.map((_, at) => 7 + at);
      const text = [heads, chosen.map((day) => worked[day]), next].map((line) => line.join('\t')).join('\n');
      const empty = { days, rows: [row('a'), row('b')] } as unknown as Sheet;
      const into = { sheet: empty, locked: days.map(() => null), range: rangeAt({ row: 0, day: 0 }) };
      const fill = (numbers: PasteChoice['numbers']) =>
        planPaste(text, { ...into, decimalReading: 'decimal', choice: { ...asFound, numbers } }).changes;
      expect(fill(null)).toEqual([]);
      expect(fill('days')).toEqual([
        ...chosen.map((day) => ({ rowKey: 'a', day, minutes: (worked[day] ?? 0) * 60 })),
        ...chosen.map((day, at) => ({ rowKey: 'b', day, minutes: (7 + at) * 60 })),
      ]);
    }),
    { seed: 20261124, numRuns: 1000 },
  );
});
