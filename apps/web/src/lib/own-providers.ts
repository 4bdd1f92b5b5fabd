import { createAuthClient } from '@latchkey/client';
import { type Factor, findFactorKind, isSsoFactor } from '@stint/domain/auth/factor.ts';
import { parseFlow } from '@stint/domain/auth/flow.ts';
import type { PageSettings } from './page-settings.ts';

/** A provider that people of a workspace can sign in with. */
export type ListedProvider = {
  provider: string;
  providerId: string;
  /** The workspace's own: it signs in to the workspace alone, at the workspace's host. */
  isOwn: boolean;
  /** It knows the signed-in person already; only a refused hand-over tells. */
  isLinked: boolean;
};

/** What the server says about signing in to a tenant. */
export type SignInAnswer = { authentication?: unknown; sso?: unknown };

/** The providers of an answer. */
export function readProviders(sso: unknown): ListedProvider[] {
  return Array.isArray(sso) ? sso.flatMap(readProvider) : [];
}

/** The workspace's own providers that its flow takes. Custom ones and SAML are in no flow: setting them up allows them. */
export function ownProviders({ authentication, sso }: SignInAnswer): ListedProvider[] {
  const listed = parseFlow(authentication)?.firstFactors ?? [];
  return readProviders(sso).filter(
    ({ provider, isOwn }) =>
      isOwn && (isUnlisted(provider) || listed.some(({ strategy }) => strategy === provider)),
  );
}

/** The provider of the workspace's own that is the only way in; null where there is a choice. */
export function solePath(answer: SignInAnswer): ListedProvider | null {
  const [own, second] = ownProviders(answer);
  if (!own || second) return null;
  const providers = readProviders(answer.sso);
  const isOther = (factor: Factor) =>
    findFactorKind(factor) !== null &&
    factor.strategy !== own.provider &&
    (!isSsoFactor(factor) || providers.some(({ provider }) => provider === factor.strategy));
  const isFree = parseFlow(answer.authentication)?.firstFactors.some(isOther) === true;
  return isFree || providers.some((one) => !one.isOwn && isUnlisted(one.provider)) ? null : own;
}

/** Asks, without a session, whether a workspace has providers of its own; false where nobody answers. */
export async function hasOwnProviders(settings: PageSettings, tenantId: string): Promise<boolean> {
  const { authBaseUrl: baseUrl, mode } = settings;
  const client = createAuthClient({
    baseUrl,
    tenantId,
    mode,
    takeLinkFromAddress: false,
    autoRefresh: false,
  });
  try {
    return ownProviders((await client.fetchMode()).answer).length > 0;
  } catch {
    return false;
  } finally {
    client.close();
  }
}

function isUnlisted(provider: string): boolean {
  return provider === 'custom' || provider === 'saml';
}

function readProvider(row: unknown): ListedProvider[] {
  const { provider, providerId, isOwn, isLinked } = (row ?? {}) as Record<string, unknown>;
  if (typeof provider !== 'string') return [];
  const id = typeof providerId === 'string' ? providerId : '';
  return [{ provider, providerId: id, isOwn: isOwn === true, isLinked: isLinked === true }];
}
