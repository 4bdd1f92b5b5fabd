/** A calendar date `YYYY-MM-DD` without time or zone. Years 0001 to 9999, so text order is date order. */
export type PlainDate = string;

/** Year, month 1–12 and day 1–31 of a date. */
export interface DateParts {
  year: number;
  month: number;
  day: number;
}

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Whether a text is a date that exists: `2024-02-29` does, `2023-02-29` does not. */
export function isPlainDate(text: string): boolean {
  return readParts(text) !== null;
}

/** Whether a text is a date that somebody may send: it exists, in the years 1900 to 2199, and so do all weeks around it. */
export function isGivenDate(text: string): boolean {
  const parts = readParts(text);
  return parts !== null && parts.year >= 1900 && parts.year <= 2199;
}

const INSTANT =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/** The same for an instant with its offset (RFC 3339 section 5.6); no place on earth is more than 14 hours and a bit away. */
export function isGivenInstant(text: string): boolean {
  return INSTANT.test(text) && isGivenDate(text.slice(0, 10));
}

/**
 * Year, month and day of a date.
 * @throws RangeError when it is not a date.
 */
export function datePartsOf(date: PlainDate): DateParts {
  const parts = readParts(date);
  if (!parts) throw new RangeError(`not a date: ${date}`);
  return parts;
}

/**
 * The date with this year, month (1–12) and day.
 * @throws RangeError when there is no such date.
 */
export function plainDate(year: number, month: number, day: number): PlainDate {
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  if (!readParts(text)) throw new RangeError(`not a date: ${text}`);
  return text;
}

/** Days since 1970-01-01, counted in the Gregorian calendar without any clock or zone. */
export function dayNumber(date: PlainDate): number {
  const { year, month, day } = datePartsOf(date);
  const marchYear = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return daysBeforeMarchYear(marchYear) + dayOfYear - EPOCH;
}

/**
 * The date that many days after 1970-01-01.
 * @throws RangeError outside the years 0001 to 9999.
 */
export function dateOfDayNumber(days: number): PlainDate {
  if (!Number.isSafeInteger(days)) throw new RangeError(`not whole days: ${days}`);
  const sinceMarchZero = days + EPOCH;
  let marchYear = Math.floor((sinceMarchZero * 400) / DAYS_IN_400_YEARS);
  if (daysBeforeMarchYear(marchYear) > sinceMarchZero) marchYear -= 1;
  if (daysBeforeMarchYear(marchYear + 1) <= sinceMarchZero) marchYear += 1;
  const dayOfYear = sinceMarchZero - daysBeforeMarchYear(marchYear);
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = ((marchMonth + 2) % 12) + 1;
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return plainDate(month <= 2 ? marchYear + 1 : marchYear, month, day);
}

/** The date so many days later, or earlier when negative. */
export function addDays(date: PlainDate, days: number): PlainDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

/** The same day so many months later; where that month is shorter, its last day (31 January + 1 → 28 or 29 February). */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const { year, month, day } = datePartsOf(date);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  return plainDate(target.year, target.month, Math.min(day, daysInMonth(target.year, target.month)));
}

/** Whole days from the first date to the second; negative when the second is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** ISO day of the week: Monday 1 to Sunday 7. */
export function weekday(date: PlainDate): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
}

/** Days in a month (1–12) of a year: 28 to 31. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether a year has a 29 February. */
function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const DAYS_IN_400_YEARS = 146_097;
/** Days from 0000-03-01, where the leap day ends each year, to 1970-01-01. */
const EPOCH = 719_468;

function daysBeforeMarchYear(year: number): number {
  return 365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
}

function readParts(text: string): DateParts | null {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return { year, month, day };
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
