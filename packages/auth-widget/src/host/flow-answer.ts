import { type Flow, parseFlow } from '@stint/domain/auth/flow.ts';
import type { CustomProvider } from '../machine/types.ts';

/** Settings of a widget that asks nothing before it shows its form. */
export interface GivenFlow {
  flow?: Flow;
  customProviders?: readonly CustomProvider[];
  shouldFetchFlow?: boolean;
}

/**
 * Turns the answer of GET `mode`, which a server has put into its page, into settings: the form is there at once, and the
 * browser makes no call. Without a usable answer the widget asks by itself.
 *
 * @example <SignInWidget client={client} {...givenFlow(answerInThePage)} />
 */
export function givenFlow(answer: { authentication?: unknown; sso?: unknown } | null | undefined): GivenFlow {
  const flow = parseFlow(answer?.authentication);
  return flow ? { flow, customProviders: readCustomProviders(answer?.sso), shouldFetchFlow: false } : {};
}

/** Providers without a factor of their own that the server lists with the flow: custom ones, and the tenant's own by SAML. */
export function readCustomProviders(value: unknown): CustomProvider[] {
  return Array.isArray(value) ? value.flatMap(readProvider) : [];
}

function readProvider(row: unknown): CustomProvider[] {
  const { provider, providerId } = (row ?? {}) as Record<string, unknown>;
  if (provider === 'saml') return [{ provider, providerId: '' }];
  const isCustom = provider === 'custom' && typeof providerId === 'string' && providerId !== '';
  return isCustom ? [{ provider, providerId, label: providerId }] : [];
}
