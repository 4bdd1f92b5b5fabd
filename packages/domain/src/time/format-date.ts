import { type DateWords, englishDates } from './date-words.ts';
import type { PlainDate } from './plain-date.ts';

/** Ways to write a full date, the first being what a workspace begins with. */
export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'D MMM YYYY'] as const;

/** Whether a text says how to write a full date: its year, month and day, with dots, slashes, dashes or blanks between them. */
export function isDateFormat(format: string): boolean {
  const parts = format.split(/[ ./,-]+/);
  const of = (tokens: readonly string[]) => parts.filter((part) => tokens.includes(part)).length === 1;
  return parts.length === 3 && of(['YYYY']) && of(['M', 'MM', 'MMM']) && of(['D', 'DD']);
}

/**
 * A full date in a workspace's way of writing: `2026-11-20` as `20.11.2026`. Letters that mean nothing stay as they are.
 *
 * @param format of YYYY, MMM, MM, M, DD and D
 * @param words names the months, in English where absent
 */
export function formatDate(
  date: PlainDate,
  format: string = DATE_FORMATS[0],
  words: Pick<DateWords, 'months'> = englishDates,
): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const parts: Readonly<Record<string, string>> = {
    YYYY: year,
    MMM: words.months[Number(month) - 1] ?? '',
    MM: month,
    M: String(Number(month)),
    DD: day,
    D: String(Number(day)),
  };
  return format.replace(/YYYY|MMM|MM|M|DD|D/g, (token) => parts[token] ?? token);
}
