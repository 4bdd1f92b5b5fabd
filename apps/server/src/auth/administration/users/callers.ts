import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../../context.ts';
import type { KeyCaller, UserCaller } from '../../mechanisms/access/access.ts';
import { findInvitation } from '../../mechanisms/people/invitations.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserByAnyId, listMemberships, type User } from '../../model/users/queries.ts';
import { invitedRecord, userRecord } from '../../model/users/record.ts';

/** The root's own servers see people whole; those of a child see its members, and of who is invited the invitation. */
export function seesWhole(caller: KeyCaller | UserCaller): boolean {
  return caller.kind === 'key' && caller.home.parentId === null;
}

/** The record of a member, or of who was invited. @throws AppError `not_found` for others */
export async function recordFor(context: AuthContext, caller: KeyCaller, tenant: Tenant, user: User) {
  const [membership] = await listMemberships(context.database, user.id, { tenantId: tenant.id });
  if (tenant.parentId === null || membership) return record(context, tenant, user);
  const invitation = await findInvitation(context.database, tenant, user, context.clock.now());
  if (!invitation) throw new AppError('not_found');
  if (seesWhole(caller)) return record(context, tenant, user);
  return invitedRecord(user, tenant, { said: invitation.data.said ?? {}, at: invitation.createdAt });
}

/** A user of a tenant. @throws AppError `not_found` */
export async function requireMember(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  tenant: Tenant,
  id: string,
): Promise<User> {
  const user = await findUserByAnyId(context.database, caller.realm, id);
  if (!user) throw new AppError('not_found');
  if (tenant.parentId === null) return user;
  const [membership] = await listMemberships(context.database, user.id, { tenantId: tenant.id });
  if (!membership) throw new AppError('not_found');
  return user;
}

/** The record of a user with all workspaces, or that one alone in the eyes of a child tenant. */
export async function record(context: AuthContext, tenant: Tenant, user: User) {
  const only = tenant.parentId === null ? {} : { tenantId: tenant.id };
  return userRecord(user, tenant, await listMemberships(context.database, user.id, only));
}
