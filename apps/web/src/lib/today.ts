import { dateWords } from '@stint/domain/time/date-words.ts';
import { formatDate } from '@stint/domain/time/format-date.ts';
import { datePartsOf, plainDate } from '@stint/domain/time/plain-date.ts';
import { dayMonth, weekLabel as labelOfWeek } from '@stint/domain/time/week.ts';
import { language } from '../messages/language.ts';

/** The short names of this page's language, made once. */
const words = dateWords(language);

/** Today's date where the person is. */
export function today(now: Date = new Date()): string {
  return plainDate(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

/** `Mon` for the first day of a week, by its index from 0. */
export function weekdayName(index: number): string {
  return words.weekdays[index] ?? '';
}

/** A day as headings show it: `Mon 23 Nov`. @param index day of the week from Monday 0 */
export function dayLabel(date: string, index: number): string {
  return `${weekdayName(index)} ${dayMonth(datePartsOf(date), words)}`;
}

/** A week as headings show it: `23–29 Nov 2026`. */
export function weekLabel(date: string): string {
  return labelOfWeek(date, words);
}

/** A full date in a workspace's way of writing. */
export function fullDate(date: string, format?: string): string {
  return formatDate(date, format, words);
}

/** `Nov`. */
export function monthName(date: string): string {
  return words.months[Number(date.slice(5, 7)) - 1] ?? '';
}

/** Day of the month without a leading zero. */
export function dayNumber(date: string): number {
  return Number(date.slice(8));
}
