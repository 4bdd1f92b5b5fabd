import { type Factor, factorKey, findFactorKind, isSameFactor } from './factor.ts';

/** A factor by name alone. */
export type FactorName = Pick<Factor, 'channel' | 'strategy'>;

/** Who has to bring a second factor: nobody, everybody, or people with one of these roles. */
export type MfaRequirement = boolean | readonly string[];

/** What a tenant asks of who enters it. */
export interface SignInPolicy {
  firstFactors: readonly FactorName[];
  /** An empty list means the authenticator. */
  secondFactors: readonly FactorName[];
  isMfaRequired: MfaRequirement;
}

/** What is known about who wants to enter. */
export interface SignInState {
  /** Factors passed, in order. A backup code counts as the authenticator. */
  passed: readonly FactorName[];
  /** Factors that the person has set up. */
  configured: readonly FactorName[];
  preferred?: FactorName | null | undefined;
  /** Whether this person has to pass two: see `isSecondFactorRequired`. */
  isSecondRequired: boolean;
  /** A provider of the tenant's own said who it is. */
  isOwnProvider?: boolean;
  /** An authenticator that was set up is asked for, also where the tenant requires nothing: on signing in. */
  asksOwnAuthenticator?: boolean;
  /** Whether the server can do a factor here at all; everything where absent. */
  isAvailable?: (factor: FactorName) => boolean;
}

/** The next thing to pass: any one of `factors`. Where none of them is configured, one is set up. */
export interface SignInStep {
  missing: 'firstFactor' | 'secondFactor';
  factors: Factor[];
}

const AUTHENTICATOR: FactorName = { channel: 'authenticator', strategy: 'totp' };

/** What a person may have set up as second factor for themselves, before any tenant asked for one. */
const PERSONAL: readonly FactorName[] = [AUTHENTICATOR, { channel: 'sms', strategy: 'verificationCode' }];

/** Providers that no flow can list: a server, or an owner of the tenant, set each of them up. */
const UNLISTED_PROVIDERS: readonly string[] = ['email/custom', 'email/saml'];

/** Both prove the same mailbox. */
const MAILBOX_PROOFS: readonly string[] = ['email/link', 'email/verificationCode'];

/**
 * The step that is missing to enter a tenant, or null where what was passed suffices: one of its first factors and, where
 * two are required, another that it lists as second. One mailbox is one proof, so a mailed link and a mailed code are never
 * both. The same rule holds at sign-in, at step-up and at the hand-over into a workspace.
 *
 * Whoever has a second factor proves one of these before another is set up: the first factor alone would let a thief of
 * the password enrol an authenticator of their own. The first one is set up by the first factor.
 */
export function nextSignInStep(policy: SignInPolicy, state: SignInState): SignInStep | null {
  const { passed } = state;
  const isOffered = (factor: FactorName) => state.isAvailable?.(factor) ?? true;
  const ask = (missing: SignInStep['missing'], factors: readonly FactorName[]): SignInStep => ({
    missing,
    factors: factors.map((factor) => withMarks(factor, state)),
  });
  const suffices = (proofs: readonly FactorName[]) => hasTwo(policy, state, proofs, secondFactorsOf(policy));
  if (!passed.some((factor) => isFirst(policy, state, factor))) {
    return ask('firstFactor', policy.firstFactors.filter(isOffered));
  }
  if (!state.isSecondRequired) return ownAuthenticatorStep(policy, state, ask);
  if (suffices(passed)) return null;
  const open = secondFactorsOf(policy).filter((factor) => isOffered(factor) && suffices([...passed, factor]));
  if (open.length === 0) {
    // What was passed first excludes every second: another first one is needed.
    const others = policy.firstFactors.filter((factor) =>
      secondFactorsOf(policy).some((second) => isOffered(second) && suffices([...passed, factor, second])),
    );
    return ask('firstFactor', others.filter(isOffered));
  }
  const configured = open.filter((factor) => includes(state.configured, factor));
  if (configured.length > 0) return ask('secondFactor', configured);
  const own = unprovenFactors(state);
  return ask('secondFactor', own.length > 0 ? own : open);
}

/**
 * Second factors that somebody has and has not proven: one of them is asked before a factor may be added, replaced or
 * removed. Empty for who has none, and once one was passed.
 */
