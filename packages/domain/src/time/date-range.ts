import {
  addDays,
  addMonths,
  datePartsOf,
  daysBetween,
  daysInMonth,
  isPlainDate,
  type PlainDate,
  plainDate,
} from './plain-date.ts';
import { weekEndOf, weekStartOf } from './week.ts';

/** Dates from the first to the last, both included. */
export interface DateRange {
  from: PlainDate;
  to: PlainDate;
}

/** The six ranges that have a name, in the order and words of the menu. */
export const NAMED_RANGES = [
  { name: 'thisWeek', label: 'This week' },
  { name: 'lastWeek', label: 'Last week' },
  { name: 'thisMonth', label: 'This month' },
  { name: 'lastMonth', label: 'Last month' },
  { name: 'thisQuarter', label: 'This quarter' },
  { name: 'thisYear', label: 'This year' },
] as const;

/** The name of one of the six ranges. */
export type RangeName = (typeof NAMED_RANGES)[number]['name'];

/** A range as people choose it: by name, from date to date, or the last so many days up to today. */
export type RangeChoice =
  | { kind: RangeName }
  | { kind: 'custom'; from: PlainDate; to: PlainDate }
  | { kind: 'rolling'; days: number };

/** Whether a text names one of the six ranges. */
export function isRangeName(text: string): text is RangeName {
  return NAMED_RANGES.some(({ name }) => name === text);
}

/**
 * The dates of a choice. `today` is the date where the person is, so that no clock or zone is read here.
 * @throws RangeError when a custom range ends before it starts or rolling days are not a positive whole number.
 */
export function resolveRange(choice: RangeChoice, today: PlainDate): DateRange {
  switch (choice.kind) {
    case 'thisWeek':
      return weekOf(today);
    case 'lastWeek':
      return weekOf(addDays(today, -7));
    case 'thisMonth':
      return monthsOf(today, 1);
    case 'lastMonth':
      return monthsOf(addMonths(today, -1), 1);
    case 'thisQuarter':
      return monthsOf(today, 3);
    case 'thisYear':
      return monthsOf(today, 12);
    case 'custom':
      return customRange(choice.from, choice.to);
    case 'rolling':
      return rollingRange(choice.days, today);
  }
}

/**
 * The month of a date.
 */
export function monthOf(date: PlainDate): DateRange {
  return monthsOf(date, 1);
}

/** How many dates a range has, both ends counted. */
export function rangeDays({ from, to }: DateRange): number {
  return daysBetween(from, to) + 1;
}

/**
 * A choice as one short text for the address bar: `thisWeek`, `rolling-30`, `2026-11-01..2026-11-15`.
 */
export function formatRangeChoice(choice: RangeChoice): string {
  if (choice.kind === 'custom') return `${choice.from}..${choice.to}`;
  return choice.kind === 'rolling' ? `rolling-${choice.days}` : choice.kind;
}

/**
 * The choice in a text of `formatRangeChoice`, or null when it is none.
 */
export function parseRangeChoice(text: string): RangeChoice | null {
  if (isRangeName(text)) return { kind: text };
  const rolling = /^rolling-([1-9]\d{0,3})$/.exec(text);
  if (rolling) return { kind: 'rolling', days: Number(rolling[1]) };
  const [from = '', to = '', rest] = text.split('..');
  if (rest !== undefined || !isPlainDate(from) || !isPlainDate(to) || from > to) return null;
  return { kind: 'custom', from, to };
}

function weekOf(date: PlainDate): DateRange {
  return { from: weekStartOf(date), to: weekEndOf(date) };
}

/** The block of that many months, counted from January, that holds a date. */
function monthsOf(date: PlainDate, months: 1 | 3 | 12): DateRange {
  const { year, month } = datePartsOf(date);
  const first = month - ((month - 1) % months);
  const last = first + months - 1;
  return { from: plainDate(year, first, 1), to: plainDate(year, last, daysInMonth(year, last)) };
}

function customRange(from: PlainDate, to: PlainDate): DateRange {
  if (daysBetween(from, to) < 0) throw new RangeError(`ends before it starts: ${from} to ${to}`);
  return { from, to };
}

function rollingRange(days: number, today: PlainDate): DateRange {
  if (!Number.isSafeInteger(days) || days < 1) throw new RangeError(`not a number of days: ${days}`);
  return { from: addDays(today, 1 - days), to: today };
}
