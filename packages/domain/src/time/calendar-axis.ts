import type { PlainDate } from './plain-date.ts';
import { DAY_MINUTES, MINUTE_MS } from './units.ts';
import { clockMinutesAt, minutesInDay, startOfDay } from './zone.ts';

/** The clock of a day is put forward (more than 0) or back, so many minutes after the day began. */
interface ClockChange {
  at: number;
  shift: number;
}

/** A day on the clock of a zone; its own minutes are counted from its beginning in real time, whatever the clock says. */
export interface CalendarDay {
  date: PlainDate;
  /** Milliseconds since 1970. */
  startsAt: number;
  /** 1440, or fewer or more where the clock is changed. */
  minutes: number;
  change: ClockChange | null;
}

/**
 * Days side by side with one scale, so that 9:00 is at the same height in each. A time that one of them has twice has two
 * places, of which the others leave one empty; a time that one of them skips stays empty there.
 */
export interface CalendarAxis {
  days: readonly CalendarDay[];
  /** Times that come twice: until what clock time, and how long; earliest first. */
  repeats: readonly { until: number; length: number }[];
  /** Minutes from top to bottom. */
  length: number;
}

/** A stretch of the scale that is no time of a day. */
export interface AxisGap {
  from: number;
  to: number;
}

/**
 * The scale for these days in a zone.
 * @throws RangeError when the zone is unknown.
 */
export function calendarAxis(dates: readonly PlainDate[], timeZone: string): CalendarAxis {
  const days = dates.map((date) => calendarDay(date, timeZone));
  const lengths = new Map<number, number>();
  for (const { change } of days) if (change && change.shift < 0) lengths.set(change.at, -change.shift);
  const repeats = Array.from(lengths, ([until, length]) => ({ until, length }));
  repeats.sort((a, b) => a.until - b.until);
  return { days, repeats, length: repeats.reduce((sum, { length }) => sum + length, DAY_MINUTES) };
}

function calendarDay(date: PlainDate, timeZone: string): CalendarDay {
  const startsAt = startOfDay(date, timeZone).getTime();
  const minutes = minutesInDay(date, timeZone);
  const change = minutes === DAY_MINUTES ? null : changeWithin(startsAt, minutes, timeZone);
  return { date, startsAt, minutes, change };
}

/** When the clock of a day is changed and by how much, found by halving. */
function changeWithin(startsAt: number, minutes: number, timeZone: string): ClockChange {
  const aheadAt = (minute: number) =>
    clockMinutesAt(new Date(startsAt + minute * MINUTE_MS), timeZone) - minute;
  const shift = aheadAt(minutes - 1);
  let [before, after] = [-1, minutes - 1];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (aheadAt(middle) === shift) after = middle;
    else before = middle;
  }
  return { at: after, shift };
}

/** Where on the scale a minute of a day stands, counted from its beginning. */
export function positionOf({ repeats }: CalendarAxis, { change }: CalendarDay, minute: number): number {
  const isAfter = change !== null && minute >= change.at;
  const clock = isAfter ? minute + change.shift : minute;
  const isSecond = isAfter && change.shift < 0 && clock < change.at;
  const passed = repeats.filter(({ until }) => clock >= until || (isSecond && until === change.at));
  return passed.reduce((sum, { length }) => sum + length, clock);
}

/** Where a stretch that lasts until a minute ends: below its last minute, also where an empty place follows. */
export function endPositionOf(axis: CalendarAxis, day: CalendarDay, minute: number): number {
  return minute <= 0 ? 0 : positionOf(axis, day, minute - 1) + 1;
}

/** The minute of a day at a place of the scale; an empty place stands for the first minute after it. */
export function minuteAt(axis: CalendarAxis, day: CalendarDay, position: number): number {
  const gap = gapsOf(axis, day).find(({ from, to }) => from <= position && position < to);
  const at = gap?.to ?? position;
  let passed = 0;
  let isSecond = false;
  for (const { until, length } of axis.repeats) {
    if (at < until + passed) break;
    isSecond = at < until + passed + length;
    passed += length;
  }
  const clock = at - passed;
  const { change, minutes } = day;
  if (change === null) return clamp(clock, minutes);
  const isAfter = isSecond || clock >= change.at + Math.max(0, change.shift);
  return clamp(isAfter ? clock - change.shift : clock, minutes);
}

/** The places of the scale that a day leaves empty. */
export function gapsOf({ repeats }: CalendarAxis, { change }: CalendarDay): AxisGap[] {
  const gaps: AxisGap[] = [];
  let passed = 0;
  for (const { until, length } of repeats) {
    if (change?.at !== until || change.shift > 0)
      gaps.push({ from: until + passed, to: until + passed + length });
    passed += length;
  }
  if (change && change.shift > 0) {
    const before = repeats.filter(({ until }) => until <= change.at);
    const from = before.reduce((sum, { length }) => sum + length, change.at);
    gaps.push({ from, to: from + change.shift });
  }
  return gaps;
}

/** The full hours along the scale; one that comes twice is there twice. */
export function hourMarks({
  repeats,
}: CalendarAxis): { position: number; hour: number; isSecond: boolean }[] {
  const firsts = Array.from({ length: 24 }, (_, hour) => {
    const passed = repeats.filter(({ until }) => hour * 60 >= until);
    return { hour, position: passed.reduce((sum, { length }) => sum + length, hour * 60), isSecond: false };
  });
  let passed = 0;
  const seconds = repeats.flatMap(({ until, length }) => {
    const from = until + passed;
    passed += length;
    return firsts
      .filter(({ hour }) => hour * 60 >= until - length && hour * 60 < until)
      .map(({ hour }) => ({ hour, position: from + hour * 60 - (until - length), isSecond: true }));
  });
  return [...firsts, ...seconds].sort((a, b) => a.position - b.position);
}

/** The minute of a day at an instant; below 0 or above its minutes on another day. Seconds are dropped. */
export function minuteOfInstant({ startsAt }: CalendarDay, instant: string): number {
  return Math.floor((Date.parse(instant) - startsAt) / MINUTE_MS);
}

/** The instant of a minute of a day, in ISO 8601. */
export function instantOfMinute({ startsAt }: CalendarDay, minute: number): string {
  return new Date(startsAt + minute * MINUTE_MS).toISOString();
}

/** What the clock shows at a minute of a day, in minutes since 0:00; 1440 at its end. */
export function clockOf({ change, minutes }: CalendarDay, minute: number): number {
  if (minute === minutes) return DAY_MINUTES;
  const clock = change !== null && minute >= change.at ? minute + change.shift : minute;
  return ((clock % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
}

/** The first minute of a day at which the clock shows that many minutes since 0:00, or the next that it shows. */
export function minuteOfClock({ change, minutes }: CalendarDay, clock: number): number {
  if (change === null || clock < change.at) return clamp(clock, minutes);
  return clamp(change.shift > 0 ? Math.max(change.at, clock - change.shift) : clock - change.shift, minutes);
}

function clamp(minute: number, minutes: number): number {
  return Math.min(Math.max(0, minute), minutes);
}
