import { weekday } from '@stint/domain/time/plain-date.ts';
import { dayLabel, fullDate, today } from '../../lib/today.ts';

/** `Mon 23 Nov`. */
export function dayOf(date: string): string {
  return dayLabel(date, weekday(date) - 1);
}

/** `2026-11-23, 14:05` where the person is, the date as the workspace writes it. */
export function momentOf(instant: string, dateFormat: string): string {
  const at = new Date(instant);
  const clock = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return `${fullDate(today(at), dateFormat)}, ${clock}`;
}

/** `Website › Design`. */
export function lineOf(entry: { projectName: string; activityName: string | null }): string {
  return [entry.projectName, entry.activityName].filter(Boolean).join(' › ');
}
