import { type Sql, sql } from '../../platform/sql.ts';

/** Entries with a word in their comment: all, or as many as come up to the end of a page, and then how many there are. */
export type Found = { ids: readonly string[]; count: number | null };

/** @param word a pattern in lower case */
export const hasWord = (word: string): Sql => sql`lower(e.comment) like ${word}`;
export const isFound = ({ ids }: Found): Sql => sql`e.id = any(${[...ids]}::uuid[])`;
