import { SSO_ERRORS, ssoErrorMessage } from '@stint/domain/auth/sso-error.ts';
import { useEffect, useRef, useState } from 'react';
import { targetOf } from '../../lib/after-sign-in.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site as text } from '../../messages/site.ts';
import { FormError } from '../../ui/field.tsx';
import { SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { useToast } from '../../ui/toast.tsx';
import { afterLink, afterRefusedLink, invitationToken, signInWithLink } from './link-sign-in.ts';
import styles from './sign-in.module.css';
import { WidgetCard } from './widget-card.tsx';

/** `/signin`: the widget, and why somebody may have landed here. */
export function SignInPage({ session }: SitePageProps) {
  const { auth } = session;
  const [linkType] = useState(() => auth.link()?.linkType ?? null);
  // Nobody's link and nobody's session: the form is there with the first rendering.
  const [isReady, setIsReady] = useState(() => !auth.link() && !auth.snapshot().isSignedIn);
  const hasStarted = useRef(isReady);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void begin(session).then((target) => (target ? location.replace(target) : setIsReady(true)));
  }, [session]);
  const linkNote = useLinkNote(session);
  if (!isReady) return <FullScreenSpinner label={text.loading} />;
  const query = location.search;
  return (
    <SiteLayout>
      <PasswordSetToast />
      <Notes search={query} />
      <ProviderError code={new URLSearchParams(query).get('error')} />
      <WidgetCard
        session={session}
        type="login"
        next={() => afterLink(session, linkType)}
        afterRefusal={(refusal) => afterRefusedLink(session, refusal.linkType, refusal.statusCode)}
        linkNote={linkNote}
      />
      <p className={styles.aside}>
        <span>
          {text.signInPage.noAccount} <a href={`/signup${keep(query)}`}>{text.signUp}</a>
        </span>
        <a href="/password-reset/new">{text.signInPage.forgot}</a>
      </p>
    </SiteLayout>
  );
}

/**
 * A link is used, somebody who is signed in already goes on, also back to a SAML service provider that waits; a session
 * that turns out dead is forgotten.
 */
async function begin(session: SitePageProps['session']): Promise<string | null> {
  const { auth } = session;
  try {
    const target = await signInWithLink(session);
    if (target || auth.link() || !auth.snapshot().isSignedIn) return target;
    if (!(await auth.isLoggedIn())) return null;
    const waiting = auth.samlRequest();
    if (waiting) await (waiting === 'login' ? auth.login({ method: 'saml' }) : auth.logoutFromSaml());
    // The page is on its way: the spinner stays.
    if (waiting) return new Promise(() => {});
    const self = await auth.getSelf();
    // What went wrong while linking a provider is read before the widget's Continue leads on.
    return new URLSearchParams(location.search).has('error') ? null : await targetOf(session, self);
  } catch (error) {
    console.warn('The session could not be taken up again.', error);
    await auth.logout({ redirect: false });
    return null;
  }
}

/** Who invited to what, for the link of an invitation that waits for a person to agree. */
function useLinkNote({ auth, call }: SitePageProps['session']): string | undefined {
  const [note, setNote] = useState<string>();
  const [isInvitation] = useState(() => auth.link()?.linkType === 'invite');
  useEffect(() => {
    const token = decodeURIComponent(invitationToken());
    if (!isInvitation || !token) return;
    call('GET /Invitations/:token/Preview', { params: { token } })
      .then(({ inviterName, workspaceName }) => setNote(text.linkNote(inviterName, workspaceName)))
      // The page of the invitation says what is wrong with it.
      .catch(() => undefined);
  }, [call, isInvitation]);
  return note;
}

/** A reset ended here. The address forgets it, so that a reload does not tell it again. */
function PasswordSetToast() {
  const toast = useToast();
  const hasTold = useRef(false);
  useEffect(() => {
    const page = new URL(location.href);
    if (hasTold.current || page.searchParams.get('reset') !== 'done') return;
    hasTold.current = true;
    page.searchParams.delete('reset');
    history.replaceState(history.state, '', page);
    toast({ text: text.signInPage.passwordSet });
  }, [toast]);
  return null;
}

function Notes({ search }: { search: string }) {
  const query = new URLSearchParams(search);
  const unsaved = Number(query.get('unsaved') ?? 0);
  const notes = [
    signedOutNote(query.get('signedOut')),
    unsaved > 0 ? text.signInPage.unsaved(unsaved) : null,
  ].filter((note) => note !== null);
  if (notes.length === 0) return null;
  return (
    <div className={styles.note} role="status">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

function signedOutNote(why: string | null): string | null {
  if (why === null) return null;
  return why === 'unread' ? text.signInPage.unread : text.signInPage.signedOut;
}

/** Why a sign-in through another provider ended here (protocol 9.1): a sentence of ours, whatever the address says. */
function ProviderError({ code }: { code: string | null }) {
  return code ? <FormError>{ssoErrorMessage(code) ?? SSO_ERRORS.sso_failed}</FormError> : null;
}

/** The redirect goes along to sign-up. */
function keep(search: string): string {
  const redirect = new URLSearchParams(search).get('redirect');
  return redirect ? `?redirect=${encodeURIComponent(redirect)}` : '';
}
