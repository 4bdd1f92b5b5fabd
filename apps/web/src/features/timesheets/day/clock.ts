import { elapsedMinutes } from '@stint/domain/time/timer.ts';
import { clockMinutesAt, instantAt } from '@stint/domain/time/zone.ts';

const DAY_MINUTES = 24 * 60;

/** `9:05`, by minutes since 0:00. */
export function clockText(minutes: number): string {
  const within = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${Math.floor(within / 60)}:${String(within % 60).padStart(2, '0')}`;
}

/** What the clock of a zone shows at an instant. */
export function clockAt(instant: string, timeZone: string): string {
  return clockText(clockMinutesAt(new Date(instant), timeZone));
}

/** What a field for times takes: `09:05`. */
export function timeFieldAt(instant: string | null, timeZone: string): string {
  return instant === null ? '' : clockAt(instant, timeZone).padStart(5, '0');
}

/** Minutes since 0:00 of a field for times; null while it is empty. */
export function minutesOfField(value: string): number | null {
  const [hours, minutes] = value.split(':').map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)
    ? null
    : hours * 60 + minutes;
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
