import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../context.ts';
import { modeOfCall } from '../mechanisms/http/origins.ts';
import { type FirstFactor, findFirstFactor } from '../mechanisms/tokens/first-factor-token.ts';
import type { Tenant } from '../model/tenants/queries.ts';
import { findUserById, type User } from '../model/users/queries.ts';
import { isFirstFactorAllowed, type PassedFactor } from './flow.ts';
import type { SignInRequest } from './request.ts';

/** The tenant and realm of a sign-in call. @throws AppError `not_found`, `invalid_origin` */
export async function enterTenant(
  context: AuthContext,
  { client, reply }: Pick<SignInRequest, 'client' | 'reply'>,
  publicId: string | undefined,
): Promise<SignInRequest> {
  if (!publicId) throw new AppError('bad_request', { message: 'tenantId is missing.' });
  const tenant = await context.tenants.require(publicId);
  if (tenant.status !== 'active') throw new AppError('not_found');
  const realm = { rootTenantId: tenant.rootTenantId, mode: await modeOfCall(context, tenant, client.origin) };
  // Remembered before any transaction begins: who holds a connection never waits for another one to sign with.
  await context.keys.current(realm);
  return { context, client, reply, tenant, realm };
}

/** The pending sign-in that the call continues, with its person; a spent or unknown token counts as none (14.1). */
export async function findPending({
  context,
  client,
  tenant,
  realm,
}: SignInRequest): Promise<{ first: FirstFactor; user: User } | null> {
  const first = await findFirstFactor(context.database, context, client, tenant.id);
  const user = first ? await findUserById(context.database, realm, first.userId) : null;
  return first && user ? { first, user } : null;
}

/** @throws AppError `method_not_allowed_by_flow` for a first factor that the tenant's flow does not list */
export function requireFirstFactor(tenant: Tenant, factor: PassedFactor): void {
  if (!isFirstFactorAllowed(tenant, factor)) throw new AppError('method_not_allowed_by_flow');
}

/** Whether a factor was offered as the second one of a pending sign-in. */
export function isOffered(first: FirstFactor, factor: PassedFactor): boolean {
  return first.secondFactors.some(
    (one) => one.channel === factor.channel && one.strategy === factor.strategy,
  );
}
