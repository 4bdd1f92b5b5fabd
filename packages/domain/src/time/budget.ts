import { percentOf } from './billable-split.ts';
import { addDays, type PlainDate } from './plain-date.ts';

/** The largest budget in hours, and at how many percent of one, up to which, people may be told. */
export const MAX_BUDGET_HOURS = 10_000_000;
export const MAX_ALERTS = 10;
export const MAX_ALERT_PERCENT = 1000;

const FORECAST_LIMIT_DAYS = 10 * 366;

/**
 * How much of a budget is used, in percent to one decimal, over 100 when exceeded; null without a budget. Any one unit.
 */
export function burnPercent(used: number, budget: number | null | undefined): number | null {
  return budget && budget > 0 ? percentOf(used, budget) : null;
}

/**
 * Whether more is used than the budget allows.
 */
export function isOverBudget(used: number, budget: number | null | undefined): boolean {
  return Boolean(budget && budget > 0 && used > budget);
}

/** What an alert is decided from; used and budget in one unit (minutes, or minor units of one currency). */
export interface AlertInput {
  used: number;
  budget: number | null | undefined;
  alertPercents: readonly number[];
  /** Thresholds already told in this budget period. */
  sentPercents: readonly number[];
}

/**
 * The thresholds that are reached and not told yet, lowest first. All of them count as told from now on, also where only
 * the highest makes it into a message. Decided on exact numbers: 49.99 % is not 50 %.
 */
export function alertsDue({ used, budget, alertPercents, sentPercents }: AlertInput): number[] {
  if (!budget || budget <= 0) return [];
  return [...new Set(alertPercents)]
    .filter((percent) => percent > 0 && used * 100 >= percent * budget && !sentPercents.includes(percent))
    .sort((a, b) => a - b);
}

/** What a forecast is made from; used, budget and recent in one unit. */
export interface ForecastInput {
  used: number;
  budget: number | null | undefined;
  /** What was used in the last `recentDays` days, today included. */
  recent: number;
  recentDays: number;
  today: PlainDate;
}

/**
 * The date on which a budget will be used up at the recent pace: today when it is already. Null without a budget, without
 * recent use, or when it would take more than ten years.
 */
export function forecastDate({ used, budget, recent, recentDays, today }: ForecastInput): PlainDate | null {
  if (!budget || budget <= 0) return null;
  if (used >= budget) return today;
  if (recent <= 0 || recentDays <= 0) return null;
  const days = Math.ceil(((budget - used) * recentDays) / recent);
  return days > FORECAST_LIMIT_DAYS ? null : addDays(today, days);
}