export function unprovenFactors({
  passed,
  configured,
  isAvailable,
}: Pick<SignInState, 'passed' | 'configured' | 'isAvailable'>): FactorName[] {
  const own = PERSONAL.filter((factor) => includes(configured, factor) && (isAvailable?.(factor) ?? true));
  return own.some((factor) => includes(passed, factor)) ? [] : own;
}

/** Whether a flow says of this factor that it may be the first. */
export function isListable(factor: FactorName): boolean {
  return !UNLISTED_PROVIDERS.includes(factorKey(factor));
}

/** Whether anybody could satisfy a policy with what the server can do; `isOwnProvider` where the tenant has providers. */
export function canPolicyBeMet(
  policy: SignInPolicy,
  server: { isAvailable: (factor: FactorName) => boolean; hasOwnProvider: boolean },
): boolean {
  const firsts: FactorName[] = policy.firstFactors.filter(server.isAvailable);
  if (server.hasOwnProvider) firsts.push({ channel: 'email', strategy: 'custom' });
  const passed = [...firsts, ...secondFactorsOf(policy).filter(server.isAvailable)];
  const isSecondRequired = policy.isMfaRequired !== false;
  return nextSignInStep(policy, { passed, configured: [], isSecondRequired }) === null;
}

/** Whether a second factor is required of somebody: by the tenant's rule for the roles, or of the person everywhere. */
export function isSecondFactorRequired(
  rule: MfaRequirement,
  roles: readonly string[],
  user: { isMfaRequired: boolean },
): boolean {
  if (user.isMfaRequired || rule === true) return true;
  return rule !== false && roles.some((role) => rule.includes(role));
}

/** Somebody with an authenticator passes it, or another second factor of the tenant, wherever they sign in. */
function ownAuthenticatorStep(
  policy: SignInPolicy,
  state: SignInState,
  ask: (missing: 'secondFactor', factors: readonly FactorName[]) => SignInStep,
): SignInStep | null {
  if (!state.asksOwnAuthenticator || !includes(state.configured, AUTHENTICATOR)) return null;
  // Whoever came in by the authenticator alone has passed the strongest factor there is.
  if (includes(state.passed, AUTHENTICATOR)) return null;
  const listed = secondFactorsOf(policy);
  const seconds = includes(listed, AUTHENTICATOR) ? listed : [AUTHENTICATOR, ...listed];
  if (hasTwo(policy, state, state.passed, seconds)) return null;
  const usable = seconds.filter(
    (factor) =>
      includes(state.configured, factor) &&
      (state.isAvailable?.(factor) ?? true) &&
      hasTwo(policy, state, [...state.passed, factor], seconds),
  );
  return ask('secondFactor', usable);
}

function secondFactorsOf({ secondFactors }: SignInPolicy): readonly FactorName[] {
  return secondFactors.length > 0 ? secondFactors : [AUTHENTICATOR];
}

function isFirst(policy: SignInPolicy, state: SignInState, factor: FactorName): boolean {
  if (!isListable(factor)) return true;
  if (state.isOwnProvider && isProviderFactor(factor)) return true;
  return includes(policy.firstFactors, factor);
}

/** Whether two of the proofs are a first factor and another that counts as second. */
function hasTwo(
  policy: SignInPolicy,
  state: SignInState,
  proofs: readonly FactorName[],
  seconds: readonly FactorName[],
): boolean {
  return proofs.some(
    (first) =>
      isFirst(policy, state, first) &&
      proofs.some((second) => includes(seconds, second) && !isSameProof(first, second)),
  );
}

function isSameProof(a: FactorName, b: FactorName): boolean {
  if (isSameFactor(a, b)) return true;
  return MAILBOX_PROOFS.includes(factorKey(a)) && MAILBOX_PROOFS.includes(factorKey(b));
}

function isProviderFactor(factor: FactorName): boolean {
  return findFactorKind(factor)?.isSso ?? false;
}

function withMarks({ channel, strategy }: FactorName, { configured, preferred }: SignInState): Factor {
  const factor = { channel, strategy };
  const isConfiguredByUser = includes(configured, factor);
  const isPreferred = preferred ? isSameFactor(preferred, factor) : isConfiguredByUser;
  return { ...factor, isConfiguredByUser, isPreferredByUser: isConfiguredByUser && isPreferred };
}

function includes(list: readonly FactorName[], factor: FactorName): boolean {
  return list.some((one) => isSameFactor(one, factor));
}
