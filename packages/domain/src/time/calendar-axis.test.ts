import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calendarAxis,
  clockOf,
  endPositionOf,
  gapsOf,
  hourMarks,
  instantOfMinute,
  minuteAt,
  minuteOfClock,
  minuteOfInstant,
  positionOf,
} from './calendar-axis.ts';
import { weekDays } from './week.ts';
import { clockMinutesAt } from './zone.ts';

const zone = 'Europe/Zurich';
const spring = calendarAxis(weekDays('2027-03-28'), zone);
const autumn = calendarAxis(weekDays('2026-10-25'), zone);
const dayOf = (axis: typeof spring, index: number) => axis.days[index] ?? raise();

function raise(): never {
  throw new Error('no day');
}

describe('a week without a change of the clock', () => {
  const axis = calendarAxis(weekDays('2026-11-22'), zone);

  test('has 24 hours of which none is empty', () => {
    expect(axis.length).toBe(1440);
    expect(axis.days.flatMap((day) => gapsOf(axis, day))).toEqual([]);
    expect(hourMarks(axis).map(({ position }) => position)).toEqual(
      Array.from({ length: 24 }, (_, hour) => hour * 60),
    );
  });

  test('places an instant by the clock of the zone', () => {
    const monday = dayOf(axis, 0);
    expect(minuteOfInstant(monday, '2026-11-16T08:00:30Z')).toBe(540);
    expect(minuteOfInstant(monday, '2026-11-15T22:00:00Z')).toBe(-60);
    expect(instantOfMinute(monday, 540)).toBe('2026-11-16T08:00:00.000Z');
  });
});

describe('the week in which the clock is put forward', () => {
  test('Sunday has 23 hours and skips one; 9:00 stands at one height', () => {
    const [saturday, sunday] = [dayOf(spring, 5), dayOf(spring, 6)];
    expect([spring.length, sunday.minutes, sunday.change]).toEqual([1440, 1380, { at: 120, shift: 60 }]);
    expect(gapsOf(spring, sunday)).toEqual([{ from: 120, to: 180 }]);
    expect(gapsOf(spring, saturday)).toEqual([]);
    expect(positionOf(spring, sunday, minuteOfInstant(sunday, '2027-03-28T07:00:00Z'))).toBe(540);
    expect(positionOf(spring, saturday, minuteOfInstant(saturday, '2027-03-27T08:00:00Z'))).toBe(540);
  });

  test('the skipped hour stands for the minute after it', () => {
    const sunday = dayOf(spring, 6);
    expect(minuteAt(spring, sunday, 150)).toBe(120);
    expect(clockOf(sunday, 120)).toBe(180);
    expect(minuteOfClock(sunday, 150)).toBe(120);
  });
});

describe('the week in which the clock is put back', () => {
  test('has 25 rows: Sunday fills them, the others leave the second 2:00 empty', () => {
    const [saturday, sunday] = [dayOf(autumn, 5), dayOf(autumn, 6)];
    expect([autumn.length, sunday.minutes, sunday.change]).toEqual([1500, 1500, { at: 180, shift: -60 }]);
    expect(gapsOf(autumn, sunday)).toEqual([]);
    expect(gapsOf(autumn, saturday)).toEqual([{ from: 180, to: 240 }]);
    expect(hourMarks(autumn).filter(({ hour }) => hour === 2)).toEqual([
      { hour: 2, position: 120, isSecond: false },
      { hour: 2, position: 180, isSecond: true },
    ]);
    expect(positionOf(autumn, saturday, 540)).toBe(600);
    expect(positionOf(autumn, sunday, 600)).toBe(600);
  });

  test('what ends before an empty place does not reach into it', () => {
    const saturday = dayOf(autumn, 5);
    expect(positionOf(autumn, saturday, 180)).toBe(240);
    expect(endPositionOf(autumn, saturday, 180)).toBe(180);
    expect(endPositionOf(autumn, saturday, 0)).toBe(0);
    expect(endPositionOf(autumn, saturday, 1440)).toBe(1500);
  });
});

test('a clock that skips midnight, one that falls back at midnight, half an hour', () => {
  const [beirut] = calendarAxis(['2026-03-29'], 'Asia/Beirut').days;
  expect(beirut?.change).toEqual({ at: 0, shift: 60 });
  const [havana] = calendarAxis(['2026-11-01'], 'America/Havana').days;
  expect(havana?.change).toEqual({ at: 60, shift: -60 });
  const [lordHowe] = calendarAxis(['2026-04-05'], 'Australia/Lord_Howe').days;
  expect(lordHowe?.change).toEqual({ at: 120, shift: -30 });
});

describe('in every zone, every week of two years', () => {
  const weeks = fc.record({
    zone: fc.constantFrom(
      'Europe/Zurich',
      'America/New_York',
      'America/Havana',
      'Asia/Beirut',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Pacific/Chatham',
      'UTC',
    ),
    week: fc.integer({ min: 0, max: 104 }),
    day: fc.integer({ min: 0, max: 6 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  test('each minute of a day has a place of its own, in order, and is found at it', () => {
    fc.assert(
      fc.property(weeks, ({ zone: timeZone, week, day: index, share }) => {
        const monday = new Date(Date.UTC(2026, 0, 5 + week * 7)).toISOString().slice(0, 10);
        const axis = calendarAxis(weekDays(monday), timeZone);
        const day = dayOf(axis, index);
        const minute = Math.floor(share * (day.minutes - 1));
        const position = positionOf(axis, day, minute);
        expect(minuteAt(axis, day, position)).toBe(minute);
        expect(positionOf(axis, day, minute + 1)).toBeGreaterThan(position);
        expect(position).toBeLessThan(axis.length);
        expect(gapsOf(axis, day).some(({ from, to }) => from <= position && position < to)).toBe(false);
        const empty = gapsOf(axis, day).reduce((sum, { from, to }) => sum + to - from, 0);
        expect(day.minutes + empty).toBe(axis.length);
        const clock = clockMinutesAt(new Date(instantOfMinute(day, minute)), timeZone);
        expect(clockOf(day, minute)).toBe(clock);
        expect(clockOf(day, minuteOfClock(day, clock))).toBe(clock);
      }),
      { numRuns: 300 },
    );
  });
});
