import { plainOf } from '../plain-of.ts';
import { dateWords } from './date-words.ts';
import { datePartsOf, daysBetween, type PlainDate, plainDate, weekday } from './plain-date.ts';

/** Names of days as people head their columns, Monday first; those cut short are the product's own. */
const WEEKDAYS = numbered([
  'monday tuesday wednesday thursday friday saturday sunday',
  '- tues - thur - - -',
  '- - weds thurs - - -',
  'montag dienstag mittwoch donnerstag freitag samstag sonntag',
  '- - - - - sonnabend -',
  dateWords('en').weekdays.join(' '),
  dateWords('de').weekdays.join(' '),
]);

const MONTHS = numbered([
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  '- - - - - - - - sept - - -',
  dateWords('en').months.join(' '),
  dateWords('de').months.join(' '),
]);

/** What stands in dates and says nothing. */
const FILLERS = new Set(['st', 'nd', 'rd', 'th', 'of', 'the', 'den', 'der']);

const NUMBERS_ALONE = /^[\d./ -]+$/;
const DATE_OF_THREE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/;

/** Dates within a text: of numbers alone, or with the word for the month before or behind. */
const DATES =
  /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[./-]\d{1,2}(?!\d)|\d{1,2}(?:st|nd|rd|th)?\.?\s+\p{L}{3,}\.?(?:,?\s*\d{4})?|\p{L}{3,}\.?\s+\d{1,2}(?!\d)(?:st|nd|rd|th)?(?:,?\s*\d{4})?/gu;
const WEEKS =
  /(?<!\p{L})(?:kw|cw|w|wk|week|woche|kalenderwoche)[\s.#-]*(\d{1,2})(?!\d|[./-]\d|\.?\s*\p{L})/gu;

function numbered(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lines.flatMap((line) => line.split(' ').map((word, at) => [word.toLowerCase(), at + 1] as const)),
  );
}

type NamedDay = { weekday: number | null; month: number | null; numbers: readonly number[] };

/** Which day of the week a heading names; -1 where it names none of these, be it another day or something else. */
export function dayOfHeading(text: string, days: readonly PlainDate[]): number {
  const named = readDay(text);
  return named ? days.findIndex((date) => isNamed(date, named)) : -1;
}

/** Whether a text names a day of any week, and is no bare number. */
export function isDayHeading(text: string): boolean {
  const named = readDay(text);
  if (!named) return false;
  if (named.weekday !== null) return true;
  return named.month !== null ? named.numbers.length > 0 : DATE_OF_THREE.test(text.trim());
}

/** A month of a year, which is no part of a date: `October 2026`, `10/2026`, `2026-10`. */
const MONTHS_OF_YEARS =
  /(?<month>\p{L}{3,})\.?,?\s*(?<year>\d{4})(?!\d)|(?<![\d./-])(?:(?<number>\d{1,2})[./-](?<of>\d{4})|(?<from>\d{4})[./-](?<at>\d{1,2}))(?![\d./-]|\d)/gu;

/**
 * Whether a title names a day, a week by its number, a month with its year or, alone, a month or a year that is not this one. A month
 * among other words may be somebody's name, as may three letters; `05/2026` among others may be a week, a quarter or an order.
 * `Nov 26` alone in November 2026 is the month as well as a day, and what stands over days of a week is the month.
 */
export function namesOtherTime(text: string, days: readonly PlainDate[]): boolean {
  const thursday = days[3];
  if (thursday === undefined) return false;
  const plain = plainOf(text);
  const { year } = datePartsOf(thursday);
  const isoWeek = Math.floor(daysBetween(plainDate(year, 1, 1), thursday) / 7) + 1;
  if (/^\d+$/.test(plain)) return ![year, isoWeek].includes(Number(plain)) && dayOfHeading(plain, days) < 0;
  if (plain.length > 3 && MONTHS.has(plain))
    return !days.some((day) => datePartsOf(day).month === MONTHS.get(plain));
  const months = [...plain.matchAll(MONTHS_OF_YEARS)].filter(
    ([found, month]) => month !== undefined || found === plain,
  );
  if (months.some(({ groups = {} }) => isOtherMonth(groups, days))) return true;
  if (months.some(([found]) => found === plain)) return false;
  if (isMonthOfWeek(plain, days)) return false;
  const dates = plain.match(DATES) ?? [];
  return (
    [...plain.matchAll(WEEKS)].some(([, week]) => Number(week) !== isoWeek) ||
    dates.some((date) => readDay(date) !== null && dayOfHeading(date, days) < 0)
  );
}

/** A month and the last two digits of its year, and nothing else. */
const MONTH_OF_SHORT_YEAR = /^(?<month>\p{L}{3,})\.? '?(?<year>\d\d)$/u;

function isMonthOfWeek(plain: string, days: readonly PlainDate[]): boolean {
  const { month = '', year } = MONTH_OF_SHORT_YEAR.exec(plain)?.groups ?? {};
  return days.some((day) => {
    const parts = datePartsOf(day);
    return parts.month === MONTHS.get(month) && parts.year % 100 === Number(year);
  });
}

function isOtherMonth(groups: Record<string, string | undefined>, days: readonly PlainDate[]): boolean {
  const { month: word, year = groups.of ?? groups.from, number = groups.at } = groups;
  const month = word === undefined ? Number(number) : MONTHS.get(word);
  if (month === undefined || month > 12) return false;
  return !days.some((day) => {
    const parts = datePartsOf(day);
    return parts.month === month && parts.year === Number(year);
  });
}

/** Null for a text that says anything but a day. */
function readDay(text: string): NamedDay | null {
  const plain = plainOf(text);
  const numbers = (plain.match(/\d+/g) ?? []).map(Number);
  const words = (plain.match(/\p{L}+/gu) ?? []).filter((word) => !FILLERS.has(word));
  if (words.length === 0 && !NUMBERS_ALONE.test(plain)) return null;
  const weekdays = words.flatMap((word) => WEEKDAYS.get(word) ?? []);
  const months = words.flatMap((word) => (WEEKDAYS.has(word) ? [] : (MONTHS.get(word) ?? [])));
  const isDay = weekdays.length + months.length === words.length && weekdays.length < 2 && months.length < 2;
  return isDay ? { weekday: weekdays[0] ?? null, month: months[0] ?? null, numbers } : null;
}

/** All that a heading says of a day is true of this one, in whatever order its numbers are. */
function isNamed(date: PlainDate, named: NamedDay): boolean {
  if (named.weekday !== null && named.weekday !== weekday(date)) return false;
  const { year, month, day } = datePartsOf(date);
  if (named.month !== null && named.month !== month) return false;
  const years = [year, year % 100];
  const orders =
    named.month === null
      ? [[day], [day, month], [month, day]].concat(
          years.flatMap((of) => [
            [of, month, day],
            [day, month, of],
            [month, day, of],
          ]),
        )
      : [[day], ...years.map((of) => [day, of])];
  const isAlone = named.weekday !== null && named.month === null && named.numbers.length === 0;
  return isAlone || orders.some((order) => order.join(' ') === named.numbers.join(' '));
}
