import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWeek, type SnapshotEntry } from './week-diff.ts';

const entry = (timesheetID: string, more: Partial<SnapshotEntry> = {}): SnapshotEntry => ({
  timesheetID,
  workDate: '2026-11-23',
  projectID: 'p1',
  activityID: 'a1',
  minutes: 60,
  comment: '',
  isBillable: true,
  ...more,
});

test('nothing changed', () => {
  const entries = [entry('1'), entry('2', { tags: ['x', 'y'] })];
  const diff = diffWeek(entries, [entry('2', { tags: ['y', 'x'] }), entry('1', { tags: [] })]);
  expect(diff).toMatchObject({ added: [], removed: [], changed: [], minutesDelta: 0, isSame: true });
  expect(diff.dayDeltas.size).toBe(0);
});

test('added, removed and changed entries', () => {
  const before = [entry('1'), entry('2'), entry('3', { workDate: '2026-11-24' })];
  const after = [
    entry('1', { minutes: 90, comment: 'more' }),
    entry('3', { workDate: '2026-11-25' }),
    entry('4', { minutes: 15 }),
  ];
  const diff = diffWeek(before, after);
  expect(diff.added).toEqual([after[2]]);
  expect(diff.removed).toEqual([before[1]]);
  expect(diff.changed).toEqual([
    { before: before[0], after: after[0], fields: ['minutes', 'comment'] },
    { before: before[2], after: after[1], fields: ['workDate'] },
  ]);
  expect(diff.minutesDelta).toBe(-15);
  expect([...diff.dayDeltas]).toEqual([
    ['2026-11-23', -15],
    ['2026-11-24', -60],
    ['2026-11-25', 60],
  ]);
  expect(diff.isSame).toBe(false);
});

test.each([
  ['workDate', { workDate: '2026-11-24' }],
  ['projectID', { projectID: 'p2' }],
  ['activityID', { activityID: null }],
  ['minutes', { minutes: 61 }],
  ['comment', { comment: ' ' }],
  ['isBillable', { isBillable: false }],
  ['tags', { tags: ['x'] }],
] as const)('a change of %s is seen', (field, more) => {
  expect(diffWeek([entry('1')], [entry('1', more)]).changed[0]?.fields).toEqual([field]);
});

test('the days add up to the whole difference', () => {
  const anyEntry = fc.record({
    timesheetID: fc.constantFrom('1', '2', '3', '4'),
    minutes: fc.integer({ min: 0, max: 1440 }),
    workDate: fc.constantFrom('2026-11-23', '2026-11-24'),
  });
  const week = fc
    .uniqueArray(anyEntry, { selector: ({ timesheetID }) => timesheetID })
    .map((entries) => entries.map(({ timesheetID, ...more }) => entry(timesheetID, more)));
  fc.assert(
    fc.property(week, week, (before, after) => {
      const diff = diffWeek(before, after);
      expect([...diff.dayDeltas.values()].reduce((sum, minutes) => sum + minutes, 0)).toBe(diff.minutesDelta);
      expect(before.length + diff.added.length - diff.removed.length).toBe(after.length);
    }),
  );
});
