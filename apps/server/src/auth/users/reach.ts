import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../context.ts';
import type { KeyCaller, UserCaller } from '../http/access.ts';
import type { Tenant } from '../tenants/queries.ts';
import { findUserByAnyId, listMemberships, type User } from './queries.ts';
import { userRecord } from './record.ts';

/** The actor of an audit event made by a key. */
export function byKey({ key, call }: KeyCaller) {
  return { actorKind: 'key' as const, actorId: key.id, address: call.fullAddress, requestId: call.requestId };
}

/** The tenant that a caller speaks for. */
export async function homeOf(context: AuthContext, caller: KeyCaller | UserCaller): Promise<Tenant> {
  return context.tenants.requireById(caller.kind === 'key' ? caller.key.tenantId : caller.session.tenantId);
}

export async function isRootKey(context: AuthContext, caller: KeyCaller): Promise<boolean> {
  return (await homeOf(context, caller)).parentId === null;
}

/** A child's key may take people out of the child, never change or delete what they are elsewhere. */
export async function requireRootKey(context: AuthContext, caller: KeyCaller): Promise<void> {
  if (!(await isRootKey(context, caller))) throw new AppError('forbidden');
}

/** A user that the key may see; foreign and missing look the same (security 3). @throws AppError `not_found` */
export async function requireUser(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  id: string,
): Promise<User> {
  return requireMember(context, caller, await homeOf(context, caller), id);
}

/** A user of a tenant. @throws AppError `not_found` */
export async function requireMember(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  tenant: Tenant,
  id: string,
): Promise<User> {
  const user = await findUserByAnyId(context.database, caller.world, id);
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
