const dayMs = 24 * 60 * 60_000;

/** Plain dates as `YYYY-MM-DD`, counted in UTC so that no time zone moves them. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export function isoDay(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** The Sunday that ends the week of a date. */
export function weekEndDate(date: string): string {
  return addDays(date, 7 - isoDay(date));
}

/** An instant on a date, minutes after midnight UTC. */
export function at(date: string, minutes: number): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000);
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
