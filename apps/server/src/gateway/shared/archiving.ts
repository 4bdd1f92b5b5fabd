import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { purgeAfterMs } from './purge-after.ts';

/** Tables whose rows are archived, go to the trash and come back; none has a name from outside. */
export type Archivable = 'client' | 'activity' | 'project';

/** What keeps a row out of the trash: the tables that refer to it. */
const uses: Record<Archivable, (tenantId: string, id: string) => Sql> = {
  client: (tenantId, id) =>
    sql`select exists (select from app.project where tenant_id = ${tenantId} and client_id = ${id}) as used`,
  activity: (tenantId, id) =>
    sql`select exists (select from app.timesheet_entry where tenant_id = ${tenantId} and activity_id = ${id}) as used`,
  project: (tenantId, id) =>
    sql`select exists (select from app.timesheet_entry where tenant_id = ${tenantId} and project_id = ${id}) as used`,
};

/**
 * Archives a row, or moves one that nothing uses to the trash. Twice is once. The row stays locked.
 * @returns what to write into the audit. @throws AppError `not_found`, `still_used`
 */
export async function setAside(
  tx: Transaction,
  { tenantId, info }: MemberContext,
  table: Archivable,
  id: string,
  isHard: boolean,
): Promise<'archived' | 'deleted'> {
  await tx.one(sql`select id from app.${raw(table)} where tenant_id = ${tenantId} and id = ${id} for update`);
  if (isHard) {
    const { used } = await tx.one<{ used: boolean }>(uses[table](tenantId, id));
    if (used) throw new AppError('still_used');
  }
  const column = raw(isHard ? 'deleted_at' : 'archived_at');
  await tx.run(sql`update app.${raw(table)} set ${column} = ${info.now}, updated_at = ${info.now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and ${column} is null`);
  return isHard ? 'deleted' : 'archived';
}

/** Brings a row back from archive and trash. @throws AppError `not_found`, `gone` after 30 days in the trash */
export async function bringBack(
  tx: Transaction,
  { tenantId, info }: MemberContext,
  table: Archivable,
  id: string,
): Promise<void> {
  const row = await tx.one<{ deletedAt: Date | null }>(sql`
    select deleted_at as "deletedAt" from app.${raw(table)} where tenant_id = ${tenantId} and id = ${id} for update`);
  if (row.deletedAt && row.deletedAt.getTime() < info.now.getTime() - purgeAfterMs)
    throw new AppError('gone');
  await tx.run(sql`update app.${raw(table)} set archived_at = null, deleted_at = null, updated_at = ${info.now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and (archived_at is not null or deleted_at is not null)`);
}

/** Both rows of a merge, held, of the same workspace. @throws AppError `not_found`, `reference_invalid` */
export async function lockPair(
  tx: Transaction,
  { tenantId }: MemberContext,
  table: 'client' | 'activity',
  id: string,
  from: string,
): Promise<void> {
  if (from === id)
    throw new AppError('reference_invalid', { message: `This ${table} cannot be merged with itself.` });
  const rows = await tx.rows<{ id: string }>(sql`
    select id from app.${raw(table)} where tenant_id = ${tenantId} and id in (${id}, ${from}) and deleted_at is null order by id for update`);
  if (!rows.some((row) => row.id === id)) throw new AppError('not_found');
  if (!rows.some((row) => row.id === from)) throw new AppError('reference_invalid');
}
