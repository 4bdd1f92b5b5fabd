import type { Entity, Fields, Shown } from '@stint/domain/api/gateway/entity.ts';
import type { CatalogName } from '@stint/domain/workspace/catalog.ts';
import type { Transaction } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { CatalogueReads, Viewer } from './catalogue-sql.ts';
import { expressionsOf } from './columns.ts';
import { type CatalogQuery, followingFilter, searchFilter } from './following.ts';
import { type JsonSql, jsonObject, oneJson } from './json-sql.ts';
import { type List, type ListPage, readList, type SortColumn } from './list.ts';

/** Reading one kind of thing: one by its id, and page by page. */
export function createReader<
  Name extends CatalogName,
  Of extends Fields,
  Sort extends string,
  Query extends CatalogQuery,
>({ name, fields }: Entity<Name, Of, Sort>, own: CatalogueReads<Of, Sort, Query>) {
  type Shape = Shown<Entity<Name, Of>>;
  const alias = raw(own.alias);
  const ownTable = raw(`app.${name} ${own.alias}`);
  const from = own.from ?? (() => ownTable);

  function itemOf(viewer: Viewer): JsonSql<Shape> {
    const item = jsonObject(expressionsOf(fields, own.alias, own.workedOut(viewer), viewer.actor));
    return (own.around ? own.around(item, viewer) : item) as JsonSql<Shape>;
  }

  function seenBy(viewer: Viewer): Sql[] {
    return own.seen ? [own.seen(viewer)] : [];
  }

  /** @throws AppError `not_found`, the same for one of another workspace as for one that is missing or not seen (security 3) */
  function get(tx: Transaction, viewer: Viewer, id: string): Promise<JsonText<Shape>> {
    const { tenantId } = viewer;
    const isIt = [sql`${alias}.tenant_id = ${tenantId}`, sql`${alias}.id = ${id}`, ...seenBy(viewer)];
    return oneJson(
      tx,
      itemOf(viewer),
      (text) => sql`select ${text} from ${from(tenantId)} where ${join(isIt, ' and ')}`,
    );
  }

  function listOf(viewer: Viewer, query: Query, archived: boolean): List<Shape> {
    const { tenantId } = viewer;
    return {
      item: itemOf(viewer),
      from: from(tenantId),
      where: [
        sql`${alias}.tenant_id = ${tenantId}`,
        ...seenBy(viewer),
        own.following?.(query) ?? followingFilter(own.alias, query, archived),
        ...(own.searched === undefined ? [] : searchFilter(own.searched, query.q)),
        ...(own.filters?.(viewer, query) ?? []),
      ],
      id: `${own.alias}.id`,
      isIdOfOne: true,
      isDear: own.isDear?.(query) ?? false,
      sorts: {
        updatedAt: { by: `${own.alias}.updated_at`, type: 'timestamptz' },
        createdAt: { by: `${own.alias}.created_at`, type: 'timestamptz' },
        ...sortsOf(tenantId),
      },
      defaultSort: own.defaultSort,
    };
  }

  function sortsOf(tenantId: string): List<Shape>['sorts'] {
    const given = Object.entries<SortColumn | ((tenantId: string) => SortColumn)>(own.sorts);
    return Object.fromEntries(
      given.map(([name, sort]) => [name, typeof sort === 'function' ? sort(tenantId) : sort]),
    );
  }

  function readPage(context: MemberContext, query: Query, archived: boolean): Promise<ListPage<Shape>> {
    const { database, tenantId } = context;
    const list = listOf(context, query, archived);
    return database.withTenant(tenantId, (tx) => readList(tx, list, query), { readOnly: true });
  }

  return { get, readPage };
}
