/** The languages that every page, mail and message is written in; `name` is what those who speak it call it. */
export const LANGUAGES = {
  en: { name: 'English' },
  de: { name: 'Deutsch' },
} as const satisfies Record<string, { name: string }>;

export type Language = keyof typeof LANGUAGES;

/** Their codes, English first: what is asked for and not there is English. */
export const languages = Object.keys(LANGUAGES) as Language[];

const [ENGLISH = 'en'] = languages;

/** Kept on the parent domain, so that the choice goes for every host; read before a page is answered. */
export const LANGUAGE_COOKIE = 'language';

/** The language of a tag such as `de-AT`; null where it is none of ours. */
export function languageOf(tag: string | null | undefined): Language | null {
  const [code = ''] = (tag ?? '').trim().toLowerCase().split(/[-_]/, 1);
  return languages.find((language) => language === code) ?? null;
}

/** The language of a mail to somebody whose profile has this tag; English where there is none. */
export function languageFor(tag: string | null | undefined): Language {
  return languageOf(tag) ?? ENGLISH;
}

/**
 * The language of a page: what its address asks for, else what the person chose, else the first of the browser's wishes
 * that is there (`Accept-Language`, RFC 9110 section 12.5.4).
 */
export function chooseLanguage(wish: {
  asked?: string | null | undefined;
  chosen?: string | null | undefined;
  accepted?: string | undefined;
}): Language {
  return languageOf(wish.asked) ?? languageOf(wish.chosen) ?? firstAccepted(wish.accepted ?? '');
}

/** The longest header that is read: browsers send a tenth of it. */
const LONGEST_HEADER = 500;

function firstAccepted(header: string): Language {
  const wishes = header.slice(0, LONGEST_HEADER).split(',').map(wishOf);
  const wanted = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return wanted.map(({ tag }) => languageOf(tag)).find((language) => language !== null) ?? ENGLISH;
}

function wishOf(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
}
