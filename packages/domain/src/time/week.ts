import { type DateWords, englishDates } from './date-words.ts';
import { addDays, type DateParts, datePartsOf, type PlainDate, weekday } from './plain-date.ts';

const DAYS_IN_WEEK = 7;

/** The Sunday that ends the week of a date; a week runs from Monday to Sunday. */
export function weekEndOf(date: PlainDate): PlainDate {
  return addDays(date, DAYS_IN_WEEK - weekday(date));
}

/** The Monday that begins the week of a date. */
export function weekStartOf(date: PlainDate): PlainDate {
  return addDays(date, 1 - weekday(date));
}

/** Whether a date can name a week: only Sundays do. */
export function isWeekEnd(date: PlainDate): boolean {
  return weekday(date) === DAYS_IN_WEEK;
}

/** The seven dates, Monday to Sunday, of the week that holds this date. */
export function weekDays(date: PlainDate): PlainDate[] {
  const monday = weekStartOf(date);
  return Array.from({ length: DAYS_IN_WEEK }, (_, index) => addDays(monday, index));
}

/** The week ending so many weeks later, or earlier when negative. */
export function addWeeks(weekEndDate: PlainDate, weeks: number): PlainDate {
  return addDays(weekEndDate, weeks * DAYS_IN_WEEK);
}

/** The week of a date for people: `23–29 Nov 2026`, `30 Nov – 6 Dec 2026`, `28 Dec 2026 – 3 Jan 2027`. */
export function weekLabel(date: PlainDate, words: DateWords = englishDates): string {
  const from = datePartsOf(weekStartOf(date));
  const to = datePartsOf(weekEndOf(date));
  const last = dayMonthYear(to, words);
  if (from.year !== to.year) return `${dayMonthYear(from, words)} – ${last}`;
  if (from.month !== to.month) return `${dayMonth(from, words)} – ${last}`;
  return `${words.day(from.day)}–${last}`;
}

/** `23 Nov`. */
export function dayMonth({ day, month }: Pick<DateParts, 'day' | 'month'>, words: DateWords): string {
  return `${words.day(day)} ${words.months[month - 1]}`;
}

function dayMonthYear(date: DateParts, words: DateWords): string {
  return `${dayMonth(date, words)} ${date.year}`;
}
