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

/**
 * The short names of each language, as `Intl` has them (a test compares): to ask it for nineteen words takes a slow telephone a
 * tenth of all that it does before the first screen.
 */
const WORDS: Record<Language, DateWords> = {
  en: {
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
    weekdays: 'Mon Tue Wed Thu Fri Sat Sun'.split(' '),
    day: (day) => String(day),
  },
  de: {
    months: 'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez'.split(' '),
    weekdays: 'Mo Di Mi Do Fr Sa So'.split(' '),
    day: (day) => `${day}.`,
  },
};

/** The short names of a language. */
export function dateWords(language: Language): DateWords {
  return WORDS[language];
}

/** Where nobody says in which language: what the API writes. */
export const englishDates = WORDS.en;
