import { AppError } from '@stint/domain/errors.ts';
import { canGrantRole, highestRole, isRole, type Role } from '@stint/domain/workspace/roles.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
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
  if (
    inviterUserId &&
    !(await mayStillGrant(tx, tenant, { inviter: inviterUserId, invited: user.id }, roles))
  )
    throw new AppError('invalid_token');
  await grantRoles(context, tx, tenant, user, roles, now);
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

/** Somebody who is above the inviter by now is not touched either. */
async function mayStillGrant(
  tx: Transaction,
  tenant: Tenant,
  { inviter, invited }: { inviter: string; invited: string },
  roles: string[],
): Promise<boolean> {
  const rows = await tx.rows<{ userId: string; roles: string[] }>(sql`select user_id as "userId", roles
    from auth.membership where tenant_id = ${tenant.id} and user_id in (${inviter}, ${invited})`);
  const rolesOf = (id: string) => rows.find(({ userId }) => userId === id)?.roles;
  const own = rolesOf(inviter);
  return own !== undefined && mayGrant(own, roles, rolesOf(invited) ?? []);
}

/** Whether somebody with these roles may give others to a person who has `current`; unknown role names count as member. */
export function mayGrant(own: string[], granted: string[], current: string[]): boolean {
  const actor = highestRole(own);
  if (actor === null) return false;
  const asRole = (name: string): Role => (isRole(name) ? name : 'member');
  const held = current.length > 0 ? (highestRole(current) ?? 'member') : null;
  return granted.length === 0
    ? canGrantRole(actor, 'member', held)
    : granted.every((name) => canGrantRole(actor, asRole(name), held));
}
