import { toAuthError } from '@latchkey/client';
import { ApiError } from '../../lib/api-error.ts';
import type { Session } from '../../lib/session.ts';
import { signInWithLink } from './link-sign-in.ts';
import { loadAnew } from './load-anew.ts';

/**
 * A link is used, somebody who is signed in already goes on, also back to a SAML service provider that waits; a session
 * that was refused is forgotten. Where nobody answered, or a part of the page is missing, the session stays.
 *
 * @param goOn where somebody goes who is signed in already; null where they stay
 * @returns the page to go to, or null where the form is shown
 */
export async function beginSignIn(
  session: Session,
  goOn: () => Promise<string | null>,
): Promise<string | null> {
  const { auth } = session;
  try {
    const target = await signInWithLink(session);
    if (target || auth.link() || !auth.snapshot().isSignedIn) return target;
    if (!(await auth.isLoggedIn())) return null;
    const waiting = auth.samlRequest();
    if (waiting) await (waiting === 'login' ? auth.login({ method: 'saml' }) : auth.logoutFromSaml());
    if (waiting) return onItsWay();
    return await goOn();
  } catch (error) {
    console.warn('The session could not be taken up again.', error);
    if (loadAnew(session, error)) return onItsWay();
    if (isRefused(error)) await auth.logout({ redirect: false });
    return null;
  }
}

/** The next page is asked for: the spinner stays. */
function onItsWay(): Promise<never> {
  return new Promise(() => {});
}

function isRefused(error: unknown): boolean {
  return (error instanceof ApiError ? error.status : toAuthError(error).statusCode) === 401;
}
