import type { Queryable } from '../../platform/database.ts';
import type { AuthContext } from '../context.ts';
import { listIdentities } from '../model/users/identities.ts';
import { listMemberships, type User } from '../model/users/queries.ts';
import { everyFactor, missingStep } from '../sign-in/flow.ts';

/**
 * Whether somebody who lets go of their number still enters every tenant that they enter with it: their application, and
 * each workspace, some of which may want a second step that the number alone is. An address that nobody proved may be
 * mistyped, so it counts for nothing.
 */
export async function canDoWithoutPhone(context: AuthContext, db: Queryable, user: User): Promise<boolean> {
  const identities = await listIdentities(db, user.id);
  const isProven = user.emailConfirmedAt !== null;
  // A password and an authenticator help nobody whom a page cannot be told the name of.
  if (user.username === null && !isProven && identities.length === 0) return false;
  const email = isProven ? user.email : null;
  const without: User = { ...user, email, phone: null, phoneConfirmedAt: null };
  const memberships = await listMemberships(db, user.id);
  for (const { tenantId, roles } of [{ tenantId: user.rootTenantId, roles: [] }, ...memberships]) {
    const tenant = await context.tenants.within(db).requireById(tenantId);
    const own = identities.filter(
      (one) => one.tenantId === tenant.id || one.tenantId === tenant.rootTenantId,
    );
    const isOwnProvider = own.some((one) => one.tenantId === tenant.id);
    const providerTenantId = isOwnProvider ? tenant.id : null;
    const providers = own.map(({ provider }) => provider);
    const enters = (as: User) =>
      missingStep(context, {
        tenant,
        user: as,
        roles,
        passed: everyFactor(as, providers),
        providerTenantId,
      }) === null;
    if (enters(user) && !enters(without)) return false;
  }
  return true;
}
