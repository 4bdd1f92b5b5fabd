import type { SignInPolicy, TenantRecord } from '@latchkey/client';
import { queryOptions } from '@tanstack/react-query';
import { type ListedProvider, readProviders } from '../lib/own-providers.ts';
import type { Session } from '../lib/session.ts';

/** How people sign in to the workspace of this host, as its provider keeps it. */
export function tenantQuery({ auth }: Session) {
  return queryOptions({ queryKey: ['signIn', 'rules'], queryFn: () => auth.administration.readTenant() });
}

/** Who could not sign in under a policy that is not saved yet. */
export function readinessQuery({ auth }: Session, policy: SignInPolicy) {
  return queryOptions({
    queryKey: ['signIn', 'readiness', policy],
    queryFn: () => auth.administration.readReadiness(policy),
  });
}

/** Providers that people of the workspace can use, its own and those of the whole product. */
export function offeredProvidersQuery({ auth }: Session) {
  return queryOptions({
    queryKey: ['signIn', 'offered'],
    queryFn: async () => readProviders((await auth.fetchMode()).answer.sso),
  });
}

/** Providers that the workspace has set up itself. */
export function ownProvidersQuery({ auth }: Session) {
  return queryOptions({
    queryKey: ['signIn', 'providers'],
    queryFn: () => auth.administration.listProviders(),
  });
}

/** The workspace's own SAML provider; null where none is set up: the list of providers says so, and nothing is asked in vain. */
export function samlProviderQuery(session: Session, offered: readonly ListedProvider[] | undefined) {
  const isThere = offered?.some(({ provider }) => provider === 'saml') === true;
  return queryOptions({
    queryKey: ['signIn', 'saml', isThere],
    queryFn: () => (isThere ? session.auth.administration.readSamlProvider() : null),
    enabled: offered !== undefined,
  });
}

export function domainsQuery({ auth }: Session) {
  return queryOptions({ queryKey: ['signIn', 'domains'], queryFn: () => auth.administration.listDomains() });
}

/** Lost authenticators of members, reported and not settled. */
export function lostFactorsQuery({ auth }: Session) {
  return queryOptions({
    queryKey: ['signIn', 'lost'],
    queryFn: () => auth.administration.listLostFactors(),
  });
}

export function changeSignIn(
  { auth }: Session,
  { version }: Pick<TenantRecord, 'version'>,
  policy: SignInPolicy,
) {
  return auth.administration.changeSignIn(policy, version);
}
