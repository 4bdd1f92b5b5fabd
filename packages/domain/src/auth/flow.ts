import { type Factor, isSameFactor } from './factor.ts';

/** What the server tells about signing in to a tenant (protocol 12.1). */
export interface Flow {
  firstFactors: Factor[];
  secondFactors: Factor[];
}

/** What the widget is for. */
export type FlowType = 'login' | 'signup' | 'reset';

/** Using a factor that is there, or setting one up. */
export type FactorAction = 'use' | 'setup';

/** The flow in a server answer; null when it has no list of first factors. Broken factors are left out. */
export function parseFlow(value: unknown): Flow | null {
  if (!isRecord(value) || !Array.isArray(value['firstFactors'])) return null;
  const second: unknown = value['secondFactors'];
  return {
    firstFactors: value['firstFactors'].filter(isFactor),
    secondFactors: Array.isArray(second) ? second.filter(isFactor) : [],
  };
}

/** First factors are used for login and set up otherwise. */
export function firstFactorAction(type: FlowType): FactorAction {
  return type === 'login' ? 'use' : 'setup';
}

/** Second factors: those the user has, to use; where there is none, all of them, to set one up. */
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
