import type { Mode } from '@stint/domain/auth/mode.ts';
import type { LinkCredentials, SamlRequest } from './address.ts';
import type { Environment } from './environment.ts';
import { usageError } from './errors.ts';
import type { EventHub } from './events.ts';
import type { FirstFactorStore } from './first-factor.ts';
import type { CallApi } from './http.ts';
import type { CookieMode } from './options.ts';
import type { PkceStore } from './pkce.ts';
import type { Redirects } from './redirects.ts';
import type { Session } from './session.ts';
import type { TabLink } from './tabs.ts';

/** The parts of one client, handed to every function of the library; there is no other state. */
export interface ClientParts {
  environment: Environment;
  /** Public tenant id; empty where none was given. */
  tenantId: string;
  /** Ends in one slash. */
  baseUrl: string;
  call: CallApi;
  session: Session;
  firstFactor: FirstFactorStore;
  pkce: PkceStore;
  events: EventHub;
  redirects: Redirects;
  tabs: TabLink;
  /** Whether the refresh token lies in an HttpOnly cookie, and the provider has to be told whose. */
  cookieMode: CookieMode;
  /** Expires the cookies that the application named to end with the session. */
  clearSessionCookies(): void;
  /** The mode as last heard, and what the address asked for until it is used. */
  memory: { mode: Mode; link: LinkCredentials | null; samlRequest: SamlRequest | null };
}

/** Names the tenant to calls that may have nothing but an HttpOnly cookie to go by; a bearer says it by itself. */
export function cookieSessionQuery({ cookieMode, tenantId }: ClientParts): { tenantId?: string } {
  return cookieMode === 'http-only-refresh' ? { tenantId } : {};
}

/** The path of a call of the tenant. @throws AuthError `Missing tenantId` */
export function tenantPath<Path extends string>(
  { tenantId, environment }: ClientParts,
  path: Path,
): `tenants/${string}/${Path}` {
  if (!tenantId) {
    environment.warn('Missing tenantId');
    throw usageError('Missing tenantId');
  }
  return `tenants/${encodeURIComponent(tenantId)}/${path}`;
}
