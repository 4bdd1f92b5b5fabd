import { addDays, type PlainDate, weekday } from './plain-date.ts';
import { elapsedMinutes, splitTimer, type TimerSpan } from './timer.ts';
import { MINUTE_MS } from './units.ts';
import { plainDateAt, startOfDay } from './zone.ts';

/** Why a person is asked what to do with a timer: it ran `long`, or into a day that is `free` of work. */
export type TimerQuestion = {
  reason: 'long' | 'free';
  /** Where it probably should have ended. */
  cutAt: Date;
};

/** Who works for longer than this without a pause has more likely forgotten the timer. */
const LONG_MINUTES = 10 * 60;
/** A day of work where the schedule says nothing. */
const USUAL_MINUTES = 8 * 60;

/**
 * Whether a timer looks forgotten. A day that the schedule leaves free is no question by itself: who starts on one means
 * it. Only a timer that ran into one, or for more than ten hours, is asked about.
 * @param schedule expected minutes from Monday to Sunday
 */
export function questionTimer(span: TimerSpan, schedule: readonly number[]): TimerQuestion | null {
  const { startedAt, endedAt, timeZone } = span;
  const firstDay = plainDateAt(startedAt, timeZone);
  const expected = (date: PlainDate) => schedule[weekday(date) - 1] ?? 0;
  const isLong = elapsedMinutes(startedAt, endedAt) > LONG_MINUTES;
  const ranInto = splitTimer(span).find(({ workDate }) => expected(workDate) === 0)?.workDate;
  const isFree = expected(firstDay) > 0 && ranInto !== undefined;
  if (!isLong && !isFree) return null;
  const worked = startedAt.getTime() + (expected(firstDay) || USUAL_MINUTES) * MINUTE_MS;
  const midnight = startOfDay(addDays(firstDay, 1), timeZone).getTime();
  const cutAt = new Date(Math.min(worked, midnight, endedAt.getTime()));
  return { reason: isLong ? 'long' : 'free', cutAt };
}
