import { toAuthError } from '@latchkey/client';
import type { Session } from '../../lib/session.ts';

/**
 * A link from a mail, opened in the browser that asked for it, signs in at once; elsewhere the widget asks first
 * (decisions 13). Success and a spent link both lead to /email-verification (spec 4.3).
 *
 * @returns the page to go to, or null where the widget goes on
 */
export async function signInWithLink({ auth }: Session): Promise<string | null> {
  const link = auth.link();
  if (!link?.isAskedHere || link.linkType === 'reset') return null;
  const { token, uuid, linkType } = link;
  auth.forgetLink();
  try {
    const result = await auth.login({ method: 'link', token, uuid, linkType, redirect: false });
    return result.outcome === 'signedIn' ? '/email-verification?verified=true' : null;
  } catch (thrown) {
    const { statusCode } = toAuthError(thrown);
    if (statusCode === 0 || statusCode >= 500) throw thrown;
    return `/email-verification?status=expired&verified=${await isVerified({ auth })}`;
  }
}

/** Whether the signed-in person's address is confirmed already; false when nobody is signed in. */
async function isVerified({ auth }: Pick<Session, 'auth'>): Promise<boolean> {
  if (!(await auth.isLoggedIn())) return false;
  return auth.user()?.isEmailConfirmed === true;
}
