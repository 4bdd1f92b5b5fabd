import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settleSpan, type TimedEntry } from './entry-span.ts';
import { addDays } from './plain-date.ts';
import { clockMinutesAt, plainDateAt } from './zone.ts';

const zone = 'Europe/Zurich';
const nine: TimedEntry = {
  workDate: '2026-11-23',
  minutes: 60,
  startedAt: '2026-11-23T08:00:00.000Z',
  endedAt: '2026-11-23T09:00:00.000Z',
};

describe('settleSpan', () => {
  test('other minutes move the end', () => {
    expect(settleSpan(nine, { minutes: 90 }, zone)).toEqual({
      ...nine,
      minutes: 90,
      endedAt: '2026-11-23T09:30:00.000Z',
    });
  });

  test('also where the times come along as they were, in whatever form', () => {
    const { startedAt } = nine;
    const change = { minutes: 30, startedAt, endedAt: '2026-11-23T10:00:00+01:00' };
    expect(settleSpan(nine, change, zone)).toMatchObject({ endedAt: '2026-11-23T08:30:00.000Z' });
  });

  test('nothing else moves it: an entry with a break keeps both', () => {
    const withBreak = { ...nine, minutes: 45 };
    expect(settleSpan(withBreak, { minutes: 45 }, zone)).toEqual(withBreak);
    expect(settleSpan(withBreak, {}, zone)).toEqual(withBreak);
  });

  test('new times alone bring their minutes, at most 24:00', () => {
    expect(settleSpan(nine, { endedAt: '2026-11-23T10:15:00Z' }, zone)).toMatchObject({ minutes: 135 });
    expect(settleSpan(nine, { endedAt: '2026-11-29T10:15:00Z' }, zone)).toMatchObject({ minutes: 1440 });
  });

  test('new times and minutes together are taken as they are', () => {
    const change = { minutes: 100, endedAt: '2026-11-23T10:15:00Z' };
    expect(settleSpan(nine, change, zone)).toMatchObject(change);
  });

  test('times that are taken away leave the minutes', () => {
    expect(settleSpan(nine, { startedAt: null, endedAt: null }, zone)).toEqual({
      ...nine,
      startedAt: null,
      endedAt: null,
    });
  });

  test('another day keeps the clock, over a change of the clock as well', () => {
    const friday = {
      workDate: '2027-03-26',
      minutes: 60,
      startedAt: '2027-03-26T08:00:30.000Z',
      endedAt: '2027-03-26T09:00:30.000Z',
    };
    expect(settleSpan(friday, { workDate: '2027-03-29' }, zone)).toEqual({
      workDate: '2027-03-29',
      minutes: 60,
      startedAt: '2027-03-29T07:00:30.000Z',
      endedAt: '2027-03-29T08:00:30.000Z',
    });
  });

  test('after any change of minutes or day the times fit: they last the minutes and begin on the day', () => {
    const zones = ['Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
    const changes = fc.record({
      timeZone: fc.constantFrom(...zones),
      day: fc.integer({ min: 0, max: 400 }),
      minute: fc.integer({ min: 0, max: 1439 }),
      minutes: fc.integer({ min: 0, max: 1440 }),
      days: fc.integer({ min: -200, max: 200 }),
    });
    fc.assert(
      fc.property(changes, ({ timeZone, day, minute, minutes, days }) => {
        const start = new Date(Date.UTC(2026, 0, 1 + day, 0, minute));
        const before = {
          workDate: plainDateAt(start, timeZone),
          minutes: 60,
          startedAt: start.toISOString(),
          endedAt: new Date(start.getTime() + 3_600_000).toISOString(),
        };
        const after = settleSpan(before, { minutes, workDate: addDays(before.workDate, days) }, timeZone);
        const [from, to] = [new Date(after.startedAt ?? ''), new Date(after.endedAt ?? '')];
        // Minutes that stay keep the span, others are the span.
        expect(to.getTime() - from.getTime()).toBe(minutes * 60_000);
        expect(plainDateAt(from, timeZone)).toBe(after.workDate);
        const moved = Math.abs(clockMinutesAt(from, timeZone) - clockMinutesAt(start, timeZone));
        // An hour that is skipped is the only thing that moves the clock.
        expect([0, 30, 60]).toContain(moved);
      }),
    );
  });
});
