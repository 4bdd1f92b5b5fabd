import type { AuthError } from '@latchkey/client';
import type { CustomProvider } from '@latchkey/widget';
import { type Factor, findFactorKind, isSsoFactor } from '@stint/domain/auth/factor.ts';
import { parseFlow } from '@stint/domain/auth/flow.ts';

/** What a workspace asks for before it lets the signed-in person in. */
export type MissingStep = {
  missing: 'firstFactor' | 'secondFactor' | 'freshProof';
  /** Any of these will do; a second factor of which none is configured is set up. */
  factors: Factor[];
  /** Providers of the root without a factor of their own. */
  customProviders: CustomProvider[];
};

type Provider = { provider: string; providerId: string; isOwn: boolean };

/** Reads what a refused hand-over says; null where it was refused for another reason. */
export function readMissingStep({ type, body }: Pick<AuthError, 'type' | 'body'>): MissingStep | null {
  const { missing } = body;
  if (type !== 'factor_missing') return null;
  if (missing !== 'firstFactor' && missing !== 'secondFactor' && missing !== 'freshProof') return null;
  const flow = parseFlow(body.authentication);
  const listed = (missing === 'firstFactor' ? flow?.firstFactors : flow?.secondFactors) ?? [];
  const providers = Array.isArray(body.sso) ? body.sso.flatMap(readProvider) : [];
  // A provider of the workspace itself signs in to the workspace alone, not to the main domain.
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
  };
}

/** What the page says above the form. */
export type StepKind = 'firstFactor' | 'useFactor' | 'setUpFactor' | 'freshProof' | 'none';

/** Which of the texts a step has. */
export function kindOfStep({ missing, factors, customProviders }: MissingStep): StepKind {
  if (factors.length + customProviders.length === 0) return 'none';
  if (missing !== 'secondFactor') return missing;
  return factors.some((factor) => factor.isConfiguredByUser) ? 'useFactor' : 'setUpFactor';
}

function readProvider(row: unknown): Provider[] {
  const { provider, providerId, isOwn } = (row ?? {}) as Record<string, unknown>;
  if (typeof provider !== 'string') return [];
  return [{ provider, providerId: typeof providerId === 'string' ? providerId : '', isOwn: isOwn === true }];
}
