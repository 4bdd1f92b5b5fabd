import { raw, type Sql, sql } from '../../platform/sql.ts';

/** Where a word of comments is. */
export type Found = {
  /** Entries that have it: all, or as many as come up to the end of the page. */
  ids: readonly string[];
  /** How many have it, where `ids` are not all. */
  count: number | null;
  /** Days of which nothing of this is said: of weeks that are not packed, or that the dates cut. */
  openDays: readonly string[];
};

/** @param word a pattern in lower case */
export const hasWord = (row: string, word: string): Sql => sql`lower(${raw(row)}.comment) like ${word}`;

/** Entries `o` of open days that have the word. */
export function openEntries(tenantId: string, { openDays }: Found, word: string): Sql {
  return sql`app.timesheet_entry o where o.tenant_id = ${tenantId} and o.deleted_at is null
    and o.work_on = any(${[...openDays]}::date[]) and ${hasWord('o', word)}`;
}

/** Of entries `e`. One list of ids: for either of two the planner would look at all entries, the newest first. */
export function isFound(tenantId: string, found: Found, word: string): Sql {
  return sql`e.id = any(array(select unnest(${[...found.ids]}::uuid[]) union all select o.id from ${openEntries(tenantId, found, word)}))`;
}
