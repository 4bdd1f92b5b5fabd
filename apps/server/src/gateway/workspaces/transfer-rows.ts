import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
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
      values (${tenantId}, ${saga.id}, ${now}, ${payload.fromMemberId}, 'member', 'workspace', ${tenantId}, 'transfer',
        ${JSON.stringify({ owner: payload.fromMemberId })}, ${JSON.stringify({ owner: payload.toMemberId })})
      on conflict (tenant_id, id) do nothing`);
    await tx.run(sql`insert into app.outbox (id, tenant_id, kind, payload, created_at, available_at, key)
      values (${newId()}, ${tenantId}, 'mail', ${JSON.stringify({ template: 'owner', memberId: payload.toMemberId })},
        ${now}, ${now}, ${`owner-mail:${saga.id}`})
      on conflict (key) where done_at is null and dead_at is null and key is not null do nothing`);
  });
}
