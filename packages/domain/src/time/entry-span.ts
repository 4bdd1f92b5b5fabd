import { MAX_ENTRY_MINUTES } from './hours.ts';
import type { PlainDate } from './plain-date.ts';
import { elapsedMinutes } from './timer.ts';
import { MINUTE_MS } from './units.ts';
import { clockMinutesAt, instantAt } from './zone.ts';

/** What time an entry takes: its day and minutes, and from when to when where that is known. Instants in ISO 8601. */
export interface TimedEntry {
  workDate: PlainDate;
  minutes: number;
  startedAt: string | null;
  endedAt: string | null;
}

/** A change of an entry; absent parts stay. */
export type SpanChange = { [Part in keyof TimedEntry]?: TimedEntry[Part] | undefined };

/**
 * What time an entry takes after a change. Times that are sent as they were count as not sent, since a page sends whole
 * entries: other minutes then move the end, another day keeps the clock of the zone. New times alone bring their minutes,
 * at most 24:00.
 * @throws RangeError when the zone is unknown.
 */
export function settleSpan(before: TimedEntry, change: SpanChange, timeZone: string): TimedEntry {
  const { workDate = before.workDate, minutes = before.minutes } = change;
  const { startedAt = before.startedAt, endedAt = before.endedAt } = change;
  if (startedAt === null || endedAt === null) return { workDate, minutes, startedAt, endedAt };
  const isSameSpan = isSameInstant(startedAt, before.startedAt) && isSameInstant(endedAt, before.endedAt);
  if (!isSameSpan) {
    const spanned = elapsedMinutes(new Date(startedAt), new Date(endedAt));
    const counted = change.minutes ?? Math.min(MAX_ENTRY_MINUTES, spanned);
    return { workDate, minutes: counted, startedAt, endedAt };
  }
  const start = workDate === before.workDate ? Date.parse(startedAt) : movedTo(workDate, startedAt, timeZone);
  const lasts =
    minutes === before.minutes ? Date.parse(endedAt) - Date.parse(startedAt) : minutes * MINUTE_MS;
  if (start === Date.parse(startedAt) && minutes === before.minutes)
    return { workDate, minutes, startedAt, endedAt };
  return {
    workDate,
    minutes,
    startedAt: new Date(start).toISOString(),
    endedAt: new Date(start + lasts).toISOString(),
  };
}

function isSameInstant(a: string, b: string | null): boolean {
  return b !== null && Date.parse(a) === Date.parse(b);
}

/** The same time of the clock on another day, seconds included. */
function movedTo(date: PlainDate, instant: string, timeZone: string): number {
  const from = new Date(instant);
  const seconds = from.getTime() % MINUTE_MS;
  return instantAt(date, clockMinutesAt(from, timeZone), timeZone).getTime() + seconds;
}
