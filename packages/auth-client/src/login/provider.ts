import type { Provider } from '@stint/domain/auth/factor.ts';
import { markAsked } from '../address.ts';
import { usageError } from '../errors.ts';
import { apiUrl } from '../http.ts';
import type { ClientParts } from '../parts.ts';
import type { RedirectSetting } from '../redirects.ts';

/** Login or signup at a social or custom provider: both are the same action. */
export interface ProviderLogin {
  /** Needed for `custom` only. */
  providerId?: string;
  redirect?: RedirectSetting;
}

/** The page is on its way to a provider; nothing follows in this page. */
export interface LeavingResult {
  outcome: 'redirecting';
  url: string;
}

/** Sends the page to a provider. @throws AuthError `Missing provider`, `Missing tenantId`, `Missing providerId` */
export async function goToProvider(
  parts: ClientParts,
  provider: Provider,
  params: ProviderLogin,
): Promise<LeavingResult> {
  if (!provider) throw usageError('Missing provider');
  if (!parts.tenantId) throw usageError('Missing tenantId');
  if (provider === 'custom' && !params.providerId) throw usageError('Missing providerId');
  return leaveFor(parts, `auth/${provider}/login`, params);
}

/**
 * Sends the page to the identity provider that the tenant itself has set up, by SAML. It comes back as
 * from any provider. @throws AuthError `Missing tenantId`
 */
export async function goToOwnProvider(
  parts: ClientParts,
  params: { redirect?: RedirectSetting } = {},
): Promise<LeavingResult> {
  if (!parts.tenantId) throw usageError('Missing tenantId');
  return leaveFor(parts, 'auth/saml/sp/login', params);
}

function leaveFor(parts: ClientParts, path: string, { providerId, redirect }: ProviderLogin): LeavingResult {
  const page = parts.environment.location();
  const url = apiUrl(new URL(parts.baseUrl, page?.href).href, {
    path,
    query: {
      origin: page?.origin,
      tenant_id: parts.tenantId,
      provider_id: providerId,
      redirect: returnPath(parts, redirect),
    },
  });
  markAsked(parts.environment, parts.tenantId);
  parts.redirects.leave(url);
  return { outcome: 'redirecting', url };
}

/** The caller's path, else the page's `?redirect=`; the page itself where the caller wants to stay. */
function returnPath(parts: ClientParts, redirect: RedirectSetting): string | null {
  const page = parts.environment.location();
  if (redirect === false) return page?.pathname ?? null;
  if (typeof redirect === 'string') return redirect;
  const wished = page?.searchParams.getAll('redirect') ?? [];
  return (wished.length === 1 ? wished[0] : null) ?? null;
}
