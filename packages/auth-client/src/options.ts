import type { Mode } from '@stint/domain/auth/mode.ts';
import type { Environment } from './environment.ts';

/** How the refresh token is kept: in an HttpOnly cookie of the server, or in a cookie that script writes. */
export type CookieMode = 'http-only-refresh' | 'script';

/** What a client is made with. */
export interface AuthClientOptions extends Partial<Environment> {
  /** The provider's API, ending in `/v0/`; `/v0/` of the page's own origin where absent. */
  baseUrl?: string;
  /** Public id of the tenant, 8 characters. Without one the client only warns; calls then fail with `Missing tenantId`. */
  tenantId?: string | undefined;
  /** The mode to start with; guessed from the address where absent. */
  mode?: Mode;
  /** `script` by default. `http-only-refresh` needs a base URL on the page's own origin. */
  cookies?: CookieMode;
  /** Domain of an application without an origin of its own. */
  domain?: string;
  /** Which package is calling, told to the provider; `core` by default. */
  source?: 'core' | 'widget';
  /** Origins besides the page's own that redirects may lead to: the main domain and known workspaces. */
  allowedOrigins?: readonly string[] | (() => readonly string[]);
  /** Longest wait for the answer of one call; none by default. */
  timeoutMilliseconds?: number;
  /** Names of cookies of the application that end with the session, on whatever path or parent domain they were set. */
  sessionCookies?: readonly string[];
  /** Take link credentials and PKCE challenge from the address at once; true by default. */
  takeLinkFromAddress?: boolean;
  /** Refresh by itself 60 s before the access token ends; true by default. */
  autoRefresh?: boolean;
}
