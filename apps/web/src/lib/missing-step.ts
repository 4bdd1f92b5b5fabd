import { type AuthError, toAuthError } from '@latchkey/client';
import type { CustomProvider } from '@latchkey/widget';
import { type Factor, findFactorKind, isSsoFactor } from '@stint/domain/auth/factor.ts';
import { parseFlow } from '@stint/domain/auth/flow.ts';
import { type ListedProvider, ownProviders, readProviders } from './own-providers.ts';

/** What a workspace asks for before it lets the signed-in person in. */
export type MissingStep = {
  missing: 'firstFactor' | 'secondFactor' | 'freshProof';
  /** Any of these will do; a second factor of which none is configured is set up. */
  factors: Factor[];
  /** Providers of the root without a factor of their own. */
  customProviders: CustomProvider[];
  /** Providers of the workspace itself, which sign in to it at its own host. */
  ownProviders: ListedProvider[];
};

/** Reads what a refused hand-over says; null where it was refused for another reason. */
export function readMissingStep({ type, body }: Pick<AuthError, 'type' | 'body'>): MissingStep | null {
  const { missing } = body;
  if (type !== 'factor_missing') return null;
  if (missing !== 'firstFactor' && missing !== 'secondFactor' && missing !== 'freshProof') return null;
  const flow = parseFlow(body.authentication);
  const listed = (missing === 'firstFactor' ? flow?.firstFactors : flow?.secondFactors) ?? [];
  const providers = readProviders(body.sso);
  const roots = providers.filter(({ isOwn }) => !isOwn);
  const isOffered = (factor: Factor) =>
    findFactorKind(factor) !== null &&
    (!isSsoFactor(factor) || roots.some(({ provider }) => provider === factor.strategy));
  return {
    missing,
    factors: listed.filter(isOffered),
    customProviders: roots
      .filter(({ provider }) => provider === 'custom')
      .map(({ providerId }) => ({ provider: 'custom', providerId, label: providerId })),
    ownProviders: missing === 'firstFactor' ? ownProviders(body) : [],
  };
}

/** What the page says above the form. */
export type StepKind = 'ownProvider' | 'firstFactor' | 'useFactor' | 'setUpFactor' | 'freshProof' | 'none';

/** Which of the texts a step has. */
export function kindOfStep({ missing, factors, customProviders, ownProviders }: MissingStep): StepKind {
  if (factors.length + customProviders.length === 0) return ownProviders.length > 0 ? 'ownProvider' : 'none';
  if (missing !== 'secondFactor') return missing;
  return factors.some((factor) => factor.isConfiguredByUser) ? 'useFactor' : 'setUpFactor';
}

/** What a refused change of the account asks for: a fresh proof. */
export function readStepUp({ type, body }: Pick<AuthError, 'type' | 'body'>): MissingStep | null {
  if (type !== 'step_up_required') return null;
  return readMissingStep({ type: 'factor_missing', body: { ...body, missing: 'freshProof' } });
}

/** What a refused call asks for before it is made again; null where it was refused for another reason. */
export function stepOf(thrown: unknown): MissingStep | null {
  const error = toAuthError(thrown);
  return readStepUp(error) ?? readMissingStep(error);
}
