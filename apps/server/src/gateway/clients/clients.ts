import { AppError } from '@stint/domain/errors.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { join, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { bringBack, lockPair, setAside } from '../shared/archiving.ts';
import { assignments, changedFields, insertion, pick } from '../shared/columns.ts';
import { createNoted } from '../shared/noted.ts';
import { type ClientJson, getClient, lockVersion } from './queries.ts';

const columns = {
  clientName: 'name',
  code: 'code',
  contactName: 'contact_name',
  email: 'email',
  phone: 'phone',
  address: 'address',
  currency: 'currency',
  defaultBillable: 'default_billable',
  defaultRate: 'default_rate_minor',
  taxNumber: 'tax_number',
  notes: 'notes',
} as const;

type Fields = Partial<Record<keyof typeof columns, unknown>>;

const noted = createNoted({
  entity: 'client',
  event: 'client.changed',
  key: 'client',
  read: (tx, { tenantId, actor }, id) => getClient(tx, tenantId, actor, id),
});

/** Rates are set by those who may set rates (security 10); a foreign field is refused, not dropped. */
function checkRate(context: MemberContext, fields: Fields): void {
  if (fields.defaultRate !== undefined && !can(context.actor, 'rate.write')) {
    throw new AppError('forbidden', { message: 'Rates are set by owner and admin.' });
  }
}

export async function createClient(
  tx: Transaction,
  context: MemberContext,
  id: string,
  fields: Fields,
): Promise<JsonText<ClientJson>> {
  checkRate(context, fields);
  const { tenantId, info } = context;
  const given = insertion(columns, fields);
  await tx.run(sql`
    insert into app.client (tenant_id, id, created_at, updated_at, ${given.names})
    values (${tenantId}, ${id}, ${info.now}, ${info.now}, ${given.values})`);
  return noted(tx, context, id, 'created', changedFields(columns, fields));
}

export async function updateClient(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { version, ...fields }: Fields & { version: number },
): Promise<JsonText<ClientJson>> {
  checkRate(context, fields);
  const { tenantId, info, actor } = context;
  const current = () => getClient(tx, tenantId, actor, id);
  await lockVersion(tx, 'client', tenantId, id, version, current);
  const before = JSON.parse(await current()) as Fields;
  const changes = [
    ...assignments(columns, fields),
    sql`updated_at = ${info.now}`,
    sql`version = version + 1`,
  ];
  await tx.run(sql`update app.client set ${join(changes)} where tenant_id = ${tenantId} and id = ${id}`);
  const after = changedFields(columns, fields);
  return noted(tx, context, id, 'changed', after, pick(before, Object.keys(after)));
}

/** Archives a client; `hard` moves one without projects to the trash. Archiving twice is done already. */
export async function archiveClient(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { hard, projects }: { hard?: boolean | undefined; projects?: 'keep' | 'archive' | undefined },
): Promise<JsonText<ClientJson>> {
  const { tenantId, info } = context;
  const action = await setAside(tx, context, 'client', id, hard ?? false);
  if (projects === 'archive') {
    await tx.run(sql`update app.project set archived_at = ${info.now}, updated_at = ${info.now}, version = version + 1
      where tenant_id = ${tenantId} and client_id = ${id} and archived_at is null`);
  }
  return noted(tx, context, id, action, { projects: projects ?? 'keep' });
}

export async function restoreClient(
  tx: Transaction,
  context: MemberContext,
  id: string,
): Promise<JsonText<ClientJson>> {
  await bringBack(tx, context, 'client', id);
  return noted(tx, context, id, 'restored');
}

/** Moves the projects of another client here and archives that one: duplicates after an import. */
export async function mergeClients(
  tx: Transaction,
  context: MemberContext,
  id: string,
  from: string,
): Promise<JsonText<ClientJson>> {
  const { tenantId, info } = context;
  await lockPair(tx, context, 'client', id, from);
  const moved =
    await tx.run(sql`update app.project set client_id = ${id}, updated_at = ${info.now}, version = version + 1
    where tenant_id = ${tenantId} and client_id = ${from}`);
  await setAside(tx, context, 'client', from, false);
  return noted(tx, context, id, 'merged', { from, projects: moved });
}
