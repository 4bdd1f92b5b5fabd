import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { audit } from '../audit/audit.ts';
import type { AuthContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import type { Link } from '../link/links.ts';
import type { Tenant } from '../tenants/queries.ts';
import type { User } from './queries.ts';
import { grantRoles } from './roles.ts';

/**
 * Gives the roles of an invitation whose link was followed. Whoever invited must still be allowed to give them (security 10).
 * @throws AppError `invalid_token` when not
 */
export async function acceptInvitation(
  context: AuthContext,
  tx: Transaction,
  tenant: Tenant,
  user: User,
  link: Link,
  call: Call,
): Promise<void> {
  const { roles = [], inviterUserId } = link.data;
  if (roles.length === 0) return;
  const now = context.clock.now();
  await grantRoles(context, tx, tenant, user, roles, now, inviterUserId).catch((error: unknown) => {
    const isRefused = error instanceof AppError && error.code === 'forbidden';
    throw isRefused ? new AppError('invalid_token') : error;
  });
  const event = {
    world: user,
    tenantId: tenant.id,
    userId: user.id,
    address: call.fullAddress,
    requestId: call.requestId,
  };
  await audit(
    tx,
    { ...event, action: 'invite.accepted', detail: { roles, inviter: inviterUserId ?? null } },
    now,
  );
}
