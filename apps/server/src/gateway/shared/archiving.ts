import { AppError } from '@stint/domain/errors.ts';
import { type CatalogName, type TrashedName, trashedNames } from '@stint/domain/workspace/catalog.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { holdChosen } from './chosen.ts';
import { purgeAfterMs } from './purge-after.ts';

/** A column of another table that names rows of this one. */
type Reference = { table: string; column: string };

/**
 * What keeps a row out of the trash, and what else keeps one there although its time is over. What refers to others
 * stands before them, so that it is purged first.
 */
export const references: Readonly<Record<TrashedName, Record<'uses' | 'holds', readonly Reference[]>>> = {
  project: {
    uses: [{ table: 'timesheet_entry', column: 'project_id' }],
    holds: [
      { table: 'timer', column: 'project_id' },
      { table: 'timer_draft', column: 'project_id' },
    ],
  },
  activity: {
    uses: [{ table: 'timesheet_entry', column: 'activity_id' }],
    holds: [
      { table: 'timer', column: 'activity_id' },
      { table: 'timer_draft', column: 'activity_id' },
    ],
  },
  client: { uses: [{ table: 'project', column: 'client_id' }], holds: [] },
};

/** One condition for each reference that a row may have. */
export function referringTo(tenantId: string, id: string | Sql, by: readonly Reference[]): Sql[] {
  return by.map(
    ({ table, column }) =>
      sql`exists (select from app.${raw(table)} u where u.tenant_id = ${tenantId} and u.${raw(column)} = ${id})`,
  );
}

/**
 * Holds what a row refers to until the end of the transaction. What is in the trash is in no list, so nothing that refers to it may
 * come back before it.
 * @returns the name of what is in the trash, or null
 */
export async function holdReferred(
  tx: Queryable,
  tenantId: string,
  table: 'timesheet_entry' | 'project',
  id: string,
): Promise<string | null> {
  const referred = trashedNames.flatMap((name) =>
    references[name].uses.filter((use) => use.table === table).map(({ column }) => ({ name, column })),
  );
  const columns = referred.map(({ column }) => raw(`u.${column}`));
  const row = await tx.one<Record<string, string | null>>(
    sql`select ${join(columns)} from app.${raw(table)} u where u.tenant_id = ${tenantId} and u.id = ${id}`,
  );
  const named = referred.map(({ name, column }) => [name, row[column] ?? null] as const);
  await holdChosen(
    tx,
    tenantId,
    Object.fromEntries(named.map(([name, value]) => [name, value === null ? [] : [value]])),
  );
  const trashed = named.map(
    ([name, value]) =>
      sql`select x.name from app.${raw(name)} x where x.tenant_id = ${tenantId} and x.id = ${value}::uuid and x.deleted_at is not null`,
  );
  const [first] = await tx.rows<{ name: string }>(sql`${join(trashed, ' union all ')}`);
  return first?.name ?? null;
}

/** The refusal to bring back what refers to something in the trash. */
export function stillInTrash(name: string): AppError {
  return new AppError('state_conflict', { message: `"${name}" is in the trash. Bring it back first.` });
}

/** Archives a row. Twice is once. The row stays locked. @throws AppError `not_found` */
export async function archiveRow(
  tx: Transaction,
  { tenantId, info }: MemberContext,
  table: CatalogName,
  id: string,
): Promise<void> {
  await lockRow(tx, tenantId, table, id);
  await tx.run(sql`update app.${raw(table)} set archived_at = ${info.now}, updated_at = ${info.now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and archived_at is null`);
}

/** Moves a row that nothing uses to the trash. Twice is once. @throws AppError `not_found`, `still_used` */
export async function trashRow(
  tx: Transaction,
  { tenantId, info }: MemberContext,
  table: TrashedName,
  id: string,
): Promise<void> {
  await lockRow(tx, tenantId, table, id);
  const uses = join([sql`false`, ...referringTo(tenantId, id, references[table].uses)], ' or ');
  const { used } = await tx.one<{ used: boolean }>(sql`select ${uses} as used`);
  if (used) throw new AppError('still_used');
  await tx.run(sql`update app.${raw(table)} set deleted_at = ${info.now}, updated_at = ${info.now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and deleted_at is null`);
}

function lockRow(tx: Transaction, tenantId: string, table: CatalogName, id: string): Promise<unknown> {
  return tx.one(
    sql`select id from app.${raw(table)} where tenant_id = ${tenantId} and id = ${id} for update`,
  );
}

/**
 * Brings a row back from archive and trash.
 * @throws AppError `not_found`, `gone` after 30 days in the trash, `state_conflict` where what it refers to is in the trash
 */
export async function bringBack(
  tx: Transaction,
  { tenantId, info }: MemberContext,
  table: TrashedName,
  id: string,
): Promise<void> {
  const row = await tx.one<{ deletedAt: Date | null }>(sql`
    select deleted_at as "deletedAt" from app.${raw(table)} where tenant_id = ${tenantId} and id = ${id} for update`);
  if (row.deletedAt && row.deletedAt.getTime() < info.now.getTime() - purgeAfterMs)
    throw new AppError('gone');
  const trashed = table === 'project' ? await holdReferred(tx, tenantId, table, id) : null;
  if (trashed !== null) throw stillInTrash(trashed);
  await tx.run(sql`update app.${raw(table)} set archived_at = null, deleted_at = null, updated_at = ${info.now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and (archived_at is not null or deleted_at is not null)`);
}

/** Both rows of a merge, held, of the same workspace. @throws AppError `not_found`, `reference_invalid` */
export async function lockPair(
  tx: Transaction,
  { tenantId }: MemberContext,
  table: TrashedName,
  { id, from }: { id: string; from: string },
): Promise<void> {
  if (from === id)
    throw new AppError('reference_invalid', { message: `This ${table} cannot be merged with itself.` });
  const rows = await tx.rows<{ id: string }>(sql`
    select id from app.${raw(table)} where tenant_id = ${tenantId} and id in (${id}, ${from}) and deleted_at is null order by id for update`);
  if (!rows.some((row) => row.id === id)) throw new AppError('not_found');
  if (!rows.some((row) => row.id === from)) throw new AppError('reference_invalid');
}

/** Checks the version that a change was based on, holding the row. @throws AppError `not_found`, `version_conflict` with the current row */
export async function lockVersion(
  tx: Queryable,
  tenantId: string,
  { table, id, version }: { table: CatalogName | 'team_member'; id: string; version: number },
  current: () => Promise<unknown>,
): Promise<void> {
  const row = await tx.one<{ version: number }>(sql`
    select version from app.${raw(table)} where tenant_id = ${tenantId} and id = ${id} for update`);
  if (row.version !== version)
    throw new AppError('version_conflict', { details: { current: await current() } });
}
