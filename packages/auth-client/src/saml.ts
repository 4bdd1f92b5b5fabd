import { usageError } from './errors.ts';
import { apiUrl } from './http.ts';
import type { ClientParts } from './parts.ts';

/** The page is on its way to the provider's SAML page, or stays because nobody is signed in. */
export type SamlResult = { outcome: 'redirecting'; url: string } | { outcome: 'notSignedIn' };

/** Answers a service provider's login request. Without an access token it warns and stays. */
export async function loginToSaml(parts: ClientParts): Promise<SamlResult> {
  if (parts.session.tokens().accessToken) return goToSaml(parts, 'login');
  parts.environment.warn('Please log in to authorize your SAML login request.');
  return { outcome: 'notSignedIn' };
}

/** Answers a service provider's logout request; the own session goes on. @throws AuthError without an access token */
export async function logoutFromSaml(parts: ClientParts): Promise<SamlResult> {
  if (!parts.session.tokens().accessToken)
    throw usageError('Please log in to authorize your logout request.');
  return goToSaml(parts, 'logout');
}

async function goToSaml(parts: ClientParts, action: 'login' | 'logout'): Promise<SamlResult> {
  const bearer = parts.session.tokens().accessToken;
  const answer = await parts.call({ method: 'GET', path: 'auth/saml/idp/token', bearer });
  const base = new URL(parts.baseUrl, parts.environment.location()?.href).href;
  const query = {
    tenant_id: parts.tenantId,
    token: answer.token,
    uuid: parts.session.user()?.userUuid,
  };
  const url = apiUrl(base, { path: `auth/saml/idp/${action}`, query });
  parts.redirects.leave(url);
  return { outcome: 'redirecting', url };
}
