import { type DateParts, isGivenDate, type PlainDate } from '../plain-date.ts';

/** In which order a date is written: `2026-01-31`, `31.01.2026`, `01/31/2026`. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy';

/** What a plain number means in a column of durations; texts with `:` or units say it themselves. */
export type DurationStyle = 'hours' | 'minutes' | 'seconds';

export type DecimalSign = '.' | ',';

/** Why a cell of a file is no duration. */
type DurationProblem = 'unreadable' | 'negative' | 'formula';

export type ReadDuration = { seconds: number } | { problem: DurationProblem };

const DATE = /^(\d{1,4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,4})\.?$/;
/** A table program wrote date and time into one cell. */
const TIME_BEHIND = /[T ]\d{1,2}:\d{2}.*$/;

/** The numbers of a date as it is written, from left to right; null where it is none. */
export function dateNumbers(text: string): [string, string, string] | null {
  const match = DATE.exec(text.trim().replace(TIME_BEHIND, ''));
  return match ? [match[1] ?? '', match[2] ?? '', match[3] ?? ''] : null;
}

/** A date in the order of its file. A year in front speaks for itself. Null for what is no date or outside of 1900 to 2199. */
export function readDate(text: string, order: DateOrder): PlainDate | null {
  const numbers = dateNumbers(text);
  if (!numbers) return null;
  const { year, month, day } = inOrder(numbers, numbers[0].length === 4 ? 'ymd' : order);
  const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isGivenDate(date) ? date : null;
}

function inOrder([one, two, three]: [string, string, string], order: DateOrder): DateParts {
  const [year, month, day] = { ymd: [one, two, three], dmy: [three, two, one], mdy: [three, one, two] }[
    order
  ] as [string, string, string];
  return { year: fullYear(year), month: Number(month), day: Number(day) };
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

const CLOCK =
  /^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)?\s*(?:(a|p)\.?\s?m\.?)?(?:\s*(?:uhr|h))?$/i;

/** Seconds since midnight of a time on the clock, 12 or 24 hours; null where it is none. */
export function readClock(text: string): number | null {
  const behindDate = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ]\s*(.+)$/.exec(text.trim());
  const match = CLOCK.exec((behindDate?.[1] ?? text).trim());
  if (!match) return null;
  const [, hourText = '', minuteText, secondText = '0', half] = match;
  if (minuteText === undefined && half === undefined) return null;
  const [hour, minute, second] = [Number(hourText), Number(minuteText ?? 0), Number(secondText)];
  if (minute > 59 || second > 59) return null;
  if (half === undefined)
    return hour > 24 || (hour === 24 && minute + second > 0) ? null : clock(hour, minute, second);
  if (hour < 1 || hour > 12) return null;
  return clock((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minute, second);
}

/** Whether a time is written with the two halves of a day. */
export function isTwelveHours(text: string): boolean {
  return /\d\s*[ap]\.?\s?m\.?$/i.test(text.trim());
}

function clock(hour: number, minute: number, second: number): number {
  return (hour * 60 + minute) * 60 + second;
}

const COLONS = /^(\d+):([0-5]?\d)(?::([0-5]?\d)(?:[.,]\d+)?)?$/;
const SHORT = /^(\d+):([0-5]\d)\s*min\.?$/i;
const UNITS =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std\.?|stunden?)\.?)?\s*(?:(\d+(?:[.,]\d+)?)\s*(?:m|mins?|minutes?|minuten?)?\.?)?\s*(?:(\d+)\s*(?:s|secs?|seconds?|sek\.?|sekunden?))?$/i;
const NUMBER = /^\d[\d.,' \u00a0\u202f]*$/;
const SECONDS_PER: Record<DurationStyle, number> = { hours: 3600, minutes: 60, seconds: 1 };

/**
 * Reads a duration in every form that trackers write: `7:30`, `7:30:15`, `18:25 min` (minutes and seconds), `7h 30m`,
 * `1h 30m 15s`, and plain numbers by the style and the decimal sign of the file.
 */
export function readDuration(
  text: string,
  { style, decimal }: { style: DurationStyle; decimal: DecimalSign },
): ReadDuration {
  const given = text.trim();
  if (/^[=@]/.test(given)) return { problem: 'formula' };
  if (/^[-\u2212\u2013]\s*[\d:.,]/.test(given)) return { problem: 'negative' };
  const short = SHORT.exec(given);
  if (short) return { seconds: Number(short[1]) * 60 + Number(short[2]) };
  const colons = COLONS.exec(given);
  if (colons) {
    const [, hours, minutes, seconds = '0'] = colons;
    return { seconds: clock(Number(hours), Number(minutes), Number(seconds)) };
  }
  if (NUMBER.test(given)) return ofNumber(given, style, decimal);
  return ofUnits(given);
}

function ofNumber(text: string, style: DurationStyle, decimal: DecimalSign): ReadDuration {
  const thousands = decimal === ',' ? /[.' \u00a0\u202f]/g : /[,' \u00a0\u202f]/g;
  const [whole = '', ...rest] = text.replace(thousands, '').split(decimal);
  if (rest.length > 1 || !/^\d+$/.test(whole) || (rest[0] !== undefined && !/^\d*$/.test(rest[0])))
    return { problem: 'unreadable' };
  return { seconds: Math.round(Number(`${whole}.${rest[0] || '0'}`) * SECONDS_PER[style]) };
}

function ofUnits(text: string): ReadDuration {
  const units = UNITS.exec(text);
  const [, hours, minutes, seconds] = units ?? [];
  if (!units || text === '' || (hours ?? minutes ?? seconds) === undefined) return { problem: 'unreadable' };
  const number = (given: string | undefined) => Number((given ?? '0').replace(',', '.'));
  return { seconds: Math.round(number(hours) * 3600 + number(minutes) * 60 + number(seconds)) };
}

/** Whole minutes of seconds, half a minute up. */
export function roundToMinutes(seconds: number): number {
  return Math.floor(seconds / 60 + 0.5);
}

const YES =
  /^(yes|y|true|1|x|billable|ja|oui|s[ií]|sim|wahr|vrai|verdadero|verdadeiro|abrechenbar|facturable)$/i;
const NO =
  /^(no|n|false|0|non-?billable|nein|non|n[ãa]o|falsch|faux|falso|nicht abrechenbar|no facturable)$/i;

/** Yes, no, or nothing said. */
export function readYesNo(text: string): boolean | null {
  const given = text.trim();
  if (YES.test(given)) return true;
  return NO.test(given) ? false : null;
}

/** A mark that exports put before what a table program would take for a formula is no part of the text. */
export function readText(text: string): string {
  return text
    .replace(/^'\s?(?=[=+\-@\t\r])/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
}
