import { toAuthError } from './errors.ts';
import { type ClientParts, cookieSessionQuery } from './parts.ts';
import type { RedirectSetting } from './redirects.ts';

/** Ends the session in this browser: cookies, pending sign-in, and every tab hears of it. */
export function endLocalSession(parts: ClientParts, reason: 'logout' | 'sessionEnded' = 'logout'): void {
  const wasSignedIn = parts.session.state() !== 'none';
  parts.session.clear();
  parts.firstFactor.clear();
  parts.clearSessionCookies();
  if (!wasSignedIn && reason !== 'logout') return;
  parts.tabs.tell('signedOut');
  parts.events.emit('signedOut', { reason });
}

/**
 * Logs out at the provider and here: with no access token only local state is cleared; if the call fails the tokens are
 * cleared all the same, a warning is logged, and the page goes nowhere but to a target that the caller named.
 *
 * @returns the address the page is sent to, or null where it stays
 */
export async function logout(
  parts: ClientParts,
  options: { redirect?: RedirectSetting } = {},
): Promise<string | null> {
  const bearer = parts.session.tokens().accessToken;
  if (!bearer) {
    endLocalSession(parts);
    return null;
  }
  try {
    const query = cookieSessionQuery(parts);
    const { redirectTo } = await parts.call({ method: 'GET', path: 'auth/logout', bearer, query });
    endLocalSession(parts);
    return parts.redirects.follow(options.redirect, redirectTo);
  } catch (thrown) {
    parts.environment.warn('The logout call failed.', toAuthError(thrown));
    endLocalSession(parts);
    return typeof options.redirect === 'string' ? parts.redirects.followFound(options.redirect) : null;
  }
}
