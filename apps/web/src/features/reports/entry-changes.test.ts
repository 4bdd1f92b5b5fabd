import { expect, test } from 'vitest';
import type { ReportEntry } from '../../entities/report.ts';
import { changesOf, isBehindLock, undoOf, type Wanted } from './entry-changes.ts';

const entry = (timesheetID: string, more: Partial<ReportEntry> = {}) =>
  ({
    timesheetID,
    version: 1,
    projectID: 'mole',
    activityID: 'caulk',
    isBillable: true,
    workDate: '2026-11-02',
    tags: ['red'],
    minutes: 60,
    comment: '',
    ...more,
  }) as ReportEntry;
const nothing: Wanted = {
  projectID: null,
  activityID: null,
  isBillable: null,
  workDate: null,
  addTag: null,
  removeTag: null,
};

test('only what differs is changed, and entries that are so already stay', () => {
  const entries = [entry('a'), entry('b', { isBillable: false, activityID: null })];
  expect(changesOf(entries, nothing)).toEqual([]);
  expect(changesOf(entries, { ...nothing, isBillable: false, activityID: 'none' })).toEqual([
    { timesheetID: 'a', version: 1, isBillable: false, activityID: null },
  ]);
  expect(changesOf([entry('a')], { ...nothing, addTag: 'blue', removeTag: 'red' })).toEqual([
    { timesheetID: 'a', version: 1, tags: ['blue'] },
  ]);
});

test('taking it back sends the former values of the changed fields against the new versions', () => {
  const before = [entry('a'), entry('b', { projectID: 'pier' })];
  const changes = changesOf(before, { ...nothing, projectID: 'pier', workDate: '2026-11-03' });
  const after = before.map((one) => ({ ...one, projectID: 'pier', workDate: '2026-11-03', version: 2 }));
  expect(undoOf(before, changes, after)).toEqual([
    { timesheetID: 'a', version: 2, projectID: 'mole', workDate: '2026-11-02' },
    { timesheetID: 'b', version: 2, workDate: '2026-11-02' },
  ]);
});

test.each([
  [null, null, false],
  ['2026-11-01', null, false],
  ['2026-11-02', null, true],
  ['2026-11-01', '2026-11-03', false],
  ['2026-11-01', '2026-10-31', true],
])('with days locked up to %s and a move to %s a reason is asked for: %s', (lockDate, workDate, asks) => {
  expect(isBehindLock([entry('a'), entry('b', { workDate: '2026-11-04' })], { workDate }, lockDate)).toBe(
    asks,
  );
});
