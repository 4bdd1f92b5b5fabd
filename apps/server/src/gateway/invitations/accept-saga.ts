import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { finalOn, type Saga, type SagaContext, type SagaKind } from '../sagas/saga.ts';
import { bumpCatalog } from '../shared/sql-json.ts';

export type AcceptPayload = {
  invitationId: string;
  teamMemberID: string;
  /** The same in a saga that release 0.1.0 began. */
  teamMemberId?: string;
  userUuid: string;
  role: string;
  /** The provider's name of the person; replaces the address that stood in for it. */
  firstName?: string;
  lastName?: string;
};

/** Somebody who was invited becomes a member: at the provider first, then here. */
export const acceptSaga: SagaKind<SagaContext, AcceptPayload> = {
  isFinal: finalOn('not_found', 'last_owner', 'gone'),
  steps: [
    {
      name: 'provider-role',
      run: ({ provider }, { publicId, payload }) =>
        provider.setRoles(publicId, payload.userUuid, [payload.role]),
    },
    { name: 'rows', run: ({ database, clock }, saga) => acceptRows(database, saga, clock.now()) },
  ],
};

/** Ties the invited team member to the person and marks the invitation as used; repeatable. */
async function acceptRows(database: Database, saga: Saga<AcceptPayload>, now: Date): Promise<void> {
  const { tenantId, payload } = saga;
  const teamMemberID = payload.teamMemberID ?? payload.teamMemberId;
  await database.withTenant(tenantId, async (tx) => {
    await tx.run(sql`update app.team_member
      set user_id = ${payload.userUuid}, status = 'active', role = ${payload.role}, role_updated_at = ${now},
        updated_at = ${now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${teamMemberID} and user_id is distinct from ${payload.userUuid}`);
    if (payload.firstName) {
      await tx.run(sql`update app.team_member set first_name = ${payload.firstName}, last_name = ${payload.lastName ?? ''}
        where tenant_id = ${tenantId} and id = ${teamMemberID} and last_name = ''
          and first_name = split_part(email, '@', 1)`);
    }
    await tx.run(sql`update app.invitation set accepted_at = ${now}, accepted_by = ${payload.userUuid}
      where tenant_id = ${tenantId} and id = ${payload.invitationId} and accepted_at is null`);
    await bumpCatalog(tx, tenantId);
    await tx.run(sql`insert into app.audit_event
        (tenant_id, id, at, actor_id, actor_kind, entity, entity_id, action, after)
      values (${tenantId}, ${saga.id}, ${now}, ${payload.userUuid}, 'member', 'invitation',
        ${payload.invitationId}, 'accept', ${JSON.stringify({ role: payload.role })})
      on conflict (tenant_id, id) do nothing`);
  });
}
