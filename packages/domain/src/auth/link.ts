/** What a mailed link is for, and `sso` for the return from a provider (protocol 7.7, 8.12 and 9.1). */
const LINK_TYPES = ['login', 'welcome', 'verify', 'invite', 'reset', 'sso'] as const;

/** A known type of link. */
export type LinkType = (typeof LINK_TYPES)[number];

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
 * The address of a mailed link: `…?token=…&uuid=…&type=…[&redirect=…]` (protocol 8.12). No fragment, and ours first,
 * since older clients look for `token=` anywhere in the address (protocol 6.3).
 * @throws TypeError when the address is not one.
 */
export function buildLink({ address, token, uuid, type, redirect }: LinkParts): string {
  const { origin, pathname } = new URL(address);
  const query = new URLSearchParams({ token, uuid, type });
  if (redirect) query.set('redirect', redirect);
  return `${origin}${pathname}?${query}`;
}

/** A value as a server gets it from clients that keep the fragment: everything from `#` on is dropped. */
export function withoutFragment(value: string): string {
  return value.split('#', 1)[0] ?? '';
}
