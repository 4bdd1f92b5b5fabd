import { client } from '@stint/domain/api/gateway/clients.ts';
import { AppError } from '@stint/domain/errors.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { projectScope } from '../projects/queries.ts';
import type { Answer } from '../shared/answer.ts';
import { archiveRow, lockPair } from '../shared/archiving.ts';
import { createCatalogue } from '../shared/catalogue.ts';
import { type Days, repriceDays } from '../totals/count.ts';

type ClientJson = Answer<'GET /Clients/:id'>;

export const clients = createCatalogue(client, {
  alias: 'c',
  workedOut: ({ tenantId, actor }) => ({
    projectCount: sql`(select count(*) from app.project p where p.tenant_id = ${tenantId} and p.client_id = c.id
      and p.archived_at is null and p.deleted_at is null and ${projectScope(tenantId, actor)})`,
  }),
  searched: "lower(c.name || ' ' || coalesce(c.code, ''))",
  sorts: {
    name: { by: 'lower(c.name)', type: 'text' },
    code: { by: "coalesce(c.code, '')", type: 'text' },
  },
  defaultSort: 'name',
  prices: { fields: ['currency', 'defaultRate'], days: daysOfClient },
});

function daysOfClient(tenantId: string, id: string): Days {
  return (alias) =>
    sql`${alias}.project_id in (select o.id from app.project o where o.tenant_id = ${tenantId} and o.client_id = ${id})`;
}

/**
 * Archives a client, with those of its projects that the caller sees where that is asked for; `hard` moves one without projects
 * to the trash.
 * @throws AppError `forbidden` for projects of who may write clients alone
 */
export async function setClientAside(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { hard, projects }: { hard?: boolean | undefined; projects?: 'keep' | 'archive' | undefined },
): Promise<JsonText<ClientJson>> {
  const { tenantId, info, actor } = context;
  if (projects === 'archive' && !can(actor, 'project.write')) throw new AppError('forbidden');
  const action = await clients.setAside(tx, context, id, hard ?? false);
  if (projects === 'archive') {
    await tx.run(sql`update app.project p set archived_at = ${info.now}, updated_at = ${info.now}, version = version + 1
      where p.tenant_id = ${tenantId} and p.client_id = ${id} and p.archived_at is null and ${projectScope(tenantId, actor)}`);
  }
  return clients.record(tx, context, id, { action, after: { projects: projects ?? 'keep' } });
}

/** Moves the projects of another client here and archives that one: duplicates after an import. */
export async function mergeClients(
  tx: Transaction,
  context: MemberContext,
  id: string,
  from: string,
): Promise<JsonText<ClientJson>> {
  const { tenantId, info } = context;
  await lockPair(tx, context, 'client', { id, from });
  const moved =
    await tx.run(sql`update app.project set client_id = ${id}, updated_at = ${info.now}, version = version + 1
    where tenant_id = ${tenantId} and client_id = ${from}`);
  await archiveRow(tx, context, 'client', from);
  await repriceDays(tx, tenantId, daysOfClient(tenantId, id));
  return clients.record(tx, context, id, { action: 'merged', after: { from, projects: moved } });
}
