import { expect, test } from 'vitest';
import { takeOver } from './entry-draft.ts';

const base = {
  timesheetID: 'e1',
  version: 1,
  projectID: 'p1',
  activityID: null,
  projectName: 'Website',
  clientName: null,
  activityName: null,
  workDate: '2026-11-16',
  minutes: 60,
  comment: '',
  isBillable: true,
  tags: [],
  isDeleted: false,
};
const known = { isNew: false, decimalReading: 'decimal' as const };

test('hours and comment are taken over together', () => {
  const { edit, left } = takeOver(base, { hours: '1.5', comment: 'Planning' }, known);
  expect(edit).toMatchObject({ minutes: 90, comment: 'Planning', isDeleted: false });
  expect(left).toEqual({});
});

test('hours that cannot be read stay as they are typed, and the comment is saved all the same', () => {
  const { edit, left, problem } = takeOver(base, { hours: '1:70', comment: 'Planning' }, known);
  expect(edit).toMatchObject({ minutes: 60, comment: 'Planning' });
  expect(left).toEqual({ hours: '1:70' });
  expect(problem).toBe('minutesOutOfRange');
});

test('what is as it was is not saved again', () => {
  expect(takeOver(base, { hours: '1:00', comment: '' }, known).edit).toBeNull();
});

test('an entry without hours, as the rows of another week leave it, stays when it is only looked at', () => {
  const empty = { ...base, minutes: 0 };
  expect(takeOver(empty, {}, known).edit).toBeNull();
  expect(takeOver(empty, { hours: '' }, known).edit).toBeNull();
});

test('an entry that is emptied goes; one with a comment and without hours stays', () => {
  expect(takeOver(base, { hours: '' }, known).edit).toMatchObject({ isDeleted: true });
  expect(takeOver(base, { hours: '', comment: 'Ill' }, known).edit).toMatchObject({ isDeleted: false });
});

test('a new entry is made when it has hours or a comment, with what was chosen before', () => {
  const blank = { ...base, version: null, minutes: 0 };
  const first = takeOver(blank, { isBillable: false }, { ...known, isNew: true });
  expect(first).toMatchObject({ edit: null, left: { isBillable: false } });
  const second = takeOver(blank, { ...first.left, hours: '2' }, { ...known, isNew: true });
  expect(second.edit).toMatchObject({ minutes: 120, isBillable: false });
});
