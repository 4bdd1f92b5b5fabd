import { formatClock as clockOfDay } from '@stint/domain/time/clock.ts';
import { elapsedMinutes } from '@stint/domain/time/timer.ts';
import { clockMinutesAt, instantAt } from '@stint/domain/time/zone.ts';
import { formatClock } from '../../../lib/clock.ts';

const DAY_MINUTES = 24 * 60;

/** A time of day as the workspace writes it, by minutes since 0:00; what is past midnight has its time of the next day. */
export function clockText(minutes: number): string {
  return formatClock(((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES);
}

/** What the clock of a zone shows at an instant. */
export function clockAt(instant: string, timeZone: string): string {
  return clockText(clockMinutesAt(new Date(instant), timeZone));
}

/** The same as a line of quick add has it, whatever the workspace writes: `09:05`. */
export function lineClockAt(instant: string, timeZone: string): string {
  return clockOfDay(clockMinutesAt(new Date(instant), timeZone));
}

/** The instants of a span of a day, and the minutes between them, whatever the clock was put to meanwhile. */
export function instantsOf(
  workDate: string,
  { start, end }: { start: number; end: number },
  timeZone: string,
): { startedAt: string; endedAt: string; minutes: number } {
  const until = end > start ? end : end + DAY_MINUTES;
  const [from, to] = [instantAt(workDate, start, timeZone), instantAt(workDate, until, timeZone)];
  return {
    startedAt: from.toISOString(),
    endedAt: to.toISOString(),
    minutes: Math.min(DAY_MINUTES, elapsedMinutes(from, to)),
  };
}
