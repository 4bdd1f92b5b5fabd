/** Which rows of a list are asked for: those in use or the archived ones, all of them or those that contain a word. */
export type ListFilter<Narrowed extends object = object> = {
  isArchived?: boolean;
  q?: string | undefined;
  /** What else the gateway narrows them to. */
  only?: Narrowed;
};

/** What the gateway answers at once without paging. */
export const WHOLE_LIST = 1_000;

/** What the gateway is asked for where a list is longer than that: it finds one word, and the page sees to the others. */
export function longestWord(query: string): string {
  return longestFirst(query)[0] ?? '';
}

/** Of equally long ones the last: names that begin alike end with what tells them apart. */
export function longestFirst(query: string): string[] {
  const words = new Set(query.split(/\s+/).filter(Boolean));
  return [...words].toReversed().toSorted((a, b) => b.length - a.length);
}
