import { isValidSlug } from './slug.ts';

/** Which part of the service a request or page belongs to. `other` is answered with 421 (security 7). */
export type ParsedHost = { kind: 'main' } | { kind: 'workspace'; slug: string } | { kind: 'other' };

/** Where the product is served: `mainDomain` with its port where it is not the scheme's own. */
export interface Site {
  protocol: 'http' | 'https';
  mainDomain: string;
}

/**
 * Reads a Host header (or `location.host`) against the main domain, both with their port.
 * Letter case does not matter (RFC 9110 section 4.2.3); the port must agree, `:443` being the same as none.
 */
export function parseHost(host: string | undefined, mainDomain: string): ParsedHost {
  const given = canonicalHost(host ?? '');
  const main = canonicalHost(mainDomain);
  if (given === main) return { kind: 'main' };
  if (!given.endsWith(`.${main}`)) return { kind: 'other' };
  const slug = given.slice(0, -main.length - 1);
  return isValidSlug(slug) ? { kind: 'workspace', slug } : { kind: 'other' };
}

/**
 * The host of a workspace, with the port of the main domain: `acme.stint.localhost:3000`.
 * @throws Error `Subdomain is missing`: a host that begins with a dot would belong to nobody
 */
function workspaceHost(slug: string, mainDomain: string): string {
  if (!slug) throw new Error('Subdomain is missing');
  return `${slug}.${mainDomain}`;
}

/** The origin of the main domain: scheme, host and port without a slash. */
export function mainOrigin({ protocol, mainDomain }: Site): string {
  return new URL(`${protocol}://${mainDomain}`).origin;
}

/** The origin of a workspace: scheme, host and port without a slash. */
export function workspaceOrigin(slug: string, { protocol, mainDomain }: Site): string {
  return new URL(`${protocol}://${workspaceHost(slug, mainDomain)}`).origin;
}

/** The address of a page on the main domain; the path starts with one slash. */
export function mainUrl(site: Site, path = '/'): string {
  return mainOrigin(site) + path;
}

/** The address of a page in a workspace; the path starts with one slash, `/time` where people land. */
export function workspaceUrl(slug: string, site: Site, path = '/'): string {
  return workspaceOrigin(slug, site) + path;
}

/**
 * The domain that the tenant cookie is set on, shared by the main domain and all workspaces: no port, no dot in front.
 */
export function parentDomain(mainDomain: string): string {
  return canonicalHost(mainDomain).replace(/:\d+$/, '');
}

function canonicalHost(host: string): string {
  return host.toLowerCase().replace(/:443$/, '');
}
