import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { TransferPayload } from './kinds.ts';
import type { Saga } from './sagas.ts';

/** Copies the new roles of a handed-over workspace; the audit row has the saga's id, so that it is written once. */
export async function transferRows(
  database: Database,
  saga: Saga<TransferPayload>,
  now: Date,
): Promise<void> {
  const { tenantId, payload } = saga;
  await database.withTenant(tenantId, async (tx) => {
    await tx.run(sql`update app.team_member
      set role = case when id = ${payload.toMemberId} then 'owner' else 'admin' end,
        role_updated_at = ${now}, updated_at = ${now}, version = version + 1
      where tenant_id = ${tenantId} and id in (${payload.toMemberId}, ${payload.fromMemberId})`);
    await tx.run(sql`insert into app.audit_event
        (tenant_id, id, at, actor_id, actor_kind, entity, entity_id, action, before, after)
      values (${tenantId}, ${saga.id}, ${now}, ${payload.fromUserId}, 'member', 'workspace', ${tenantId}, 'transfer',
        ${JSON.stringify({ owner: payload.fromMemberId })}, ${JSON.stringify({ owner: payload.toMemberId })})
      on conflict (tenant_id, id) do nothing`);
  });
}
