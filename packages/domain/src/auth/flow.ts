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
