import { addDays, dayNumber, type PlainDate, plainDate } from './plain-date.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from './units.ts';

/** Whether a text is the name of a time zone that this runtime knows, such as `Europe/Zurich`; offsets are not. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/**
 * The date on the calendar of a time zone at an instant.
 * @throws RangeError when the zone is unknown.
 */
export function plainDateAt(instant: Date, timeZone: string): PlainDate {
  return localTime(instant.getTime(), formatter(timeZone)).date;
}

/**
 * Minutes since 0:00 on the clock of a time zone at an instant, seconds dropped: 0 to 1439.
 * @throws RangeError when the zone is unknown.
 */
export function clockMinutesAt(instant: Date, timeZone: string): number {
  return Math.floor(localTime(instant.getTime(), formatter(timeZone)).clock / MINUTE_MS);
}

/**
 * The instant at which a clock shows that many minutes since 0:00 on a date. An hour that comes twice is the first one; a
 * time that is skipped moves on by what was skipped, as clocks do (RFC 5545 section 3.3.5).
 * @throws RangeError when the zone is unknown.
 */
export function instantAt(date: PlainDate, clockMinutes: number, timeZone: string): Date {
  const format = formatter(timeZone);
  const wanted = dayNumber(date) * DAY_MS + clockMinutes * MINUTE_MS;
  const before = wanted - offsetAt(wanted - DAY_MS, format);
  const after = wanted - offsetAt(wanted + DAY_MS, format);
  const fitting = [before, after].filter((instant) => instant + offsetAt(instant, format) === wanted);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : before);
}

/**
 * The instant at which a date begins in a time zone; that is not 0:00 where the clock is put forward at midnight.
 * @throws RangeError when the zone is unknown.
 */
export function startOfDay(date: PlainDate, timeZone: string): Date {
  return instantAt(date, 0, timeZone);
}

/**
 * How many minutes a date has in a time zone: 1440, fewer or more where the clock is put forward or back.
 * @throws RangeError when the zone is unknown.
 */
export function minutesInDay(date: PlainDate, timeZone: string): number {
  return (
    (startOfDay(addDays(date, 1), timeZone).getTime() - startOfDay(date, timeZone).getTime()) / MINUTE_MS
  );
}

interface LocalTime {
  date: PlainDate;
  /** Milliseconds since 0:00 on the clock, whole seconds. */
  clock: number;
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

function localTime(instant: number, format: Intl.DateTimeFormat): LocalTime {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    date: plainDate(get('year'), get('month'), get('day')),
    clock: ((get('hour') * 60 + get('minute')) * 60 + get('second')) * SECOND_MS,
  };
}

/** Milliseconds that the clock is ahead of UTC at an instant. */
function offsetAt(instant: number, format: Intl.DateTimeFormat): number {
  const whole = Math.floor(instant / SECOND_MS) * SECOND_MS;
  const { date, clock } = localTime(whole, format);
  return dayNumber(date) * DAY_MS + clock - whole;
}
