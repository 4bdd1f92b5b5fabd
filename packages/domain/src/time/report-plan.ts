import { addDays, addMonths, datePartsOf, type PlainDate, plainDate } from './plain-date.ts';
import { weekStartOf } from './week.ts';
import { instantAt, plainDateAt } from './zone.ts';

/** How often a report is mailed, in the order of the menu, and how many days to choose from each has. */
export const PLAN_PERIODS = [
  { name: 'day', days: 1 },
  { name: 'week', days: 7 },
  { name: 'month', days: 31 },
] as const;

/** The name of one of these periods. */
export type PlanPeriod = (typeof PLAN_PERIODS)[number]['name'];

/** When a report is mailed, on the clock of a time zone. */
export interface ReportPlan {
  every: PlanPeriod;
  /** Of a week the day, Monday 1 to Sunday 7; of a month the day, in a shorter month its last one; of a day always 1. */
  on: number;
  /** 0 to 23. */
  hour: number;
}

/** Whether a period has that day. */
export function isDayOf(every: PlanPeriod, on: number): boolean {
  const days = PLAN_PERIODS.find(({ name }) => name === every)?.days ?? 0;
  return Number.isInteger(on) && on >= 1 && on <= days;
}

/**
 * The newest sending that is due at an instant. The hour is the one on the clock of the zone: where the clock skips it, the
 * mail goes out as much later; where it comes twice, at the first.
 * @throws RangeError when the zone is unknown.
 */
export function lastSending(plan: ReportPlan, now: Date, timeZone: string): Date {
  const current = sendingOf(plan, { now, timeZone, periods: 0 });
  return current <= now ? current : sendingOf(plan, { now, timeZone, periods: -1 });
}

/**
 * The next sending after an instant.
 * @throws RangeError when the zone is unknown.
 */
export function nextSending(plan: ReportPlan, now: Date, timeZone: string): Date {
  const current = sendingOf(plan, { now, timeZone, periods: 0 });
  return current > now ? current : sendingOf(plan, { now, timeZone, periods: 1 });
}

type Around = { now: Date; timeZone: string; periods: number };

/** The sending of the period around `now`, or of one so many periods later. */
function sendingOf(plan: ReportPlan, { now, timeZone, periods }: Around): Date {
  const date = dateOf(plan, plainDateAt(now, timeZone), periods);
  return instantAt(date, plan.hour * 60, timeZone);
}

function dateOf({ every, on }: ReportPlan, today: PlainDate, periods: number): PlainDate {
  if (every === 'day') return addDays(today, periods);
  if (every === 'week') return addDays(weekStartOf(today), on - 1 + periods * 7);
  const { year, month } = datePartsOf(today);
  // From the 31st of a January, so that a shorter month has its last day.
  const months = (year - 2000) * 12 + (month - 1) + periods;
  return addMonths(plainDate(2000, 1, on), months);
}
