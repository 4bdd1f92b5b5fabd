/** `09:30` for 570 minutes since 0:00; `24:00` is the end of a day. */
export function formatClock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
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

/** 12 am is midnight, 12 pm is noon. */
function halfDay(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}
