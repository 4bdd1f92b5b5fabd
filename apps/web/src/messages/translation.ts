// biome-ignore lint/suspicious/noExplicitAny: what a text takes is said by the English one
type Text = string | ((...values: any[]) => string) | readonly Text[] | { readonly [name: string]: Text };

/**
 * The texts of another language. One that is not there yet is shown in English, and a test says so; one whose English text is
 * gone is nobody's.
 */
export type Translation<English> = {
  readonly [Name in keyof English]?: English[Name] extends string
    ? string
    : English[Name] extends (...values: never[]) => string
      ? English[Name]
      : English[Name] extends readonly unknown[]
        ? English[Name]
        : Translation<English[Name]>;
} & { readonly [name: string]: Text };

/** The texts of a language, completed by the English ones; the build writes the call (apps/web/languages.config.ts). @public */
export function translated<English>(english: English, own: unknown): English {
  if (!isGroup(english) || !isGroup(own)) return (own ?? english) as English;
  const entries = Object.entries(english).map(([name, text]) => [name, translated(text, own[name])]);
  return Object.fromEntries(entries) as English;
}

function isGroup(text: unknown): text is Record<string, unknown> {
  return typeof text === 'object' && text !== null && !Array.isArray(text);
}
