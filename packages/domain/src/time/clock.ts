/** A day of 24 hours, or of twice 12; named as `Intl` names them. */
export type ClockWay = 'h23' | 'h12';

/** `09:30` or `9:30 AM` for 570 minutes since 0:00; `24:00` is the end of a day, which a clock of 12 hours calls `12:00 AM`. */
export function formatClock(minutes: number, way: ClockWay = 'h23'): string {
  const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')];
  if (way === 'h23') return `${String(hour).padStart(2, '0')}:${minute}`;
  return `${hour % 12 || 12}:${minute} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}

/** Seconds as `0:12:34`, without a limit on the hours; of less than nothing `-0:00:30`. */
export function formatSeconds(seconds: number): string {
  const size = Math.abs(seconds);
  const [minute, second] = [Math.floor(size / 60) % 60, size % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${seconds < 0 ? '-' : ''}${Math.floor(size / 3600)}:${minute}:${second}`;
}

const CLOCK = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(am|pm|a|p)?$/i;

/** Minutes since 0:00 of a time as people type it: `9`, `930`, `9:30`, `9.30`, `17h15`, `5 pm`; null where it is none. */
export function parseClock(text: string): number | null {
  const match = CLOCK.exec(
    text
      .trim()
      .toLowerCase()
      .replace(/\s*(h|uhr)$/, ''),
  );
  if (!match) return null;
  const [, hourText, minuteText = '0', half] = match;
  const minute = Number(minuteText);
  const hour = half ? halfDay(Number(hourText), half) : Number(hourText);
  if (hour === null || minute > 59) return null;
  const minutes = hour * 60 + minute;
  return minutes <= 1440 ? minutes : null;
}

/** The same where something ends: midnight is the end of its day. */
export function parseEndClock(text: string): number | null {
  const minutes = parseClock(text);
  return minutes === 0 ? 1440 : minutes;
}

/** 12 am is midnight, 12 pm is noon. */
function halfDay(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}
