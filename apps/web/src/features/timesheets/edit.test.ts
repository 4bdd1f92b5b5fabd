import { expect, test } from 'vitest';
import { type EntryEdit, onTopOf, saveBody } from './edit.ts';

const waiting: EntryEdit = {
  timesheetID: 'entry-1',
  version: null,
  projectID: 'project-1',
  activityID: null,
  projectName: 'Website',
  clientName: null,
  activityName: null,
  workDate: '2026-11-23',
  minutes: 60,
  comment: 'Stand-up',
  tags: ['tag-1'],
  startedAt: '2026-11-23T08:00:00.000Z',
  endedAt: '2026-11-23T09:00:00.000Z',
  externalRef: 'ics:one',
  isDeleted: false,
  revision: 1,
};

test('an edit that says nothing of times, tags and origin leaves those that wait, and its minutes move the end', () => {
  const { tags: _, startedAt: __, endedAt: ___, externalRef: ____, revision: _____, ...typed } = waiting;
  expect(onTopOf(waiting, { ...typed, minutes: 90 })).toMatchObject({
    minutes: 90,
    tags: ['tag-1'],
    externalRef: 'ics:one',
    startedAt: '2026-11-23T08:00:00.000Z',
    endedAt: '2026-11-23T09:30:00.000Z',
  });
});

test('an edit that says something is taken at its word', () => {
  expect(onTopOf(waiting, { ...waiting, startedAt: null, endedAt: null, tags: [] })).toMatchObject({
    startedAt: null,
    endedAt: null,
    tags: [],
  });
});

test('what came from a calendar is sent as such', () => {
  const { upserts } = saveBody({ teamMemberID: 'member-1', weekEndDate: '2026-11-29' }, [waiting]);
  expect(upserts).toMatchObject([{ source: 'calendar', externalRef: 'ics:one', tags: ['tag-1'] }]);
});
