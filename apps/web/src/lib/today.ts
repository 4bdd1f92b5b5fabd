import { plainDate } from '@stint/domain/time/plain-date.ts';

/** Today's date where the person is. */
export function today(now: Date = new Date()): string {
  return plainDate(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Mon` for the first day of a week, by its index from 0. */
export function weekdayName(index: number): string {
  return weekdays[index] ?? '';
}

/** A day as headings show it: `Mon 23 Nov`. @param index day of the week from Monday 0 */
export function dayLabel(date: string, index: number): string {
  return `${weekdayName(index)} ${dayNumber(date)} ${months[Number(date.slice(5, 7)) - 1]}`;
}

/** `Nov`. */
export function monthName(date: string): string {
  return months[Number(date.slice(5, 7)) - 1] ?? '';
}

/** Day of the month without a leading zero. */
export function dayNumber(date: string): number {
  return Number(date.slice(8));
}
