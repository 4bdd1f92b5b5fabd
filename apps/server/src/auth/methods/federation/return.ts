import type { SsoErrorCode } from '@stint/domain/auth/sso-error.ts';
import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { newSecret } from '../../../platform/secrets.ts';
import type { AuthContext } from '../../context.ts';
import { linkAddress, linkOrigin, linkPage, originsWithin } from '../../mechanisms/proofs/link-address.ts';
import { insertLink } from '../../model/proofs/links.ts';
import type { Registration } from '../../model/tenants/providers.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';

/** The page follows at once; a link of this kind needs no longer life. */
const lifeMs = 2 * 60_000;

export type SignInReturn = {
  tenant: Tenant;
  providerTenant: Tenant;
  registration: Registration;
  /** The factor that was passed, as in the tenant's flow. */
  strategy: string;
  user: User;
  isNewUser: boolean;
  origin: string;
  redirect: string | null;
};

/** The address that finishes the sign-in: the login page with credentials for PUT auth/link (protocol 9.1). */
export async function signInAddress(
  context: AuthContext,
  tx: Transaction,
  back: SignInReturn,
): Promise<string> {
  const { tenant, providerTenant, registration, user, isNewUser, redirect } = back;
  const now = context.clock.now();
  const id = newId();
  const token = newSecret();
  const data = {
    factor: { channel: 'email', strategy: back.strategy },
    registration,
    isNewUser,
    // A session by a child's own provider stays in that child.
    ...(providerTenant.parentId === null ? {} : { providerTenantId: providerTenant.id }),
  };
  const expiresAt = new Date(now.getTime() + lifeMs);
  await insertLink(
    tx,
    user,
    { id, token, tenantId: tenant.id, kind: 'sso', email: null, redirect, data, expiresAt },
    now,
  );
  const within = originsWithin(context, tx);
  const origin = await linkOrigin(within, tenant, user.mode, back.origin);
  return linkAddress(within, tenant, origin, { token, uuid: id, type: 'sso', redirect });
}

/** The login page with the reason why there is no sign-in (protocol 9.1). */
export async function refusalAddress(
  context: AuthContext,
  { tenant, origin, redirect }: Pick<SignInReturn, 'tenant' | 'origin' | 'redirect'>,
  code: SsoErrorCode,
): Promise<string> {
  const url = new URL(
    await linkPage(context, tenant, await linkOrigin(context, tenant, context.config.mode, origin)),
  );
  url.searchParams.set('error', code);
  if (redirect) url.searchParams.set('redirect', redirect);
  return url.href;
}
