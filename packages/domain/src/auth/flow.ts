import { type Factor, findFactorKind, isSameFactor, isSsoFactor } from './factor.ts';

/** What the server tells about signing in to a tenant (auth protocol 12.1). */
export interface Flow {
  firstFactors: Factor[];
  secondFactors: Factor[];
}

/** What the widget is for (spec 3). */
export type FlowType = 'login' | 'signup' | 'reset';

/** Using a factor that is there, or setting one up (spec 4.5). */
export type FactorAction = 'use' | 'setup';

/** Who has to bring a second factor: nobody, everybody, or people with one of these roles (auth protocol 17). */
export type MfaRequirement = boolean | readonly string[];

/** Where the choice of factors leads (spec 4.5, auth protocol 12.2). */
export type FactorChoice =
  | { kind: 'disabled' }
  | { kind: 'selection'; factors: Factor[] }
  | { kind: 'form'; factor: Factor }
  | { kind: 'unknown'; factor: Factor };

/** The flow in a server answer; null when it has no list of first factors. Broken factors are left out. */
export function parseFlow(value: unknown): Flow | null {
  if (!isRecord(value) || !Array.isArray(value['firstFactors'])) return null;
  const second: unknown = value['secondFactors'];
  return {
    firstFactors: value['firstFactors'].filter(isFactor),
    secondFactors: Array.isArray(second) ? second.filter(isFactor) : [],
  };
}

/**
 * What is shown for a list of factors: nothing to choose from, a choice, or the form of the only one. A sole provider is
 * shown as a choice, since its form would leave the page at once. Back is offered after a choice only.
 */
export function chooseFactor(factors: readonly Factor[]): FactorChoice {
  const [only] = factors;
  if (!only) return { kind: 'disabled' };
  if (factors.length > 1) return { kind: 'selection', factors: [...factors] };
  if (!findFactorKind(only)) return { kind: 'unknown', factor: only };
  return isSsoFactor(only) ? { kind: 'selection', factors: [only] } : { kind: 'form', factor: only };
}

/** First factors are used for login and set up otherwise (spec 4.5). */
export function firstFactorAction(type: FlowType): FactorAction {
  return type === 'login' ? 'use' : 'setup';
}

/** Second factors: those the user has, to use; where there is none, all of them, to set one up (spec 4.5). */
export function offerSecondFactors(allowed: readonly Factor[]): { action: FactorAction; factors: Factor[] } {
  const configured = allowed.filter((factor) => factor.isConfiguredByUser === true);
  return configured.length > 0
    ? { action: 'use', factors: configured }
    : { action: 'setup', factors: [...allowed] };
}

/** What decides the second factors of a sign-in on the server. */
export interface SecondFactorInput {
  /** The tenant's own list; null where it has none. */
  listed: readonly Factor[] | null;
  /** Every second factor the server can do. */
  available: readonly Factor[];
  firstFactor: Factor;
  /** Factors the user has set up. */
  configured: readonly Factor[];
  preferred?: Factor | null | undefined;
}

/**
 * The second factors of an answer of auth protocol 5.2, with both marks. Never the first factor again or one that cannot
 * be second; one on the channel of the first factor only where the tenant lists it (auth protocol 8.6 and 17).
 */
export function secondFactorsFor(input: SecondFactorInput): Factor[] {
  const { listed, available, firstFactor, configured, preferred } = input;
  const candidates = listed ?? available.filter((factor) => factor.channel !== firstFactor.channel);
  return candidates
    .filter((factor) => findFactorKind(factor)?.canBeSecond && !isSameFactor(factor, firstFactor))
    .filter((factor) => available.some((each) => isSameFactor(each, factor)))
    .map(({ channel, strategy }) => ({
      channel,
      strategy,
      isConfiguredByUser: configured.some((each) => isSameFactor(each, { channel, strategy })),
      isPreferredByUser: preferred ? isSameFactor(preferred, { channel, strategy }) : false,
    }));
}

/** Whether a second factor is asked: by the tenant's rule, or because the user wants or has one. */
export function isSecondFactorRequired(
  rule: MfaRequirement,
  roles: readonly string[],
  user: { isMfaRequired: boolean },
): boolean {
  if (user.isMfaRequired || rule === true) return true;
  return rule !== false && roles.some((role) => rule.includes(role));
}

/**
 * The step that a session lacks to enter a workspace, or null: one of its factors must be a first factor of the flow and,
 * where a second one is required, another must be allowed as second (product 1, hand-over).
 */
export function missingStep(
  done: readonly Factor[],
  flow: Flow,
  isMfaRequired: boolean,
): 'firstFactor' | 'secondFactor' | null {
  const firsts = done.filter((factor) => flow.firstFactors.some((allowed) => isSameFactor(allowed, factor)));
  if (firsts.length === 0) return 'firstFactor';
  if (!isMfaRequired) return null;
  const isSecond = (factor: Factor, first: Factor) =>
    !isSameFactor(factor, first) && flow.secondFactors.some((allowed) => isSameFactor(allowed, factor));
  return firsts.some((first) => done.some((factor) => isSecond(factor, first))) ? null : 'secondFactor';
}

/** Factors without repetitions, in their order: for flows that are stored. */
export function uniqueFactors(factors: readonly Factor[]): Factor[] {
  return factors.filter((factor, index) => factors.findIndex((each) => isSameFactor(each, factor)) === index);
}

function isFactor(value: unknown): value is Factor {
  return isRecord(value) && typeof value['channel'] === 'string' && typeof value['strategy'] === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
