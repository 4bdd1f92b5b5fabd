import { addDays } from '@stint/domain/time/plain-date.ts';
import { MINUTE_MS } from '@stint/domain/time/units.ts';

/** An instant on a date, minutes after midnight UTC. */
export function at(date: string, minutes: number): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS);
}

const fixedHolidays: Record<string, string> = {
  '01-01': 'New Year’s Day',
  '05-01': 'Labour Day',
  '12-25': 'Christmas Day',
  '12-26': 'Second day of Christmas',
};

/** Days on which the studio is closed between two dates, both included. */
export function holidaysBetween(from: string, to: string): { date: string; name: string }[] {
  const found: { date: string; name: string }[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const name = fixedHolidays[date.slice(5)];
    if (name) found.push({ date, name });
  }
  return found;
}
