import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { User } from '../../model/users/queries.ts';
import { audit } from '../audit/audit.ts';

/** Ends a request to remove a lost second factor: the link that proves the person went to an address that is theirs no more. */
export async function endLostFactors(
  tx: Transaction,
  { id, rootTenantId, mode }: Pick<User, 'id' | 'rootTenantId' | 'mode'>,
  now: Date,
): Promise<void> {
  const ended = await tx.rows<{
    id: string;
    tenantId: string;
  }>(sql`update auth.lost_factor set ended_at = ${now}
    where root_tenant_id = ${rootTenantId} and mode = ${mode} and user_id = ${id} and ended_at is null
    returning id, tenant_id as "tenantId"`);
  for (const { id: lostFactor, tenantId } of ended) {
    const event = { realm: { rootTenantId, mode }, tenantId, userId: id, actorKind: 'system' } as const;
    await audit(tx, { ...event, action: 'lostfactor.stopped', detail: { lostFactor } }, now);
  }
}
