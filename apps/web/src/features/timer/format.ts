import { formatClock, formatSeconds } from '@stint/domain/time/clock.ts';
import { elapsedMinutes } from '@stint/domain/time/timer.ts';
import type { Work } from '../../entities/timer.ts';
import { ownWays } from '../../lib/formats.ts';
import { formatHours } from '../../lib/hours.ts';
import { text } from './messages.ts';

/** `0:12:34`. */
export function clockOf(milliseconds: number): string {
  return formatSeconds(Math.max(0, Math.floor(milliseconds / 1000)));
}

/** `0:12`. */
export function hoursBetween(startedAt: string | Date, endedAt: string | Date): string {
  return formatHours(elapsedMinutes(new Date(startedAt), new Date(endedAt)));
}

/** How a person would call it. */
export function nameOf({ projectName, activityName, comment }: Work): string {
  if (projectName) return activityName ? `${projectName} · ${activityName}` : projectName;
  return comment || text.noProject;
}

/** The clock of this device as the field of a form has it: `2026-11-22T09:05`. */
export function toLocalField(instant: string | Date): string {
  const date = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${formatClock(date.getHours() * 60 + date.getMinutes())}`;
}

/** The instant of such a field; null where it holds none. A field that was not touched keeps its seconds. */
export function fromLocalField(value: string, before?: string | Date): Date | null {
  if (before !== undefined && value === toLocalField(before)) return new Date(before);
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** `Mon 09:05`, or the time alone where it is today. */
export function sinceOf(instant: string, now: Date): string {
  const date = new Date(instant);
  const isToday = date.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(document.documentElement.lang || 'en', {
    ...(isToday ? {} : { weekday: 'short', day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: ownWays().clock,
  }).format(date);
}
