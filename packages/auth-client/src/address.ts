import type { Environment } from './environment.ts';

/** The credentials of a mailed link or of a provider's return. */
export interface LinkCredentials {
  token: string;
  uuid: string;
  /** `login`, `welcome`, `verify`, `invite`, `reset`; empty where the address names none. */
  linkType: string;
  /** This browser asked for it; otherwise a person has to agree first. */
  isAskedHere: boolean;
}

/** What the address of a page says to the client. */
export interface AddressParts {
  link: LinkCredentials | null;
  codeChallenge: string | null;
  /** A service provider waits for an answer; the provider sent the browser here to sign in first. */
  samlRequest: SamlRequest | null;
}

/** What a SAML service provider has asked for. */
export type SamlRequest = 'login' | 'logout';

const TAKEN = ['token', 'uuid', 'type', 'code_challenge', 'saml'];
/** How long the mark of asking is believed: as long as the longest link that is asked for lives. */
const ASKED_LIFE_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Takes the link credentials and the PKCE challenge out of the address of the page and rewrites the address bar without
 * them, before any request could carry them in a Referer. The `redirect` parameter and the rest stay.
 */
export function takeAddressParts(environment: Environment, tenantId: string): AddressParts {
  const page = environment.location();
  const token = page?.searchParams.get('token');
  const uuid = page?.searchParams.get('uuid');
  const codeChallenge = page?.searchParams.get('code_challenge') || null;
  const samlRequest = readSamlRequest(page);
  if (!page || !((token && uuid) || codeChallenge || samlRequest))
    return { link: null, codeChallenge: null, samlRequest: null };
  const linkType = page.searchParams.get('type') ?? '';
  for (const name of TAKEN) page.searchParams.delete(name);
  environment.replaceAddress(page.pathname + page.search + page.hash);
  if (!token || !uuid) return { link: null, codeChallenge, samlRequest };
  const isAskedHere = wasAskedHere(environment, tenantId);
  return { link: { token, uuid, linkType, isAskedHere }, codeChallenge, samlRequest };
}

function readSamlRequest(page: URL | null): SamlRequest | null {
  const value = page?.searchParams.get('saml');
  return value === 'login' || value === 'logout' ? value : null;
}

/** Leaves the mark that this browser asked for a link or went to a provider. */
export function markAsked(environment: Environment, tenantId: string): void {
  environment.localStore?.setItem(askedKey(tenantId), String(environment.now()));
}

function wasAskedHere(environment: Environment, tenantId: string): boolean {
  const askedAt = Number(environment.localStore?.getItem(askedKey(tenantId)) ?? Number.NaN);
  return environment.now() - askedAt < ASKED_LIFE_MILLISECONDS;
}

function askedKey(tenantId: string): string {
  return `latchkey.${tenantId}.asked`;
}
