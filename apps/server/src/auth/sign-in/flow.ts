import { type Factor, factorKey, isSameFactor } from '@stint/domain/auth/factor.ts';
import {
  type FactorName,
  isSecondFactorRequired,
  nextSignInStep,
  type SignInStep,
  unprovenFactors,
} from '@stint/domain/auth/sign-in-step.ts';
import type { AuthContext } from '../context.ts';
import type { Mode } from '../model/realm.ts';
import type { Tenant } from '../model/tenants/queries.ts';
import type { User } from '../model/users/queries.ts';

export type PassedFactor = FactorName;

const totp: FactorName = { channel: 'authenticator', strategy: 'totp' };
const sms: FactorName = { channel: 'sms', strategy: 'verificationCode' };
const password: FactorName = { channel: 'email', strategy: 'password' };
const mailedLink: FactorName = { channel: 'email', strategy: 'link' };
const mailedCode: FactorName = { channel: 'email', strategy: 'verificationCode' };

/** Whether a tenant's flow lists a factor as first factor. */
export function isFirstFactorAllowed(tenant: Tenant, factor: PassedFactor): boolean {
  return tenant.firstFactors.some((listed) => isSameFactor(listed, factor));
}

/** Whether somebody with these roles has to pass two factors here. */
export function isMfaRequired(
  tenant: Pick<Tenant, 'isMfaRequired'>,
  user: Pick<User, 'isMfaRequired'>,
  roles: readonly string[],
): boolean {
  return isSecondFactorRequired(tenant.isMfaRequired, roles, user);
}

/** What of a tenant decides a sign-in. */
type Policy = Pick<Tenant, 'id' | 'firstFactors' | 'secondFactors' | 'isMfaRequired'>;

export type StepInput = {
  tenant: Policy;
  user: User;
  /** The person's roles in the tenant. */
  roles: readonly string[];
  passed: readonly PassedFactor[];
  /** The child whose own provider said who it is. */
  providerTenantId: string | null;
  /** Whether a link was followed that is good in any flow; where nobody noted it, each link is. */
  isGoodInAnyFlow?: boolean | undefined;
};

/** What a session still lacks to enter a tenant, or null. */
export function missingStep(context: AuthContext, input: StepInput): SignInStep | null {
  return nextSignInStep(input.tenant, stateOf(context, input));
}

/**
 * What a sign-in still lacks, or null. Invitations and proofs of an address, which no flow lists, are links that are good in any;
 * what else came first has to be listed still. Somebody with an authenticator is asked for it wherever they sign in.
 */
export function missingSignInStep(context: AuthContext, input: StepInput): SignInStep | null {
  const { tenant, passed, isGoodInAnyFlow = true } = input;
  const links = passed.slice(0, 1).filter((factor) => isGoodInAnyFlow && isSameFactor(factor, mailedLink));
  const firstFactors = [...tenant.firstFactors, ...links];
  const state = { ...stateOf(context, input), asksOwnAuthenticator: true };
  return nextSignInStep({ ...tenant, firstFactors }, state);
}

function stateOf(context: AuthContext, { tenant, user, roles, passed, providerTenantId }: StepInput) {
  return {
    passed,
    configured: configuredFactors(user),
    preferred: user.preferredSecondFactor as FactorName | null,
    isSecondRequired: isMfaRequired(tenant, user, roles),
    isOwnProvider: providerTenantId === tenant.id,
    isAvailable: (factor: FactorName) => isFactorAvailable(context, user.mode, factor),
  };
}

/** Whether a step is to set up a second factor, since the person has none of those that would do. */
export function isEnrolment({ missing, factors }: SignInStep): boolean {
  return missing === 'secondFactor' && !factors.some((factor) => factor.isConfiguredByUser);
}

/** Text messages need a sender; in test mode they go to the outbox. */
export function isFactorAvailable(context: AuthContext, mode: Mode, factor: FactorName): boolean {
  return factor.channel !== 'sms' || mode === 'test' || context.sms !== null;
}

/** Factors of the provider's own that somebody can use. */
function configuredFactors(user: User): FactorName[] {
  return [
    ...(user.totpConfirmedAt === null ? [] : [totp]),
    ...(user.phoneConfirmedAt === null ? [] : [sms]),
    ...(user.emailConfirmedAt === null ? [] : [mailedCode]),
    ...(user.passwordHash === null ? [] : [password]),
  ];
}

/** As if somebody had passed all they can: their own factors, a link to their address, their identities elsewhere. */
export function everyFactor(user: User, providers: readonly string[]): FactorName[] {
  return [
    ...configuredFactors(user),
    ...(user.email === null ? [] : [mailedLink]),
    ...providers.map((strategy) => ({ channel: 'email', strategy })),
  ];
}

/** Second factors that somebody has and a session has not passed; a change of factors asks for one of them. */
export function unprovenSecondFactors(
  context: AuthContext,
  user: User,
  passed: readonly PassedFactor[],
): Factor[] {
  const isAvailable = (factor: FactorName) => isFactorAvailable(context, user.mode, factor);
  const unproven = unprovenFactors({ passed, configured: configuredFactors(user), isAvailable });
  return unproven.map((factor) => configuredFactor(factor));
}

/** Factors somebody can use now to prove again who they are. */
export function stepUpFactors(context: AuthContext, user: User): Factor[] {
  const configured = configuredFactors(user);
  return [password, totp, mailedCode, sms]
    .filter((factor) => configured.some((one) => isSameFactor(one, factor)))
    .filter((factor) => isFactorAvailable(context, user.mode, factor))
    .map((factor) => configuredFactor(factor));
}

function configuredFactor(factor: FactorName): Factor {
  return { ...factor, isConfiguredByUser: true, isPreferredByUser: true };
}

/** `channel/strategy`, as a session keeps it. */
export function parseFactorKey(key: string): PassedFactor {
  const [channel = '', strategy = ''] = key.split('/', 2);
  return { channel, strategy };
}

export function factorKeys(factors: readonly PassedFactor[]): string[] {
  return [...new Set(factors.map((factor) => factorKey(factor)))];
}
