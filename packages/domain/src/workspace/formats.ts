import type { Language } from '../language.ts';
import type { ClockWay } from '../time/clock.ts';
import { DATE_FORMATS } from '../time/format-date.ts';
import { type DecimalReading, type DurationWay, durationWay } from '../time/hours.ts';

/** What a workspace has set of how it writes. */
export type Formats = {
  /** Of YYYY, MMM, MM, M, DD and D. */
  dateFormat: string;
  timeFormat: ClockWay;
  /** A language tag (BCP 47) whose way of writing numbers is taken. */
  numberFormat: string;
  durationFormat: 'clock' | 'decimal';
  decimalReading: DecimalReading;
};

/** How numbers, dates, times of day and durations are written: on screens, on paper and in mails alike. */
export type Ways = { numbers: string; date: string; clock: ClockWay; duration: DurationWay };

/** Chosen by nobody: numbers are written as the reader's language has them. */
export const READERS_NUMBERS = 'en-US';

/** What a workspace begins with. */
export const FIRST_FORMATS: Formats = {
  dateFormat: DATE_FORMATS[0],
  timeFormat: 'h23',
  numberFormat: READERS_NUMBERS,
  durationFormat: 'clock',
  decimalReading: 'decimal',
};

/** The choices that settings offer; any other language tag counts as well. */
export const NUMBER_FORMATS = [READERS_NUMBERS, 'en', 'de', 'de-CH'] as const;

/** How a workspace that has set this writes for somebody who reads in a language. */
export function waysOf(formats: Formats, language: Language): Ways {
  const { numberFormat, dateFormat, timeFormat } = formats;
  const isOwn = numberFormat !== READERS_NUMBERS && isNumberFormat(numberFormat);
  const numbers = isOwn ? numberFormat : language;
  return {
    numbers,
    date: dateFormat,
    clock: timeFormat,
    duration: durationWay(formats, () => decimalSeparator(numbers)),
  };
}

/**
 * The marks of what is offered and of the languages of screens. The first number that `Intl` writes in a page loads its tables,
 * a tenth of all the work before the first screen, which shows no more than shares.
 */
const KNOWN_MARKS = new Map<string, '.' | ','>([
  ['en', '.'],
  ['en-US', '.'],
  ['de', ','],
  ['de-CH', '.'],
]);

/** Whether a text names a language, so that numbers can be written as it has them. */
export function isNumberFormat(tag: string): boolean {
  if (KNOWN_MARKS.has(tag)) return true;
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** The mark before decimals where numbers are written so. What durations are read back with is one of these two. */
export function decimalSeparator(numbers: string): '.' | ',' {
  const known = KNOWN_MARKS.get(numbers);
  if (known) return known;
  const parts = formatOf(numbers, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

/** 1234.5 as `1,234.5`, `1.234,5` or `1’234.5`. @param digits behind the mark, always so many */
export function formatNumber(value: number, { numbers }: Pick<Ways, 'numbers'>, digits: number): string {
  return (
    formatSmall(value, numbers, digits) ??
    formatOf(numbers, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
  );
}

/** What has no groups of digits, where the mark is known; null for all else. Rounds as `Intl` does: what is written, up from the half. */
function formatSmall(value: number, numbers: string, digits: number): string | null {
  const mark = KNOWN_MARKS.get(numbers);
  const units = Math.round(Number(`${value}e${digits}`));
  if (!mark || !(value >= 0) || !(units < 1000 * 10 ** digits)) return null;
  return (units / 10 ** digits).toFixed(digits).replace('.', mark);
}

/** An amount of minor units with its currency; some have no smaller unit, some three digits of it. */
export function formatMoney(amount: number, currency: string, { numbers }: Pick<Ways, 'numbers'>): string {
  return formatOf(numbers, { style: 'currency', currency }).format(amount / 10 ** digitsOf(currency));
}

/** How many minor units make a major one, in powers of ten. */
export function digitsOf(currency: string): number {
  return formatOf('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Making one costs more than all that it writes on a page. */
const made = new Map<string, Intl.NumberFormat>();

function formatOf(numbers: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { currency, maximumFractionDigits } = options;
  const name = `${numbers} ${currency ?? maximumFractionDigits}`;
  const known = made.get(name);
  if (known) return known;
  const format = new Intl.NumberFormat(numbers, options);
  made.set(name, format);
  return format;
}
