/** What a mailed link is for, and `sso` for the return from a provider (auth protocol 7.7, 8.12 and 9.1). */
export const LINK_TYPES = ['login', 'welcome', 'verify', 'invite', 'reset', 'sso'] as const;

/** A known type of link. */
export type LinkType = (typeof LINK_TYPES)[number];

/** What a link carries: `uuid` names it, `token` is its secret. */
export interface LinkCredentials {
  token: string;
  uuid: string;
  /** As it stands in the address; empty when absent. */
  type: string;
}

/** What a link is made of. */
export interface LinkParts {
  /** Origin and path without query, from configuration only (security 7). */
  address: string;
  token: string;
  uuid: string;
  type: LinkType;
  /** A path to go on to; checked before by `safeRedirect`. */
  redirect?: string | null | undefined;
}

/**
 * The address of a mailed link: `…?token=…&uuid=…&type=…[&redirect=…]` (auth protocol 8.12). No fragment, and ours first,
 * since older clients look for `token=` anywhere in the address (auth protocol 6.3).
 * @throws TypeError when the address is not one.
 */
export function buildLink({ address, token, uuid, type, redirect }: LinkParts): string {
  const { origin, pathname } = new URL(address);
  const query = new URLSearchParams({ token, uuid, type });
  if (redirect) query.set('redirect', redirect);
  return `${origin}${pathname}?${query}`;
}

/**
 * The link credentials in an address or its query, or null when token or uuid is missing or there twice. A fragment
 * glued to a value does not count (auth protocol 14.7).
 */
export function parseLink(address: string): LinkCredentials | null {
  const query = new URLSearchParams(queryOf(address));
  const token = single(query, 'token');
  const uuid = single(query, 'uuid');
  return token && uuid ? { token, uuid, type: single(query, 'type') ?? '' } : null;
}

/** A value as a server gets it from clients that keep the fragment: everything from `#` on is dropped. */
export function withoutFragment(value: string): string {
  return value.split('#', 1)[0] ?? '';
}

/** The known type of a link, or null for "any": empty and unknown texts are treated alike (auth protocol 7.7). */
export function parseLinkType(text: string | null | undefined): LinkType | null {
  return LINK_TYPES.find((type) => type === text) ?? null;
}

/** An address without the link's parameters, for the address bar before anything else is called (security 4). */
export function withoutLink(address: string): string {
  const url = new URL(address);
  for (const name of ['token', 'uuid', 'type']) url.searchParams.delete(name);
  return url.href;
}

function queryOf(address: string): string {
  const start = address.indexOf('?');
  return withoutFragment(start === -1 ? address : address.slice(start + 1));
}

function single(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name).map((value) => withoutFragment(value).trim());
  return values.length === 1 ? (values[0] ?? null) : null;
}
