import type { UserRecord } from '@stint/domain/api/auth/shapes.ts';
import type { Said } from '../proofs/links.ts';
import type { Tenant } from '../tenants/queries.ts';
import type { Membership, User } from './queries.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** The flat user fields that sign-on answers and user records share (protocol 5.1, 7.16). */
export function userFields(user: User) {
  return {
    mode: user.mode,
    userId: user.number,
    userUuid: user.id,
    uuid: user.id,
    username: user.username,
    email: user.email,
    phoneNumber: user.phone,
    name: user.name,
    image: user.image,
    data: user.data,
    locked: user.isLocked,
    preferredFirstFactor: user.preferredFirstFactor,
    preferredSecondFactor: user.preferredSecondFactor,
    isConfirmed: user.emailConfirmedAt !== null,
    isEmailConfirmed: user.emailConfirmedAt !== null,
    isPhoneNumberConfirmed: user.phoneConfirmedAt !== null,
    confirmedAt: iso(user.emailConfirmedAt),
    confirmedEmailAt: iso(user.emailConfirmedAt),
    confirmedPhoneNumberAt: iso(user.phoneConfirmedAt),
    lastActiveAt: iso(user.lastActiveAt),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}

/** The user record (protocol 7.16) as seen from a tenant. */
export function userRecord(user: User, tenant: Tenant, memberships: Membership[]): UserRecord {
  return {
    ...userFields(user),
    isMfaRequired: user.isMfaRequired,
    tenantId: tenant.publicId,
    tenant: tenantSummary(tenant),
    authorization: Object.fromEntries(memberships.map((one) => [one.publicId, authorizationEntry(one)])),
    authentication: { firstFactors: tenant.firstFactors, secondFactors: tenant.secondFactors },
    hasPassword: user.passwordHash !== null,
    hasAuthenticator: user.totpConfirmedAt !== null,
    backupCodesLeft: user.backupCodesLeft,
    tokensValidFrom: iso(user.tokensValidFrom),
  };
}

function authorizationEntry(membership: Membership) {
  const { roles, name, slug, regionCode, mode, image, status, lastUsedAt, since } = membership;
  const times = { lastUsedAt: iso(lastUsedAt), since: since.toISOString() };
  return { roles, name, slug, regionCode, mode, image, status, ...times };
}

function tenantSummary(tenant: Tenant): UserRecord['tenant'] {
  const { settings } = tenant;
  return {
    tenantId: tenant.publicId,
    aliasId: tenant.aliasId,
    name: tenant.name,
    image: tenant.image,
    slug: tenant.slug,
    regionCode: tenant.regionCode,
    loginRedirectPath: settings.loginRedirectPath,
    signupRedirectPath: settings.signupRedirectPath,
    logoutRedirectPath: settings.logoutRedirectPath,
    passwordResetPath: settings.passwordResetPath,
  };
}

/** Who an invitation speaks of. */
export type Invitee = Pick<User, 'id' | 'number' | 'rootTenantId' | 'mode' | 'email' | 'emailNorm'>;

/**
 * A person in the eyes of who only invited them: the address and what the invitation said, the same whether or not there
 * is an account behind it.
 */
export function invitedRecord(
  invitee: Invitee,
  tenant: Tenant,
  { said, at }: { said: Said; at: Date },
): UserRecord {
  const person: User = {
    id: invitee.id,
    number: invitee.number,
    rootTenantId: invitee.rootTenantId,
    mode: invitee.mode,
    email: invitee.email,
    emailNorm: invitee.emailNorm,
    name: said.name ?? null,
    username: said.username ?? null,
    image: said.image ?? null,
    language: null,
    data: said.data ?? {},
    isLocked: false,
    isMfaRequired: false,
    preferredFirstFactor: null,
    preferredSecondFactor: null,
    authzVersion: 1,
    lastActiveAt: null,
    emailConfirmedAt: null,
    phone: null,
    phoneConfirmedAt: null,
    passwordHash: null,
    totpConfirmedAt: null,
    backupCodesLeft: 0,
    tokensValidFrom: null,
    createdAt: at,
    updatedAt: at,
  };
  return userRecord(person, tenant, []);
}
