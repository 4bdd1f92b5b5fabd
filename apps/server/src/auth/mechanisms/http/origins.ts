import { AppError } from '@stint/domain/errors.ts';
import { parseHost } from '@stint/domain/workspace/host.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { Mode } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { TenantDirectory } from '../tenants/directory.ts';

export type OriginsContext = Pick<Foundation, 'config'> & { tenants: TenantDirectory };

/** Which realm a page belongs to, or null when it may not call at all. */
export async function modeOfOrigin(
  context: OriginsContext,
  tenant: Tenant | null,
  origin: string | null,
): Promise<Mode | null> {
  const { config } = context;
  const url = origin === null ? null : URL.parse(origin);
  if (url === null) return null;
  if (config.mode === 'test') return (await isAllowedInTest(context, tenant, url)) ? 'test' : null;
  if (await isOwnHost(context, url)) return 'live';
  if (!tenant) return (await context.tenants.isListedOrigin(url.origin)) ? 'live' : null;
  const root = await rootOf(context, tenant);
  if (url.protocol === 'https:' && [tenant, root].some((one) => isLive(one, url))) return 'live';
  const isTest = [tenant, root].some((one) => one.isTestEnabled && one.testOrigins.includes(url.origin));
  return isTest ? 'test' : null;
}

/**
 * The mode of a call to a tenant. A child lives in one realm; a root tenant has both on a live server.
 * @param refusal `cross_site` for a page that calls, `invalid_origin` for one that is only named
 * @throws AppError the refusal when the page is not on the tenant's lists
 */
export async function modeOfCall(
  context: OriginsContext,
  tenant: Tenant,
  origin: string | null,
  refusal: 'cross_site' | 'invalid_origin' = 'cross_site',
): Promise<Mode> {
  const mode = await modeOfOrigin(context, tenant, origin);
  if (mode === null) throw new AppError(refusal);
  if (tenant.parentId !== null && tenant.mode !== mode) throw new AppError(refusal);
  return mode;
}

async function isAllowedInTest(context: OriginsContext, tenant: Tenant | null, url: URL): Promise<boolean> {
  if (isLoopback(url.hostname) || (await isOwnHost(context, url))) return true;
  if (!tenant) return context.tenants.isListedOrigin(url.origin);
  const root = await rootOf(context, tenant);
  return [tenant, root].some((one) => one.allowedOrigins.includes(url.origin) || isLive(one, url));
}

/** The main domain, the provider's own address and every active workspace. */
async function isOwnHost(context: OriginsContext, url: URL): Promise<boolean> {
  const { config } = context;
  if (url.protocol !== `${config.scheme}:`) return false;
  if (config.auth.baseUrl && new URL(config.auth.baseUrl).host === url.host) return true;
  const host = parseHost(url.host, config.mainDomain);
  if (host.kind === 'main') return true;
  if (host.kind === 'other') return false;
  const tenant = await context.tenants.findBySlug(host.slug, config.mode);
  return tenant !== null && tenant.status !== 'provisioning';
}

/** Whether a Host header names this service at all; others are answered with 421 (security 7). */
export async function isKnownHost(context: OriginsContext, host: string): Promise<boolean> {
  const { config } = context;
  const url = URL.parse(`${config.scheme}://${host}`);
  if (url === null) return false;
  if (config.mode === 'test' && isLoopback(url.hostname)) return true;
  return isOwnHost(context, url);
}

function isLive(tenant: Tenant, url: URL): boolean {
  if (tenant.allowedOrigins.includes(url.origin)) return true;
  return tenant.liveDomains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
}

async function rootOf(context: OriginsContext, tenant: Tenant): Promise<Tenant> {
  return tenant.parentId === null ? tenant : context.tenants.requireById(tenant.rootTenantId);
}

/** Loopback addresses and `*.localhost` (RFC 6761 section 6.3). */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
