import type { CalendarDay } from '@stint/domain/time/calendar-axis.ts';
import { clockOf } from '@stint/domain/time/calendar-axis.ts';
import type { Stretch } from '@stint/domain/time/calendar-layout.ts';
import { weekday } from '@stint/domain/time/plain-date.ts';
import type { FeedEvent } from '../../entities/event-feed.ts';
import { formatClock } from '../../lib/clock.ts';
import { formatHours } from '../../lib/hours.ts';
import { dayLabel } from '../../lib/today.ts';
import { type Block, type CalendarEntry, titleOf } from './calendar-entry.ts';
import { text } from './messages.ts';

export type Lock = keyof typeof text.locked | null;

/** `Mon 16 Nov`. */
export function dayName({ date }: Pick<CalendarDay, 'date'>): string {
  return dayLabel(date, weekday(date) - 1);
}

/** `09:00–10:30`; an end of the next day says so. */
export function timeName(day: CalendarDay, { from, to }: Stretch): string {
  const end =
    to > day.minutes ? `${formatClock((to - day.minutes) % 1440)} ${text.nextDay}` : clockText(day, to);
  return text.from(clockText(day, from), end);
}

export function clockText(day: CalendarDay, minute: number): string {
  return formatClock(clockOf(day, minute));
}

/** All that there is to say of an entry, for who does not see it; it begins with what is to be seen (WCAG 2.5.3). */
export function blockName({ entry, ...stretch }: Block, day: CalendarDay, lock: Lock): string {
  const seen = [titleOf(entry), timeName(day, stretch), entry.comment].filter(Boolean).join(' ');
  return [seen, ...factsOf(entry, day, lock)].join(', ');
}

/** The same for an entry without times. */
export function stripName(entry: CalendarEntry, day: CalendarDay, lock: Lock): string {
  const seen = `${formatHours(entry.minutes)} ${titleOf(entry)}`;
  return [seen, text.block.without, ...factsOf(entry, day, lock)].join(', ');
}

function factsOf(entry: CalendarEntry, day: CalendarDay, lock: Lock): string[] {
  return [
    dayName(day),
    formatHours(entry.minutes),
    ...(entry.clientName ? [entry.clientName] : []),
    ...(entry.isBillable === false ? [text.block.notBillable] : []),
    ...(entry.isUnsaved ? [text.block.unsaved] : []),
    ...(lock ? [text.locked[lock]] : []),
  ];
}

export function eventTitle({ title }: FeedEvent): string {
  return title || text.ghost.untitled;
}
