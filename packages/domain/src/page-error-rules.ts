// Without the schema, so that pages carry no schema library for it.

/** Where a page tells its own host that it failed. */
export const PAGE_ERROR_PATH = '/errors';

/** Longest texts of a report, in characters; pages cut what is longer. */
export const PAGE_ERROR_LENGTHS = { message: 500, stack: 4000, componentStack: 4000, path: 200 } as const;

/** What could name a person or let somebody in, and what is written in its place. */
const personal: readonly (readonly [RegExp, string])[] = [
  // With a dot behind the @, for stacks of some browsers have `function@https://…`.
  [/[^\s"'<>()@]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[address]'],
  // Queries and fragments carry search texts and secrets; line and column behind them stay.
  [/(?<=[\w/])[?#][^\s"'<>().:][^\s"'<>()]*?(?=(?::\d+){0,2}(?:[\s"'<>()]|$))/g, ''],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '[id]'],
  // Tokens and secrets: long runs with a digit in them that are no file of the build.
  [/(?<![\w~+-])(?![\w~+-]*\.(?:m?js|tsx?|css)\b)(?=[\w~+-]*\d)[\w~+-]{24,}/g, '[secret]'],
  [/\+?\d[\d ()-]{7,}\d/g, '[number]'],
];

/**
 * A text of an error without what could name a person or let somebody in: addresses, queries, ids, tokens, numbers. Names
 * of files and functions with line and column stay.
 */
export function withoutPersonalData(text: string): string {
  return personal.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}
