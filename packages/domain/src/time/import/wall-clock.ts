import { addDays, type PlainDate } from '../plain-date.ts';
import { DAY_MS } from '../units.ts';
import { instantAt, plainDateAt } from '../zone.ts';

/** Times of day in one zone, and back. */
export type Wall = {
  /** Milliseconds since 1970 of seconds since midnight on a date. */
  instant(date: PlainDate, clockSeconds: number): number;
  dateAt(instant: number): PlainDate;
};

/**
 * A clock that looks at its zone once for each day: on days whose clock is not put forward or back, all that is needed is
 * when they begin. Files have a hundred thousand times and few days.
 */
export function createWall(timeZone: string): Wall {
  const days = new Map<PlainDate, { start: number; isPlain: boolean }>();
  const dayOf = (date: PlainDate) => {
    const known = days.get(date);
    if (known) return known;
    const start = instantAt(date, 0, timeZone).getTime();
    const day = { start, isPlain: instantAt(addDays(date, 1), 0, timeZone).getTime() - start === DAY_MS };
    days.set(date, day);
    return day;
  };
  return {
    instant(date, clockSeconds) {
      const { start, isPlain } = dayOf(date);
      if (isPlain) return start + clockSeconds * 1000;
      const minutes = Math.floor(clockSeconds / 60);
      return instantAt(date, minutes, timeZone).getTime() + (clockSeconds % 60) * 1000;
    },
    dateAt(instant) {
      // The date in UTC, or a neighbour of it.
      const utc = new Date(instant).toISOString().slice(0, 10);
      for (const date of [utc, addDays(utc, -1), addDays(utc, 1)]) {
        const { start, isPlain } = dayOf(date);
        if (isPlain && start <= instant && instant < start + DAY_MS) return date;
      }
      return plainDateAt(new Date(instant), timeZone);
    },
  };
}
