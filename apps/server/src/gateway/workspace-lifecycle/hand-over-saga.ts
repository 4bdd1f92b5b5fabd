import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { finalOn, type Saga, type SagaContext, type SagaKind } from '../sagas/saga.ts';

export type HandOverPayload = {
  fromMemberId: string;
  fromUserId: string;
  toMemberId: string;
  toUserId: string;
};

/** The new owner comes first, so that there is one at every moment; the provider's lock keeps the last one. */
export const handOverSaga: SagaKind<SagaContext, HandOverPayload> = {
  isFinal: finalOn('not_found', 'last_owner'),
  steps: [
    {
      name: 'new-owner',
      run: ({ provider }, { publicId, payload }) => provider.setRoles(publicId, payload.toUserId, ['owner']),
    },
    {
      name: 'former-owner',
      run: ({ provider }, { publicId, payload }) =>
        provider.setRoles(publicId, payload.fromUserId, ['admin']),
    },
    { name: 'rows', run: ({ database, clock }, saga) => handOverRows(database, saga, clock.now()) },
  ],
};

/** Copies the new roles of a handed-over workspace; the audit row has the saga's id, so that it is written once. */
async function handOverRows(database: Database, saga: Saga<HandOverPayload>, now: Date): Promise<void> {
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
