import { en, type Strings } from './strings/en.ts';

export type { Strings } from './strings/en.ts';

/** The languages that come with the widget, by the first part of their tag; all but English load when asked for. */
const LANGUAGES: Readonly<Record<string, () => Promise<Strings>>> = {
  de: async () => (await import('./strings/de.ts')).de,
};

/** The catalogue that is there at once, or null where it has to be loaded. Unknown languages are English. */
export function findStrings(locale: string): Strings | null {
  return languageOf(locale) in LANGUAGES ? null : en;
}

/** The catalogue of a locale such as `de-AT`. */
export async function loadStrings(locale: string): Promise<Strings> {
  return (await LANGUAGES[languageOf(locale)]?.()) ?? en;
}

/** The language tag that the texts of a locale are really in, for the `lang` attribute. */
export function shownLanguage(locale: string): string {
  return languageOf(locale) in LANGUAGES || languageOf(locale) === 'en' ? locale : 'en-US';
}

function languageOf(locale: string): string {
  return locale.toLowerCase().split('-')[0] ?? '';
}
