import type { Session } from '../../lib/session.ts';
import { signInWithLink } from './link-sign-in.ts';

/**
 * A link is used, somebody who is signed in already goes on, also back to a SAML service provider that waits; a session
 * that turns out dead is forgotten.
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
    // The page is on its way: the spinner stays.
    if (waiting) return new Promise(() => {});
    return await goOn();
  } catch (error) {
    console.warn('The session could not be taken up again.', error);
    await auth.logout({ redirect: false });
    return null;
  }
}
