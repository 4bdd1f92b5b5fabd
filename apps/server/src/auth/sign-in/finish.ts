import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import type { Factor } from '@stint/domain/auth/factor.ts';
import type { SignInStep } from '@stint/domain/auth/sign-in-step.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { sha256 } from '../../platform/secrets.ts';
import { queueNotice } from '../mechanisms/outbox/notices.ts';
import { isUnknownElsewhere } from '../mechanisms/people/first-password.ts';
import { acceptOpenInvitation } from '../mechanisms/people/invitations.ts';
import {
  answerTokens,
  newCompanion,
  putCompanion,
  signOnAnswer,
  withCommitted,
} from '../mechanisms/sessions/answer.ts';
import { describeDevice, deviceKeyOf } from '../mechanisms/sessions/device.ts';
import {
  type FirstFactor,
  issueFirstFactorToken,
  passedBefore,
  spendFirstFactor,
} from '../mechanisms/tokens/first-factor-token.ts';
import { holdBasis, insertSession, newSessionId, type Session } from '../model/sessions/queries.ts';
import { isRegistered, type Registration } from '../model/tenants/providers.ts';
import type { Tenant } from '../model/tenants/queries.ts';
import type { User } from '../model/users/queries.ts';
import { personNow, wrongCredentials } from './deciding.ts';
import { factorKeys, isEnrolment, isMfaRequired, missingSignInStep, type PassedFactor } from './flow.ts';
import { type Entry, findEntry, joinTenant, type KnownPerson } from './membership.ts';
import { newDevice } from './notices.ts';
import { issuePkceCode } from './pkce.ts';
import type { SignInRequest } from './request.ts';

/** What a method hands over once its factor is proven; everything after that happens here, for every method. */
export type FinishInput = {
  user: User;
  /** The factor that was proven by this call. */
  factor: PassedFactor;
  /** The first factor, where this call was the second. */
  first?: FirstFactor | null;
  redirectKind?: 'login' | 'signup';
  purpose?: 'sign-in' | 'reset';
  /** PKCE: S256 challenge of a native application (protocol 8.11). */
  codeChallenge?: string | undefined;
  /** By which a provider said who it is; it has to be there still. */
  registration?: Registration | undefined;
  /** Of a link: whether it may begin a sign-in that the tenant's flow does not list. */
  isGoodInAnyFlow?: boolean;
  /** A child's own provider identified the person; the session stays in that child. */
  providerTenantId?: string | undefined;
  /** Extra keys of the answer, such as `isNewUser`. */
  extra?: Partial<SignOn>;
  /** What was read with the person before the proof. */
  known?: KnownPerson | undefined;
};

/**
 * Where every sign-in method ends: membership, second factor, PKCE code, or a session with its tokens and redirect.
 * Runs in the transaction that consumed the proof, so that a proof and its effect are one. Tenant and person are what the
 * method read, maybe before that transaction: where they are others by now, it fails and is decided again (`deciding`).
 * @throws AppError `wrong_credentials` for somebody who may not enter this tenant, `method_not_allowed_by_flow` for a provider
 * that is not set up any more
 */
export async function finishSignIn(
  request: Omit<SignInRequest, 'realm'>,
  tx: Transaction,
  input: FinishInput,
): Promise<SignOn> {
  const { context, tenant } = request;
  const { first } = input;
  if (input.user.isLocked || tenant.status !== 'active') throw wrongCredentials();
  const now = context.clock.now();
  const entered = input.known?.entry ?? (await joinTenant(tx, tenant, input.user, now));
  const { user, entry } = entered
    ? { user: input.user, entry: entered }
    : await joinByInvitation(request, tx, input.user);
  if (first && !(await spendFirstFactor(tx, first, now))) throw new AppError('unauthorized');
  const passed = [...(first ? passedBefore(first) : []), input.factor];
  const registration = input.registration ?? first?.data.registration;
  if (registration && !(await isRegistered(tx, user.mode, registration)))
    throw new AppError('method_not_allowed_by_flow');
  const codeChallenge = input.codeChallenge ?? first?.data.codeChallenge;
  const providerTenantId = input.providerTenantId ?? first?.data.providerTenantId ?? null;
  const isGoodInAnyFlow = input.isGoodInAnyFlow ?? first?.data.isGoodInAnyFlow;
  const begun = { user, passed, providerTenantId, isGoodInAnyFlow };
  const step = missingSignInStep(context, { ...begun, tenant, roles: entry.ownRoles });
  const opening = { ...input, ...begun, entry, registration };
  // The statement that writes a session does it by itself.
  if (step || codeChallenge) await holdBasis(tx, { tenant, user });
  if (step) {
    if (isEnrolment(step)) await checkEnrolment(tx, { tenant, user, passed, providerTenantId });
    return askSecondFactor(request, tx, { ...opening, codeChallenge }, factorsToAsk(step));
  }
  if (codeChallenge) return issuePkceCode(context, tx, { ...opening, tenant, codeChallenge });
  return openSession(request, tx, { ...opening, parent: null });
}

