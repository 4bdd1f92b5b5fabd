import { AppError } from '@stint/domain/errors.ts';
import { type Actor, can } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import type { JsonSql } from '../shared/json-sql.ts';
import { contains, type List, type ListQuery } from '../shared/list.ts';
import { iso } from '../shared/sql-json.ts';

export type ClientJson = Answer<'GET /Clients/:id'>;

/** A client as the wire shows it; rates only to those who may see them. */
function clientItem(tenantId: string, actor: Actor): JsonSql<ClientJson> {
  return sql`json_build_object('clientID', c.id, 'clientName', c.name, 'code', c.code, 'contactName', c.contact_name, 'email', c.email,
    'phone', c.phone, 'address', c.address, 'currency', c.currency, 'defaultBillable', c.default_billable,
    'defaultRate', ${raw(can(actor, 'rate.seeBill') ? 'c.default_rate_minor' : 'null')}, 'taxNumber', c.tax_number, 'notes', c.notes,
    'projectCount', (select count(*) from app.project p where p.tenant_id = ${tenantId} and p.client_id = c.id
      and p.archived_at is null and p.deleted_at is null),
    'isArchived', c.archived_at is not null, 'archivedAt', ${iso('c.archived_at')}, 'deletedAt', ${iso('c.deleted_at')},
    'createdAt', ${iso('c.created_at')}, 'updatedAt', ${iso('c.updated_at')}, 'version', c.version)` as JsonSql<ClientJson>;
}

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

/** A search over name and code. */
export function searchFilter(alias: string, q: string | undefined): Sql[] {
  if (q === undefined || q.trim() === '') return [];
  return [sql`lower(${raw(alias)}.name || ' ' || coalesce(${raw(alias)}.code, '')) like ${contains(q)}`];
}

export function clientList(
  tenantId: string,
  actor: Actor,
  query: CatalogQuery,
  archived: boolean,
): List<ClientJson> {
  return {
    item: clientItem(tenantId, actor),
    from: sql`app.client c`,
    where: [
      sql`c.tenant_id = ${tenantId}`,
      followingFilter('c', query, archived),
      ...searchFilter('c', query.q),
    ],
    id: 'c.id',
    sorts: {
      name: { by: 'lower(c.name)', type: 'text' },
      code: { by: "coalesce(c.code, '')", type: 'text' },
      updatedAt: { by: 'c.updated_at', type: 'timestamptz' },
      createdAt: { by: 'c.created_at', type: 'timestamptz' },
    },
    defaultSort: 'name',
  };
}

/** @throws AppError `not_found`, the same for a foreign id as for a missing one (security 3) */
export async function getClient(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  id: string,
): Promise<JsonText<ClientJson>> {
  const row = await tx.one<{ item: JsonText<ClientJson> }>(sql`
    select (${clientItem(tenantId, actor)})::text as item from app.client c where c.tenant_id = ${tenantId} and c.id = ${id}`);
  return row.item;
}

/** Checks the version that a change was based on, holding the row. @throws AppError `not_found`, `version_conflict` with the current row */
export async function lockVersion(
  tx: Queryable,
  table: 'client' | 'activity' | 'project' | 'tag' | 'team_member',
  tenantId: string,
  id: string,
  version: number,
  current: () => Promise<string>,
): Promise<void> {
  const row = await tx.one<{ version: number }>(sql`
    select version from app.${raw(table)} where tenant_id = ${tenantId} and id = ${id} for update`);
  if (row.version !== version)
    throw new AppError('version_conflict', { details: { current: JSON.parse(await current()) } });
}
