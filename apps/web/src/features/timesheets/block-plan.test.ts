import { describe, expect, test } from 'vitest';
import { copyText, isBlock, planClear, planFill } from './block-plan.ts';
import { rangeAt } from './grid-selection.ts';
import { planPaste } from './paste-plan.ts';
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
const plan = (text: string, range = rangeAt({ row: 0, day: 0 }), takesHeads = false) =>
  planPaste(text, { sheet, locked: [...locked], range, decimalReading: 'decimal', takesHeads });

describe('a pasted block', () => {
  test('fills from its first cell on, and leaves what says nothing as it is', () => {
    expect(plan('1\t\n2\t3', rangeAt({ row: 0, day: 0 })).changes).toEqual([
      { rowKey: 'a', day: 0, minutes: 60 },
      { rowKey: 'b', day: 0, minutes: 120 },
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

  test('leaves out days and names that came along, unless they are asked for as hours', () => {
    const headed = 'Project\tMon\tTue\nProject a\t1\t\nProject b\t2\t3';
    const { changes, problems, heads } = plan(headed);
    expect(changes.map(({ rowKey, day, minutes }) => `${rowKey}${day} ${minutes}`)).toEqual([
      'a0 60',
      'b0 120',
      'b1 180',
    ]);
    expect(problems).toEqual([]);
    expect(heads).toEqual(['Project', 'Mon', 'Tue', 'Project a', 'Project b']);
    const taken = plan(headed, rangeAt({ row: 0, day: 0 }), true);
    expect(taken.heads).toEqual(heads);
    expect(taken.problems.map(({ text }) => text)).toContain('Tue');
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

  test('whose names are those of no row goes by place', () => {
    const { changes, isByName } = plan('Project\tMon\nAlpha\t1\nBeta\t2');
    expect(changes.map(({ rowKey, day, minutes }) => `${rowKey}${day} ${minutes}`)).toEqual([
      'a0 60',
      'b0 120',
    ]);
    expect(isByName).toBe(false);
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
