import { DAY_MS } from '../time/units.ts';

/** Time is kept this long at least, in months, where it is not kept for ever. */
export const LEAST_MONTHS = 12;
export const MOST_MONTHS = 240;

/** So many days owners have to take it back before anything is removed. */
const NOTICE_DAYS = 30;

/** So many days before it begins owners are told once more. */
const REMINDER_DAYS = 7;

/** When owners are told once more; null where that would be at once, beside the first notice. */
export function remindsAt(now: Date, begins: Date): Date | null {
  const at = new Date(begins.getTime() - REMINDER_DAYS * DAY_MS);
  return at > now ? at : null;
}

/**
 * When removing begins after a period is set: at the end of the notice; where less goes than what is announced already, at the
 * time that was announced.
 */
export function beginsAt(now: Date, months: number, before: { months: number; beginsAt: Date } | null): Date {
  if (before !== null && months >= before.months) return before.beginsAt;
  return new Date(now.getTime() + NOTICE_DAYS * DAY_MS);
}
