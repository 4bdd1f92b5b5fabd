import { buildLink, type LinkType } from '@stint/domain/auth/link.ts';
import { mainOrigin, workspaceOrigin } from '@stint/domain/workspace/host.ts';
import type { AuthContext } from '../context.ts';
import { isLoopback } from '../http/origins.ts';
import type { Tenant } from '../tenants/queries.ts';

/** The site as `domain/workspace/host.ts` wants it. */
export function siteOf(context: AuthContext) {
  return { protocol: context.config.scheme, mainDomain: context.config.mainDomain };
}

/**
 * The origin that links of a tenant lead to: the page that asked where it is one of the tenant's own, else the tenant's
 * address by configuration. A Host header alone never decides (security 7).
 */
export async function linkOrigin(
  context: AuthContext,
  tenant: Tenant,
  asked: string | null,
): Promise<string> {
  const own = tenant.slug ? workspaceOrigin(tenant.slug, siteOf(context)) : mainOrigin(siteOf(context));
  if (asked === null || asked === own || !URL.canParse(asked)) return own;
  if (tenant.allowedOrigins.includes(asked)) return asked;
  const url = new URL(asked);
  const isListed = tenant.liveDomains.some(
    (domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`),
  );
  if (isListed && url.protocol === 'https:') return asked;
  // Another application on this machine, in test mode: not a host under the main domain, those are workspaces.
  const isOther = !url.host.endsWith(context.config.mainDomain);
  return context.config.mode === 'test' && isLoopback(url.hostname) && isOther && tenant.slug === null
    ? asked
    : own;
}

/** The page of each type of link (auth protocol 8.12). */
function pathOf(tenant: Tenant, type: LinkType): string {
  const { logoutRedirectPath, passwordResetPath } = tenant.settings;
  return (type === 'reset' ? passwordResetPath : logoutRedirectPath) ?? '/';
}

export type LinkAddressInput = {
  token: string;
  uuid: string;
  type: LinkType;
  redirect?: string | null;
  /** For invitations that lead to the reset page (auth protocol 8.12). */
  page?: 'reset';
};

/** The address of a link of a tenant. */
export function linkAddress(tenant: Tenant, origin: string, input: LinkAddressInput): string {
  const { token, uuid, type, redirect } = input;
  const address = origin + pathOf(tenant, input.page ?? type);
  return buildLink({ address, token, uuid, type, redirect: redirect ?? null });
}
