import { calendarAxis } from '@stint/domain/time/calendar-axis.ts';
import { weekDays } from '@stint/domain/time/week.ts';
import { describe, expect, test } from 'vitest';
import type { EntryDraft } from '../../entities/week.ts';
import { type EntryFields, fieldsOf, readFields, typed } from './entry-form.ts';

const axis = calendarAxis(weekDays('2026-11-22'), 'Europe/Zurich');
const draft: EntryDraft = {
  timesheetID: 'e1',
  version: 1,
  projectID: 'p1',
  activityID: null,
  projectName: 'Website',
  clientName: null,
  activityName: null,
  workDate: '2026-11-16',
  minutes: 90,
  comment: '',
  startedAt: '2026-11-16T08:00:20.000Z',
  endedAt: '2026-11-16T09:30:20.000Z',
  isDeleted: false,
};
const fields = fieldsOf(draft, axis);
const read = (part: Partial<EntryFields>) =>
  readFields({ ...fields, ...part }, { draft, fields }, { axis, decimalReading: 'decimal' });

test('an entry is shown with its day, its times and its hours', () => {
  expect(fields).toEqual({ day: 0, from: '09:00', to: '10:30', hours: '1:30' });
  expect(fieldsOf({ ...draft, startedAt: null, endedAt: null }, axis)).toMatchObject({ from: '', to: '' });
  const evening = { ...draft, startedAt: '2026-11-16T22:00:00Z', endedAt: '2026-11-16T23:00:00Z' };
  expect(fieldsOf(evening, axis)).toMatchObject({ from: '23:00', to: '24:00' });
});

describe('typing', () => {
  test('times change the hours, hours move the end', () => {
    expect(typed(fields, { to: '11' }, 'decimal')).toMatchObject({ hours: '2:00' });
    expect(typed(fields, { hours: '0.5' }, 'decimal')).toMatchObject({ to: '09:30' });
    expect(typed(fields, { hours: '20:00' }, 'decimal')).toMatchObject({ to: '10:30', hours: '20:00' });
    expect(typed({ ...fields, from: '', to: '' }, { hours: '2' }, 'decimal')).toMatchObject({ to: '' });
  });
});

describe('reading', () => {
  test('what was not touched stays to the second', () => {
    expect(read({})).toEqual({ ok: true, draft });
  });

  test('other times and another day', () => {
    expect(read({ day: 1, from: '8', to: '24:00', hours: '16' })).toMatchObject({
      ok: true,
      draft: {
        workDate: '2026-11-17',
        minutes: 960,
        startedAt: '2026-11-17T07:00:00.000Z',
        endedAt: '2026-11-17T23:00:00.000Z',
      },
    });
  });

  test('no times', () => {
    expect(read({ from: '', to: ' ', hours: '2' })).toMatchObject({
      ok: true,
      draft: { minutes: 120, startedAt: null, endedAt: null },
    });
  });

  test.each([
    [{ from: 'nine' }, ['from']],
    [{ to: '25' }, ['to']],
    [{ from: '' }, ['from']],
    [{ to: '' }, ['to']],
    [{ from: '11:00' }, ['to']],
    [{ hours: 'x' }, ['hours']],
  ] as const)('%j is told where it is wrong', (part, wrong) => {
    const result = read(part);
    expect(result.ok ? [] : Object.keys(result.problems)).toEqual(wrong);
  });
});
