import { weekday } from '@stint/domain/time/plain-date.ts';
import { dayLabel, shortDate, today } from '../../lib/today.ts';

/** `Mon 23 Nov`. */
export function dayOf(date: string): string {
  return dayLabel(date, weekday(date) - 1);
}

/** `23 Nov 2026, 14:05` where the person is. */
export function momentOf(instant: string): string {
  const at = new Date(instant);
  const clock = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return `${shortDate(today(at))}, ${clock}`;
}

/** `Website › Design`. */
export function lineOf(entry: { projectName: string; activityName: string | null }): string {
  return [entry.projectName, entry.activityName].filter(Boolean).join(' › ');
}
