import { calendarAxis } from '@stint/domain/time/calendar-axis.ts';
import { weekDays } from '@stint/domain/time/week.ts';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../entities/week.ts';
import {
  type CalendarEntry,
  copyOf,
  draftOf,
  mergeEdits,
  offClock,
  onClock,
  placeEntries,
} from './calendar-entry.ts';

const zone = 'Europe/Zurich';
const axis = calendarAxis(weekDays('2026-11-22'), zone);
const nine: CalendarEntry = {
  timesheetID: 'e1',
  version: 3,
  projectID: 'p1',
  activityID: null,
  projectName: 'Website',
  clientName: null,
  activityName: null,
  workDate: '2026-11-16',
  minutes: 60,
  comment: 'Words',
  isBillable: true,
  startedAt: '2026-11-16T08:00:00.000Z',
  endedAt: '2026-11-16T09:00:00.000Z',
  tags: ['t1'],
  externalRef: 'ics:one',
  isUnsaved: false,
};
const stored = nine as unknown as Entry;
const tuesday = axis.days[1] ?? raise();

function raise(): never {
  throw new Error('no day');
}

describe('what is shown', () => {
  test('is what the server has, with the edits on top and nothing of how these are kept', () => {
    const edit = { ...draftOf(nine), comment: 'Other words' };
    expect(mergeEdits([stored], [{ ...edit, revision: 2, believed: [] }], zone)).toMatchObject([
      { comment: 'Other words', isUnsaved: true },
    ]);
    const [shown] = mergeEdits([], [{ ...edit, revision: 2, believed: [] }], zone);
    expect(shown).not.toHaveProperty('believed');
    expect(mergeEdits([stored], [{ ...edit, isDeleted: true }], zone)).toEqual([]);
  });

  test('minutes that were typed into the sheet move the end at once', () => {
    const { startedAt: _, endedAt: __, tags: ___, ...typed } = draftOf(nine);
    expect(mergeEdits([stored], [{ ...typed, minutes: 90 }], zone)).toMatchObject([
      { minutes: 90, endedAt: '2026-11-16T09:30:00.000Z', tags: ['t1'] },
    ]);
  });

  test('stands on the clock where it has times of its day, else above it', () => {
    const without = { ...nine, timesheetID: 'e2', startedAt: null, endedAt: null };
    const elsewhere = { ...nine, timesheetID: 'e3', workDate: '2026-11-18' };
    const otherWeek = { ...nine, timesheetID: 'e4', workDate: '2026-11-30' };
    const { blocks, strips } = placeEntries([nine, without, elsewhere, otherWeek], axis);
    expect(blocks.map(({ entry, day, from, to }) => [entry.timesheetID, day, from, to])).toEqual([
      ['e1', 0, 540, 600],
    ]);
    expect(strips.map((entries) => entries.map(({ timesheetID }) => timesheetID))).toEqual([
      ['e2'],
      [],
      ['e3'],
      [],
      [],
      [],
      [],
    ]);
  });
});

describe('a change', () => {
  test('that moves keeps the minutes, one that pulls an end changes them', () => {
    const withBreak = { ...nine, minutes: 45 };
    expect(onClock(withBreak, tuesday, { from: 600, to: 660 })).toMatchObject({
      workDate: '2026-11-17',
      minutes: 45,
      startedAt: '2026-11-17T09:00:00.000Z',
      endedAt: '2026-11-17T10:00:00.000Z',
    });
    expect(onClock(withBreak, tuesday, { from: 600, to: 690 })).toMatchObject({ minutes: 90 });
  });

  test('that takes it off the clock leaves its minutes; a copy is nothing of an event', () => {
    expect(offClock(nine, '2026-11-18')).toMatchObject({
      workDate: '2026-11-18',
      minutes: 60,
      startedAt: null,
      endedAt: null,
    });
    expect(copyOf(draftOf(nine), 'new')).toMatchObject({
      timesheetID: 'new',
      version: null,
      externalRef: null,
    });
  });
});
