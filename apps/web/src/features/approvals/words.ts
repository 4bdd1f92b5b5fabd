import { weekday } from '@stint/domain/time/plain-date.ts';
import { dayLabel } from '../../lib/today.ts';

/** `Mon 23 Nov`. */
export function dayOf(date: string): string {
  return dayLabel(date, weekday(date) - 1);
}

/** `Website › Design`. */
export function lineOf(entry: { projectName: string; activityName: string | null }): string {
  return [entry.projectName, entry.activityName].filter(Boolean).join(' › ');
}
