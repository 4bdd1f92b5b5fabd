import type { Language } from '../language.ts';

/** How days and months are named where there is little room. */
export type DateWords = {
  /** `Jan` first. */
  months: readonly string[];
  /** `Mon` first, as weeks begin. */
  weekdays: readonly string[];
  /** A day of the month before its month: `23`, in German `23.`. */
  day: (day: number) => string;
};

/** A Monday, and a January. */
const SOME_MONDAY = Date.UTC(2024, 0, 1);
const SOME_YEAR = 2024;

/** What stands behind the number of a day. */
const AFTER_DAY: Record<Language, string> = { en: '', de: '.' };

/** The short names of a language. Not cheap: to be made once. */
export function dateWords(language: Language): DateWords {
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const dayMilliseconds = 24 * 60 * 60 * 1000;
  return {
    months: Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(SOME_YEAR, index, 1))),
    weekdays: Array.from({ length: 7 }, (_, index) => weekday.format(SOME_MONDAY + index * dayMilliseconds)),
    day: (day) => `${day}${AFTER_DAY[language]}`,
  };
}

/** Where nobody says in which language: what the API writes. */
export const englishDates = dateWords('en');
