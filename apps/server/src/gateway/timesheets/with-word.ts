import { type Sql, sql } from '../../platform/sql.ts';

/**
 * Entries with a word in their comment: all; or as many as come up to the end of a page, and how many there are; or only how many, where
 * so many have it that those of a page are soon found by looking.
 */
export type Found = { ids: readonly string[]; count: number | null } | { ids: null; count: number };

/** @param word a pattern in lower case */
export const hasWord = (word: string): Sql => sql`lower(e.comment) like ${word}`;

/** @param found where the word was looked for already */
export const isFound = (word: string, found: Found | null): Sql =>
  found?.ids ? sql`e.id = any(${[...found.ids]}::uuid[])` : hasWord(word);
