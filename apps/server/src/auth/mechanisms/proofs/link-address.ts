import { buildLink, type LinkType } from '@stint/domain/auth/link.ts';
import { mainOrigin, workspaceOrigin } from '@stint/domain/workspace/host.ts';
import { providerUrl } from '../../../config.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { Mode } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { OriginsContext } from '../http/origins.ts';
import { isLoopback } from '../http/origins.ts';

/** The site as `domain/workspace/host.ts` wants it. */
export function siteOf(context: OriginsContext) {
  return { protocol: context.config.scheme, mainDomain: context.config.mainDomain };
}

/** For who is in a transaction (`TenantDirectory.within`). */
export function originsWithin({ config, tenants }: OriginsContext, tx: Queryable): OriginsContext {
  return { config, tenants: tenants.within(tx) };
}

/**
 * The origin that links of a tenant lead to: the page that asked where the tenant allows it; else, as for whatever a
 * server asks, the tenant's setting `linkOrigin`, the product's own host for the product's own tenants, the first live
 * domain (in test mode the first allowed origin), and with none of these the provider itself, whose neutral pages
 * work alone. A Host header never decides.
 */
export async function linkOrigin(
  context: OriginsContext,
  tenant: Tenant,
  mode: Mode,
  asked: string | null,
): Promise<string> {
  const lists = await listsOf(context, tenant);
  const own = await productOrigin(context, tenant);
  if (asked !== null && (asked === own || isAllowedPage(context, lists, asked))) return asked;
  const set = lists.map(({ settings }) => settings.linkOrigin[mode]).find((origin) => origin);
  return set ?? own ?? firstOf(lists, mode) ?? providerOrigin(context);
}

/** Whether a link may lead to this origin at all: for addresses that a server sends along. */
export async function isLinkOrigin(
  context: OriginsContext,
  tenant: Tenant,
  mode: Mode,
  origin: string,
): Promise<boolean> {
  return (await linkOrigin(context, tenant, mode, origin)) === origin;
}

/** A tenant and its root: both say where pages may be. */
async function listsOf(context: OriginsContext, tenant: Tenant): Promise<Tenant[]> {
  if (tenant.parentId === null) return [tenant];
  return [tenant, await context.tenants.requireById(tenant.rootTenantId)];
}

/** Where the product shows a tenant of its own; null for another application's. */
async function productOrigin(context: OriginsContext, tenant: Tenant): Promise<string | null> {
  if (tenant.slug) return workspaceOrigin(tenant.slug, siteOf(context));
  return (await context.tenants.isProduct(tenant)) ? mainOrigin(siteOf(context)) : null;
}

function isAllowedPage(context: OriginsContext, lists: Tenant[], asked: string): boolean {
  if (!URL.canParse(asked)) return false;
  const url = new URL(asked);
  const isListed = lists.some(
    ({ allowedOrigins, testOrigins, isTestEnabled, liveDomains }) =>
      allowedOrigins.includes(asked) ||
      (isTestEnabled && testOrigins.includes(asked)) ||
      (url.protocol === 'https:' &&
        liveDomains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))),
  );
  if (isListed) return true;
  // Another application on this machine, in test mode: not a host under the main domain, those are workspaces.
  const isOther = !url.host.endsWith(context.config.mainDomain);
  return context.config.mode === 'test' && isLoopback(url.hostname) && isOther && lists[0]?.slug === null;
}

function firstOf(lists: Tenant[], mode: Mode): string | null {
  const found = lists.map((one) => {
    if (mode === 'live') return one.liveDomains[0] ? `https://${one.liveDomains[0]}` : undefined;
    return (one.isTestEnabled ? one.testOrigins[0] : undefined) ?? one.allowedOrigins[0];
  });
  return found.find((origin) => origin) ?? null;
}

function providerOrigin({ config }: OriginsContext): string {
  return new URL(providerUrl(config)).origin;
}

/** The page for signing in, or for a new password, of a tenant at an origin. */
export async function linkPage(
  context: OriginsContext,
  tenant: Tenant,
  origin: string,
  page: 'sign-in' | 'reset' = 'sign-in',
): Promise<string> {
  const isNeutral = origin === providerOrigin(context) && (await productOrigin(context, tenant)) !== origin;
  if (isNeutral) return `${providerUrl(context.config)}pages/${tenant.publicId}/${page}`;
  const { logoutRedirectPath, passwordResetPath } = tenant.settings;
  return origin + ((page === 'reset' ? passwordResetPath : logoutRedirectPath) ?? '/');
}

export type LinkAddressInput = {
  token: string;
  uuid: string;
  type: LinkType;
  redirect?: string | null;
  /** For invitations that lead to the reset page. */
  page?: 'reset';
};

/** The address of a link of a tenant. */
export async function linkAddress(
  context: OriginsContext,
  tenant: Tenant,
  origin: string,
  input: LinkAddressInput,
): Promise<string> {
  const { token, uuid, type, redirect } = input;
  const page = input.page ?? (type === 'reset' ? 'reset' : 'sign-in');
  const address = await linkPage(context, tenant, origin, page);
  return buildLink({ address, token, uuid, type, redirect: redirect ?? null });
}
