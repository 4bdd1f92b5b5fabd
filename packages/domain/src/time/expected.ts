import { type DateRange, rangeDays } from './date-range.ts';
import { addDays, daysBetween, type PlainDate } from './plain-date.ts';
import { weekStartOf } from './week.ts';

/** What somebody is expected to record: minutes from Monday to Sunday, and days on which nobody works. */
export interface Expectation {
  schedule: readonly number[];
  holidays: ReadonlySet<PlainDate>;
}

/** Minutes that are expected from the first to the last date, both included; 0 where the range ends before it begins. */
export function expectedIn(range: DateRange, { schedule, holidays }: Expectation): number {
  const free = [...holidays].filter((date) => isWithin(date, range));
  return overDays(range, schedule) - sumOn(free, schedule);
}

/** How many dates of a range have expected time and are not among those with time. */
export function missingIn(
  range: DateRange,
  { schedule, holidays }: Expectation,
  worked: ReadonlySet<PlainDate>,
): number {
  const isExpected = schedule.map((minutes) => Number(minutes > 0));
  const there = new Set([...holidays, ...worked]);
  return (
    overDays(range, isExpected) -
    sumOn(
      [...there].filter((date) => isWithin(date, range)),
      isExpected,
    )
  );
}

/** The sum of a week's values over a range, without walking through centuries day by day. */
function overDays({ from, to }: DateRange, week: readonly number[]): number {
  if (to < from) return 0;
  const days = rangeDays({ from, to });
  const whole = Math.floor(days / 7) * week.reduce((sum, each) => sum + each, 0);
  const rest = Array.from({ length: days % 7 }, (_, at) => addDays(from, at));
  return whole + sumOn(rest, week);
}

function sumOn(dates: readonly PlainDate[], week: readonly number[]): number {
  return dates.reduce((sum, date) => sum + (week[weekdayOf(date)] ?? 0), 0);
}

/** 0 for Monday. */
function weekdayOf(date: PlainDate): number {
  return daysBetween(weekStartOf(date), date);
}

function isWithin(date: PlainDate, { from, to }: DateRange): boolean {
  return date >= from && date <= to;
}
