import { type Factor, findFactorKind, isSsoFactor } from '@stint/domain/auth/factor.ts';
import { offerSecondFactors } from '@stint/domain/auth/flow.ts';
import type { Context } from './types.ts';

/** The states of the machine that serve a factor. */
export type FactorState =
  | 'emailLink'
  | 'emailCode'
  | 'smsCode'
  | 'password'
  | 'useTotp'
  | 'setUpTotp'
  | 'ssoProvider';

/** The state that serves a factor for the current action, or null when nobody knows the factor. */
export function stateForFactor(factor: Factor | null, action: 'use' | 'setup'): FactorState | null {
  const kind = factor && findFactorKind(factor);
  if (!kind) return null;
  if (kind.screen === 'totp') return action === 'use' ? 'useTotp' : 'setUpTotp';
  return kind.screen === 'sso' ? 'ssoProvider' : kind.screen;
}

/** The first factors on offer. */
export function firstFactors({ config }: Context): readonly Factor[] {
  return config.flow?.firstFactors ?? [];
}

/** Whether the person has to choose: several ways, or a single one that leaves the page. */
export function needsChoice(factors: readonly Factor[], customProviders: number): boolean {
  const sole = factors[0];
  return factors.length + customProviders > 1 || customProviders === 1 || (sole ? isSsoFactor(sole) : false);
}

/**
 * The second factors to offer, and what for. A mailed link cannot be second, as its page has lost the first
 * factor (protocol 8.6).
 */
export function chooseSecondFactors(factors: readonly Factor[]): ReturnType<typeof offerSecondFactors> {
  return offerSecondFactors(factors.filter((factor) => findFactorKind(factor)?.canBeSecond ?? true));
}
