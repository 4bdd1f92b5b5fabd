import { formatClock as clockAs } from '@stint/domain/time/clock.ts';
import { ownWays } from './formats.ts';
import { fullDate, today } from './today.ts';

/** A time of day as the workspace of this page writes it: `14:05`, or `2:05 PM`. @param minutes since 0:00 */
export function formatClock(minutes: number): string {
  return clockAs(minutes, ownWays().clock);
}

/** The time of day of an instant where the person is. */
export function clockTime(instant: string | Date): string {
  const at = new Date(instant);
  return formatClock(at.getHours() * 60 + at.getMinutes());
}

/** `2026-11-23, 14:05` where the person is, as the workspace of this page writes dates and times. */
export function formatMoment(instant: string | Date): string {
  const at = new Date(instant);
  return `${fullDate(today(at), ownWays().date)}, ${clockTime(at)}`;
}
