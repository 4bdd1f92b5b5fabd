import { toAuthError } from '@latchkey/client';
import { afterSignIn } from '../../lib/after-sign-in.ts';
import type { Session } from '../../lib/session.ts';

/**
 * A link from a mail, opened in the browser that asked for it, signs in at once; elsewhere the widget asks first
 * (decisions 13). Success and a spent link both lead to /email-verification (spec 4.3).
 *
 * @returns the page to go to, or null where the widget goes on
 */
export async function signInWithLink(session: Session): Promise<string | null> {
  const { auth } = session;
  const link = auth.link();
  if (!link?.isAskedHere || link.linkType === 'reset') return null;
  const { token, uuid, linkType } = link;
  auth.forgetLink();
  try {
    const result = await auth.login({ method: 'link', token, uuid, linkType, redirect: false });
    return result.outcome === 'signedIn' ? await afterLink(session, linkType) : null;
  } catch (thrown) {
    const { statusCode } = toAuthError(thrown);
    if (statusCode === 0 || statusCode >= 500) throw thrown;
    return `/email-verification?status=expired&verified=${await isVerified({ auth })}`;
  }
}

/**
 * Where somebody goes who signed in: with a link to /email-verification (spec 4.3), except with that of an invitation, which
 * leads on to what the person was invited to.
 */
export async function afterLink(session: Session, linkType: string | null): Promise<string> {
  return linkType === null || linkType === 'invite'
    ? afterSignIn(session)
    : '/email-verification?verified=true';
}

/** Whether the signed-in person's address is confirmed already; false when nobody is signed in. */
async function isVerified({ auth }: Pick<Session, 'auth'>): Promise<boolean> {
  if (!(await auth.isLoggedIn())) return false;
  return auth.user()?.isEmailConfirmed === true;
}
