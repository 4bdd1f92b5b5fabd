import { clockMinutesAt, plainDateAt } from '@stint/domain/time/zone.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatClock } from '../../lib/clock.ts';
import { useFullDate } from '../../lib/use-full-date.ts';

/** Writes when a mail goes out, by the clock of the workspace: `2026-11-23, 07:00`. */
export function useSendingTime(): (instant: string) => string {
  const { timeZone } = useApp().start.settings;
  const fullDate = useFullDate();
  return (instant) => {
    const at = new Date(instant);
    return `${fullDate(plainDateAt(at, timeZone))}, ${formatClock(clockMinutesAt(at, timeZone))}`;
  };
}
