import { raw, type Sql, sql } from '../../platform/sql.ts';
import { contains, type ListQuery } from './list.ts';

/** What every list of the catalogue can be asked for. */
export type CatalogQuery = ListQuery & {
  q?: string | undefined;
  updatedSince?: string | undefined;
  deletedSince?: string | undefined;
};

/**
 * Which rows of a list are asked for: the living ones, of the archive or not; those changed since an instant; those
 * that went to the trash since an instant.
 */
export function followingFilter(alias: string, query: CatalogQuery, archived: boolean): Sql {
  const living = raw(
    `${alias}.deleted_at is null and ${alias}.archived_at is ${archived ? 'not null' : 'null'}`,
  );
  const removed = sql`(${raw(alias)}.deleted_at is not null and ${raw(alias)}.deleted_at >= ${query.deletedSince})`;
  if (query.updatedSince !== undefined) {
    const changed = sql`(${living} and ${raw(alias)}.updated_at >= ${query.updatedSince})`;
    return query.deletedSince === undefined ? changed : sql`(${changed} or ${removed})`;
  }
  return query.deletedSince === undefined ? sql`(${living})` : removed;
}

/** A search over what an expression gives, in lower case. */
export function searchFilter(searched: string, q: string | undefined): Sql[] {
  if (q === undefined || q.trim() === '') return [];
  return [sql`${raw(searched)} like ${contains(q)}`];
}
