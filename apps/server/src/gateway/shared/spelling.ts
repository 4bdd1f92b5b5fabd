import { correctWords, searchWords } from '@stint/domain/workspace/search-words.ts';

/** What a search found, and the words it looked for in place of misspelt ones. */
export type Found<Rows> = { rows: Rows; corrected: string | null };

type Search<Rows> = {
  find(words: readonly string[]): Promise<Rows>;
  isEmpty(rows: Rows): boolean;
  /** The names that `find` looks through; those without the letters that the words need (`lettersNeeded`) may be left out. */
  names(words: readonly string[]): Promise<readonly string[]>;
};

/** Looks for the words as they are; where nothing has them, for the words that were probably meant. */
export async function searchForgiving<Rows>(q: string, search: Search<Rows>): Promise<Found<Rows>> {
  const words = searchWords(q);
  const rows = await search.find(words);
  if (words.length === 0 || !search.isEmpty(rows)) return { rows, corrected: null };
  const meant = correctWords(words, await search.names(words));
  return meant ? { rows: await search.find(meant), corrected: meant.join(' ') } : { rows, corrected: null };
}
