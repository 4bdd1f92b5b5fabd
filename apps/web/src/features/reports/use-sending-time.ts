import { clockMinutesAt, plainDateAt } from '@stint/domain/time/zone.ts';
import { useApp } from '../../lib/app-context.ts';
import { useFullDate } from '../../lib/use-full-date.ts';

/** Writes when a mail goes out, by the clock of the workspace: `2026-11-23, 7:00`. */
export function useSendingTime(): (instant: string) => string {
  const { timeZone } = useApp().start.settings;
  const fullDate = useFullDate();
  return (instant) => {
    const at = new Date(instant);
    return `${fullDate(plainDateAt(at, timeZone))}, ${hourWords(clockMinutesAt(at, timeZone) / 60)}`;
  };
}

/** `7:00`; where the clock skips an hour, a mail goes out at another time than the full one. */
export function hourWords(hour: number): string {
  const minutes = Math.round((hour % 1) * 60);
  return `${Math.floor(hour)}:${String(minutes).padStart(2, '0')}`;
}
