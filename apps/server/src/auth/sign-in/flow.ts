import type { Factor } from '@stint/domain/auth/factor.ts';
import { factorKey, isSameFactor } from '@stint/domain/auth/factor.ts';
import type { Tenant } from '../tenants/queries.ts';
import type { User } from '../users/queries.ts';

export type PassedFactor = { channel: string; strategy: string };

/** Whether a tenant's flow lists a factor as first factor. */
export function isFirstFactorAllowed(tenant: Tenant, factor: PassedFactor): boolean {
  return tenant.firstFactors.some((listed) => isSameFactor(listed, factor));
}

/** Whether somebody with these roles has to pass two factors here. */
export function isMfaRequired(tenant: Tenant, user: User, roles: readonly string[]): boolean {
  if (user.isMfaRequired) return true;
  const rule = tenant.isMfaRequired;
  return Array.isArray(rule) ? rule.some((role) => roles.includes(role)) : rule;
}

const totp: Factor = { channel: 'authenticator', strategy: 'totp' };

/**
 * The second factors to ask for after a first one, with `isConfiguredByUser`; an empty list where none is needed. Somebody
 * who set up an authenticator is always asked for it. Where some are configured only those are offered (auth protocol 8.6).
 */
export function secondFactorsFor(
  tenant: Tenant,
  user: User,
  passed: readonly PassedFactor[],
  roles: readonly string[],
): Factor[] {
  const isRequired = isMfaRequired(tenant, user, roles);
  const hasAuthenticator = user.totpConfirmedAt !== null;
  if (!isRequired && !hasAuthenticator) return [];
  const listed = tenant.secondFactors.length > 0 ? tenant.secondFactors : [totp];
  const all = hasAuthenticator && !listed.some((one) => isSameFactor(one, totp)) ? [totp, ...listed] : listed;
  const open = all.filter((one) => !passed.some((done) => isSameFactor(done, one)));
  const offered = open.map((one) => withMarks(one, user));
  const configured = offered.filter((one) => one.isConfiguredByUser);
  if (configured.length > 0) return configured;
  // Whoever came in by the authenticator alone has passed the strongest factor there is.
  if (!isRequired) return [];
  return offered.length > 0 ? offered : [withMarks(totp, user)];
}

function withMarks(factor: Factor, user: User): Factor {
  const { channel, strategy } = factor;
  const isConfigured = isConfiguredBy(user, factor);
  const preferred = user.preferredSecondFactor as PassedFactor | null;
  const isPreferred = preferred ? isSameFactor(preferred as Factor, factor) : isConfigured;
  return {
    channel,
    strategy,
    isConfiguredByUser: isConfigured,
    isPreferredByUser: isConfigured && isPreferred,
  };
}

function isConfiguredBy(user: User, factor: Factor): boolean {
  switch (factorKey(factor)) {
    case 'authenticator/totp':
      return user.totpConfirmedAt !== null;
    case 'sms/verificationCode':
      return user.phoneConfirmedAt !== null;
    case 'email/verificationCode':
      return user.emailConfirmedAt !== null;
    case 'email/password':
      return user.passwordHash !== null;
    default:
      return false;
  }
}

/** Factors somebody can use now to prove again who they are (decisions 12). */
export function stepUpFactors(user: User): Factor[] {
  const own: Factor[] = [
    { channel: 'email', strategy: 'password' },
    totp,
    { channel: 'email', strategy: 'verificationCode' },
  ];
  return own.map((one) => withMarks(one, user)).filter((one) => one.isConfiguredByUser);
}