/**
 * @returns the person as they are with the roles of the invitation
 * @throws AppError `wrong_credentials` where there is none, or whoever invited may no longer do so
 */
async function joinByInvitation(
  { context, client, tenant }: Omit<SignInRequest, 'realm'>,
  tx: Transaction,
  invited: User,
): Promise<{ user: User; entry: Entry }> {
  const isAccepted = await acceptOpenInvitation(context, tx, { tenant, user: invited, client }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? wrongCredentials() : error;
    },
  );
  if (!isAccepted) throw wrongCredentials();
  const user = await personNow(tx, invited);
  const entry = await findEntry(tx, tenant, user);
  if (entry === null) throw wrongCredentials();
  return { user, entry };
}

/**
 * The word of a child's own provider, or of its key, sets up no second factor for an account that is more than the child's:
 * whoever runs the provider could put theirs in front of everything else that the person has.
 * @throws AppError `factor_missing`
 */
async function checkEnrolment(
  tx: Transaction,
  {
    tenant,
    user,
    passed,
    providerTenantId,
  }: Pick<OpenInput, 'user' | 'passed' | 'providerTenantId'> & { tenant: Tenant },
): Promise<void> {
  if (providerTenantId === null || passed.length > 1) return;
  if (await isUnknownElsewhere(tx, tenant, user)) return;
  throw new AppError('factor_missing', {
    message: 'A second factor is needed, and you have none yet. Sign in with your own account to set one up.',
    details: { missing: 'secondFactor' },
  });
}

/** A sign-in that began with a factor which excludes every second one cannot go on from there. */
function factorsToAsk({ missing, factors }: SignInStep): Factor[] {
  if (missing === 'secondFactor') return factors;
  const authentication = { firstFactors: factors, secondFactors: [] };
  throw new AppError('factor_missing', { details: { missing, authentication } });
}

type Pending = Omit<FinishInput, 'providerTenantId' | 'isGoodInAnyFlow'> & {
  passed: PassedFactor[];
  providerTenantId: string | null;
  isGoodInAnyFlow: boolean | undefined;
};

/** Asks for one more factor: the second, or the one that has to be proven before another is set up. */
async function askSecondFactor(
  { context, client, tenant }: Omit<SignInRequest, 'realm'>,
  tx: Transaction,
  input: Pending,
  secondFactors: Factor[],
): Promise<SignOn> {
  const { user, passed, first } = input;
  const factor = passed[0] ?? input.factor;
  const firstFactorToken = await issueFirstFactorToken(tx, context, {
    companionHash: client.companionHash,
    tenant,
    user,
    passed: factor,
    secondFactors,
    purpose: first?.purpose ?? input.purpose ?? 'sign-in',
    redirectKind: first?.redirectKind ?? input.redirectKind ?? 'login',
    data: {
      ...(passed.length > 1 ? { passed } : {}),
      ...(input.codeChallenge ? { codeChallenge: input.codeChallenge } : {}),
      ...(input.providerTenantId ? { providerTenantId: input.providerTenantId } : {}),
      ...(input.registration ? { registration: input.registration } : {}),
      ...(input.isGoodInAnyFlow === undefined ? {} : { isGoodInAnyFlow: input.isGoodInAnyFlow }),
    },
  });
  return {
    ...input.extra,
    mode: user.mode,
    message: 'MFA required',
    isMfaRequired: true,
    isEmailConfirmed: user.emailConfirmedAt !== null,
    isPhoneNumberConfirmed: user.phoneConfirmedAt !== null,
    firstFactorToken,
    authentication: { firstFactor: { strategy: factor.strategy, channel: factor.channel }, secondFactors },
  };
}

