import { describe, expect, test } from 'vitest';
import type { Entry } from '../../entities/week.ts';
import { setCell, undoOf } from './cell-edits.ts';
import { buildSheet, keepRows, type RowHead } from './sheet.ts';

const head: RowHead = {
  projectID: 'p1',
  activityID: null,
  projectName: 'Website',
  clientName: 'Acme',
  activityName: null,
  isBillable: true,
  color: null,
};

function entry(change: Partial<Entry>): Entry {
  const base = {
    timesheetID: 'e1',
    version: 1,
    workDate: '2026-11-23',
    minutes: 60,
    comment: '',
    isBillable: true,
  };
  return { ...head, ...base, ...change } as Entry;
}

function build(
  entries: Entry[],
  edits: Parameters<typeof buildSheet>[0]['edits'] = [],
  heads: RowHead[] = [],
) {
  return buildSheet({ weekEndDate: '2026-11-29', entries, edits, heads, projectOf: () => undefined });
}

describe('the grid', () => {
  test('a change of one cell leaves every other row the one it was, so that only its own is drawn again', () => {
    const entries = [1, 2, 3].map((each) =>
      entry({ timesheetID: `e${each}`, projectID: `p${each}`, projectName: `Project ${each}` }),
    );
    const before = build(entries);
    const [, second] = entries as [Entry, Entry, Entry];
    const edits = [{ ...second, isDeleted: false, revision: 1, minutes: 90 }];
    const after = keepRows(before, build(structuredClone(entries), edits as never));
    expect(after.rows.map((row, index) => row === before.rows[index])).toEqual([true, false, true]);
    expect(after.rows[1]?.cells.map((cell, day) => cell === before.rows[1]?.cells[day])).toEqual([
      false,
      ...Array.from({ length: 6 }, () => true),
    ]);
    expect(after).toEqual(build(entries, edits as never));
    expect(keepRows(after, build(entries, edits as never))).toBe(after);
  });

  test('marks the cells whose entries the approver marked, with what was said of them', () => {
    const sheet = buildSheet({
      weekEndDate: '2026-11-29',
      entries: [
        entry({}),
        entry({ timesheetID: 'e2', minutes: 5 }),
        entry({ timesheetID: 'e3', workDate: '2026-11-24' }),
        entry({ timesheetID: 'e4', workDate: '2026-11-25' }),
      ],
      edits: [],
      heads: [],
      flags: new Map([
        ['e1', 'Which ticket?'],
        ['e2', ''],
        ['e3', ''],
      ]),
      projectOf: () => undefined,
    });
    expect(sheet.rows[0]?.cells.map(({ flag }) => flag)).toEqual([
      'Which ticket?',
      '',
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test('has one row for each project and activity, with totals of row, day and week', () => {
    const sheet = build([
      entry({}),
      entry({ timesheetID: 'e2', workDate: '2026-11-24', minutes: 30 }),
      entry({ timesheetID: 'e3', projectID: 'p0', projectName: 'App', minutes: 15, isBillable: false }),
    ]);
    expect(sheet.rows.map((row) => [row.projectName, row.minutes])).toEqual([
      ['App', 15],
      ['Website', 90],
    ]);
    expect(sheet.days.map((day) => day.minutes)).toEqual([75, 30, 0, 0, 0, 0, 0]);
    expect([sheet.minutes, sheet.billableMinutes, sheet.nonBillableMinutes]).toEqual([105, 90, 15]);
  });

  test('shows edits before the server has them, and rows without hours', () => {
    const cell = build([entry({})]).rows[0]?.cells[0];
    if (!cell) throw new Error('no cell');
    const edit = setCell(head, cell, 120, () => 'new');
    const sheet = build(
      [entry({})],
      [{ ...edit, revision: 1 } as never],
      [{ ...head, projectID: 'p9', projectName: 'Z' }],
    );
    expect(sheet.rows.map((row) => row.minutes)).toEqual([120, 0]);
    expect(sheet.rows[0]?.cells[0]?.isUnsaved).toBe(true);
  });

  test('flags a day over 24:00 with the amount over', () => {
    const sheet = build([entry({ minutes: 1440 }), entry({ timesheetID: 'e2', minutes: 15 })]);
    expect(sheet.days[0]).toMatchObject({ exceeded: true, overMinutes: 15 });
    expect(sheet.days[1]).toMatchObject({ exceeded: false });
  });
});

describe('typing into a cell', () => {
  const cells = (entries: Entry[]) => build(entries, [], [head]).rows[0]?.cells ?? [];

  test('makes, changes and removes its entry', () => {
    const [empty] = cells([]);
    const [filled] = cells([entry({})]);
    if (!empty || !filled) throw new Error('no cell');
    expect(setCell(head, empty, 45, () => 'new')).toMatchObject({
      timesheetID: 'new',
      version: null,
      minutes: 45,
    });
    expect(setCell(head, empty, 0, () => 'new')).toBeNull();
    expect(setCell(head, filled, 45, () => 'new')).toMatchObject({
      timesheetID: 'e1',
      version: 1,
      minutes: 45,
    });
    expect(setCell(head, filled, 60, () => 'new')).toBeNull();
    expect(setCell(head, filled, 0, () => 'new')).toMatchObject({ timesheetID: 'e1', isDeleted: true });
  });

  test('leaves a cell with several entries alone', () => {
    const [cell] = cells([entry({}), entry({ timesheetID: 'e2' })]);
    if (!cell) throw new Error('no cell');
    expect(setCell(head, cell, 45, () => 'new')).toBeNull();
  });

  test('is taken back to what was there', () => {
    const [empty] = cells([]);
    const [filled] = cells([entry({})]);
    if (!empty || !filled) throw new Error('no cell');
    const made = setCell(head, empty, 45, () => 'new');
    const changed = setCell(head, filled, 45, () => 'new');
    if (!made || !changed) throw new Error('no edit');
    expect(undoOf(empty.entries, [made])).toMatchObject([{ timesheetID: 'new', isDeleted: true }]);
    expect(undoOf(filled.entries, [changed])).toMatchObject([
      { timesheetID: 'e1', minutes: 60, isDeleted: false },
    ]);
  });
});
