import { toAuthError } from '@latchkey/client';
import type { SsoErrorCode } from '@stint/domain/auth/sso-error.ts';
import { afterSignIn } from '../../entities/after-sign-in.ts';
import { previewInvitation } from '../../entities/invitation.ts';
import type { Session } from '../../lib/session.ts';

/**
 * A link from a mail, opened in the browser that asked for it, signs in at once; elsewhere the widget asks first,
 * since somebody else may have sent it. Success and a spent link both lead to /email-verification.
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
    const target = await afterRefusedLink(session, linkType, toAuthError(thrown));
    if (!target) throw thrown;
    return target;
  }
}

/** Why the return of a provider was refused, as its page says it; all else came too late. */
const SSO_REFUSALS: Readonly<Record<string, SsoErrorCode>> = {
  factor_missing: 'second_factor_needed',
  method_not_allowed_by_flow: 'not_allowed',
};

/** Where somebody goes whose link was refused: to what says so. Null where it was not the link's fault. */
export async function afterRefusedLink(
  { auth }: Pick<Session, 'auth'>,
  linkType: string,
  { statusCode, type }: { statusCode: number; type: string },
): Promise<string | null> {
  if (statusCode === 0 || statusCode >= 500 || statusCode === 429) return null;
  if (linkType === 'sso') {
    return `/signin?${withRedirect('error', SSO_REFUSALS[type] ?? 'sso_expired')}`;
  }
  // The page of the invitation knows whether it can still be taken.
  if (linkType === 'invite' && invitationToken()) return `/invite?token=${invitationToken()}`;
  return `/email-verification?status=expired&verified=${await isVerified({ auth })}`;
}

/** The product's own token of an invitation, which travels in the redirect of the provider's link; empty without one. */
function invitationToken(search: string = location.search): string {
  const [path, query] = (new URLSearchParams(search).get('redirect') ?? '').split('?');
  return path === '/invite' ? encodeURIComponent(new URLSearchParams(query).get('token') ?? '') : '';
}

/** What the invitation says whose token the address carries; null without one. */
export async function invitationOf(call: Session['call']) {
  const token = decodeURIComponent(invitationToken());
  return token ? previewInvitation(call, token) : null;
}

/** The links of mails that prove an address and are told so. An invitation and a provider's return lead on. */
const MAILED = ['login', 'welcome', 'verify', ''];

/** Where somebody goes who signed in: with a mailed link to /email-verification, else to what was asked for. */
export async function afterLink(session: Session, linkType: string | null): Promise<string> {
  return linkType !== null && MAILED.includes(linkType)
    ? '/email-verification?verified=true'
    : afterSignIn(session);
}

/** A query with one parameter of ours and the target that was asked for. */
function withRedirect(name: string, value: string): URLSearchParams {
  const redirect = new URLSearchParams(location.search).get('redirect');
  return new URLSearchParams({ [name]: value, ...(redirect ? { redirect } : {}) });
}

/** Whether the signed-in person's address is confirmed already; false when nobody is signed in. */
async function isVerified({ auth }: Pick<Session, 'auth'>): Promise<boolean> {
  if (!(await auth.isLoggedIn())) return false;
  return auth.user()?.isEmailConfirmed === true;
}
