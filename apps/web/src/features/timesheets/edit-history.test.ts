import { expect, test } from 'vitest';
import type { Draft } from './edit.ts';
import { createEditHistory } from './edit-history.ts';
import type { ShownEntry } from './sheet.ts';

const draft = (timesheetID: string, change: Partial<Draft> = {}): Draft => ({
  timesheetID,
  version: 1,
  projectID: 'p',
  activityID: null,
  projectName: 'Website',
  clientName: null,
  activityName: null,
  workDate: '2026-11-16',
  minutes: 60,
  comment: '',
  isDeleted: false,
  ...change,
});
const shown = (timesheetID: string, version: number, minutes = 60) =>
  ({ ...draft(timesheetID, { version, minutes }), isUnsaved: false }) as unknown as ShownEntry;
const change = (before: Draft[], after: Draft[]) => ({
  before,
  after,
  rows: [],
  removesRows: false,
  believes: true,
});
const counting = () => {
  let count = 0;
  return () => {
    count += 1;
    return `new-${count}`;
  };
};

test('a change is taken back on top of the version that is there now, and done again', () => {
  const history = createEditHistory(counting());
  history.record(change([draft('a')], [draft('a', { minutes: 90 })]));
  expect(history.undo({ shown: [shown('a', 2, 90)], waiting: [] })?.edits).toMatchObject([
    { timesheetID: 'a', version: 2, minutes: 60 },
  ]);
  expect(history.redo({ shown: [shown('a', 3)], waiting: [] })?.edits).toMatchObject([
    { timesheetID: 'a', version: 3, minutes: 90 },
  ]);
  expect(history.redo({ shown: [], waiting: [] })).toBeNull();
});

test('an entry that was removed comes again under a name of its own, which later steps know', () => {
  const history = createEditHistory(counting());
  history.record(change([draft('a', { minutes: 30 })], [draft('a')]));
  history.record(change([draft('a')], [draft('a', { isDeleted: true })]));
  expect(history.undo({ shown: [], waiting: [] })?.edits).toMatchObject([
    { timesheetID: 'new-1', version: null, minutes: 60 },
  ]);
  expect(history.undo({ shown: [shown('new-1', 1)], waiting: [] })?.edits).toMatchObject([
    { timesheetID: 'new-1', version: 1, minutes: 30 },
  ]);
  history.redo({ shown: [shown('new-1', 2, 30)], waiting: [] });
  expect(history.redo({ shown: [shown('new-1', 3)], waiting: [] })?.edits).toMatchObject([
    { timesheetID: 'new-1', version: 3, isDeleted: true },
  ]);
});

test('a removal that is still on its way is only taken back', () => {
  const history = createEditHistory(counting());
  const removal = draft('a', { isDeleted: true });
  history.record(change([draft('a')], [removal]));
  expect(history.undo({ shown: [], waiting: [{ ...removal, revision: 1 }] })?.edits).toMatchObject([
    { timesheetID: 'a', version: 1, isDeleted: false },
  ]);
});

test('the change that a message named is taken back, whatever came after it; a new change ends what could be done again', () => {
  const history = createEditHistory(counting());
  const first = change([draft('a')], [draft('a', { minutes: 0, isDeleted: true })]);
  history.record(first);
  history.record(change([], [draft('b', { version: null })]));
  expect(history.undo({ shown: [], waiting: [] }, first)?.edits).toHaveLength(1);
  expect(history.undo({ shown: [], waiting: [] }, first)).toBeNull();
  history.record(change([], [draft('c', { version: null })]));
  expect(history.redo({ shown: [], waiting: [] })).toBeNull();
});