export type OpenInput = Omit<FinishInput, 'factor' | 'providerTenantId' | 'isGoodInAnyFlow'> & {
  passed: PassedFactor[];
  entry: Entry;
  providerTenantId: string | null;
  /** The session this one is opened from, by hand-over. */
  parent: Session | null;
};

/** Opens a session and answers its tokens (protocol 5.1). */
export async function openSession(
  { context, client, reply, tenant }: Omit<SignInRequest, 'realm'>,
  tx: Transaction,
  input: OpenInput,
): Promise<SignOn> {
  const { user, parent } = input;
  const now = context.clock.now();
  const session = newSession({ client, tenant }, input, now);
  const putCookie = withCommitted(tx, reply);
  const given = newCompanion(client);
  if (given) session.companionHash = sha256(given);
  const companion = given ?? client.companion;
  if (companion && client.isSameOrigin) putCompanion(putCookie, companion);
  const action = parent ? 'session.handover' : 'signin.ok';
  const event = { action, requestId: client.requestId } as const;
  const device = deviceKeyOf(context, client, session.companionHash);
  const basis = { tenant, user };
  const inserted = insertSession(tx, session, { basis, device, event, language: client.language, now });
  // A browser that gets its companion only now is a new one.
  if (input.known?.isDeviceKnown && !given) tx.withCommit(inserted);
  else if ((await inserted).isNewDevice && !parent)
    await queueNotice(context, tx, { tenant, user, notice: newDevice(session.device) });
  if (!parent) tx.afterCommit(() => context.metrics.signedIn(session.amr.join('+')));
  const { ownRoles, roles } = input.entry;
  const needsMfa = isMfaRequired(tenant, user, ownRoles);
  const tokens = await answerTokens(context, putCookie, client, {
    session,
    tenant,
    user,
    roles,
    isMfaRequired: needsMfa,
  });
  const redirectTo = redirectAfter(tenant, input.first?.redirectKind ?? input.redirectKind ?? 'login');
  return { ...signOnAnswer({ session, tenant, user, roles, redirectTo }, tokens), ...input.extra };
}

/** After-signup path, else after-login path (protocol 3). */
export function redirectAfter(tenant: Tenant, kind: 'login' | 'signup'): string {
  const { loginRedirectPath, signupRedirectPath } = tenant.settings;
  return (kind === 'signup' ? signupRedirectPath : null) ?? loginRedirectPath ?? '/';
}

function newSession(
  { client, tenant }: Pick<SignInRequest, 'client' | 'tenant'>,
  input: OpenInput,
  now: Date,
): Session {
  const { user, parent } = input;
  const id = newSessionId();
  const { refreshTokenDuration, sessionDuration } = tenant.settings;
  const absolute = new Date(now.getTime() + sessionDuration * 1000);
  const expiresAt = parent && parent.expiresAt < absolute ? parent.expiresAt : absolute;
  const idle = new Date(now.getTime() + refreshTokenDuration * 1000);
  return {
    id,
    rootTenantId: user.rootTenantId,
    mode: user.mode,
    tenantId: tenant.id,
    userId: user.id,
    familyId: parent?.familyId ?? id,
    parentSid: parent?.id ?? null,
    providerTenantId: input.providerTenantId,
    gen: 1,
    rotatedAt: null,
    successorSeenAt: null,
    amr: factorKeys(input.passed),
    authTime: parent?.authTime ?? now,
    isCookieMode: client.wantsRefreshCookie,
    companionHash: client.companionHash,
    isCompanionSeen: client.companionHash !== null,
    device: describeDevice(client.userAgent),
    address: client.fullAddress,
    lastUsedAt: now,
    idleExpiresAt: idle < expiresAt ? idle : expiresAt,
    expiresAt,
    endedAt: null,
    createdAt: now,
  };
}
