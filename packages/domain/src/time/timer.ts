import { MAX_ENTRY_MINUTES } from './hours.ts';
import { addDays, type PlainDate } from './plain-date.ts';
import { DAY_MS, MINUTE_MS } from './units.ts';
import { plainDateAt, startOfDay } from './zone.ts';

/** A stopped timer and the IANA zone in which its work dates are counted. */
export interface TimerSpan {
  startedAt: Date;
  endedAt: Date;
  timeZone: string;
}

/** The part of a timer that falls on one work date: one entry. */
export interface TimerPart {
  workDate: PlainDate;
  minutes: number;
  startedAt: Date;
  endedAt: Date;
}

/** The longest a timer may run. */
export const MAX_TIMER_DAYS = 31;

/** Whether a timer that runs until then was forgotten: what it should have ended at, only its owner knows. */
export function isForgotten(startedAt: Date, until: Date): boolean {
  return until.getTime() - startedAt.getTime() > MAX_TIMER_DAYS * DAY_MS;
}

/** Whole minutes between two instants, rounded half-up; real time, whatever the clock was put to. */
export function elapsedMinutes(startedAt: Date, endedAt: Date): number {
  return Math.floor((endedAt.getTime() - startedAt.getTime()) / MINUTE_MS + 0.5);
}

/**
 * Cuts a timer at every midnight of its zone into entries. The minutes of the parts add up to the rounded whole; a part
 * of no minute is left out, and a day of 25 hours becomes two entries, since an entry has at most 24.
 * @throws RangeError when the timer ends before it starts or the zone is unknown.
 */
export function splitTimer({ startedAt, endedAt, timeZone }: TimerSpan): TimerPart[] {
  if (!(endedAt.getTime() >= startedAt.getTime())) throw new RangeError('a timer ends before it starts');
  const parts: TimerPart[] = [];
  let counted = 0;
  for (const piece of pieces(startedAt, endedAt, timeZone)) {
    const upToHere = elapsedMinutes(startedAt, piece.endedAt);
    const minutes = upToHere - counted;
    counted = upToHere;
    if (minutes > 0) parts.push({ ...piece, minutes });
  }
  return parts;
}

type Piece = Omit<TimerPart, 'minutes'>;

function pieces(startedAt: Date, endedAt: Date, timeZone: string): Piece[] {
  const found: Piece[] = [];
  let [from, workDate] = [startedAt, plainDateAt(startedAt, timeZone)];
  while (from < endedAt) {
    const tomorrow = addDays(workDate, 1);
    const midnight = startOfDay(tomorrow, timeZone);
    const longest = new Date(from.getTime() + MAX_ENTRY_MINUTES * MINUTE_MS);
    const to = earliest(endedAt, midnight, longest);
    if (to > from) {
      found.push({ workDate, startedAt: from, endedAt: to });
      from = to;
    }
    if (midnight <= to) workDate = tomorrow;
  }
  return found;
}

function earliest(...instants: Date[]): Date {
  return new Date(Math.min(...instants.map((instant) => instant.getTime())));
}
