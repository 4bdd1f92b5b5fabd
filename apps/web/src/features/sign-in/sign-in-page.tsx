import { useEffect, useRef, useState } from 'react';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site } from '../../messages/site.ts';
import { SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { loadAnew } from './load-anew.ts';
import { text } from './messages.ts';
import { onward, prefetchOnward } from './onward.ts';
import styles from './sign-in.module.css';
import { SignInNotes } from './sign-in-notes.tsx';
import { refusalOf, WidgetCard } from './widget-card.tsx';

/** `/signin`: the widget, and why somebody may have landed here. */
export function SignInPage({ session }: SitePageProps) {
  const { auth } = session;
  // The kind of the link that this visit is about, until it turns out to be nobody's.
  const [linkType, setLinkType] = useState(() => auth.link()?.linkType ?? null);
  // Nobody's link and nobody's session: the form is there with the first rendering.
  const [isReady, setIsReady] = useState(() => !auth.link() && !auth.snapshot().isSignedIn);
  const hasStarted = useRef(isReady);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const going = onward()
      .then(({ beginSignIn }) => beginSignIn(session, () => goOn(session)))
      .catch((error: unknown) => {
        // Who stays is shown the form, after which what could not be fetched is asked for again.
        if (!loadAnew(session, error)) setIsReady(true);
      });
    void going.then((target) => {
      if (target) location.replace(target);
      else if (target === null) setIsReady(true);
    });
  }, [session]);
  const linkNote = useLinkNote(session);
  if (!isReady) return <FullScreenSpinner label={site.loading} />;
  return (
    <SiteLayout>
      <SignInNotes search={location.search} />
      <WidgetCard
        session={session}
        type="login"
        next={async () => (await onward()).afterLink(session, linkType)}
        afterRefusal={async (refusal) =>
          (await onward()).afterRefusedLink(session, refusal.linkType, refusalOf(refusal))
        }
        onLinkGone={() => setLinkType(null)}
        linkNote={linkNote}
        prefetch={prefetchOnward}
      />
      <Aside linkType={linkType} />
    </SiteLayout>
  );
}

/** The ways beside the form; a link is a way of its own, and an invitation says that nothing else is needed. */
function Aside({ linkType }: { linkType: string | null }) {
  if (linkType === 'invite') return <p className={styles.aside}>{text.signInPage.invited}</p>;
  if (linkType !== null) return null;
  return (
    <p className={styles.aside}>
      <span>
        {text.signInPage.noAccount} <a href={`/signup${keep(location.search)}`}>{site.signUp}</a>
      </span>
      <a href="/password-reset/new">{text.signInPage.forgot}</a>
    </p>
  );
}

/** Somebody who is signed in goes on; what went wrong while linking a provider is read first. */
async function goOn(session: SitePageProps['session']): Promise<string | null> {
  const self = await session.auth.getSelf();
  if (new URLSearchParams(location.search).has('error')) return null;
  return (await onward()).targetOf(session, self);
}

/** Who invited to what, for the link of an invitation that waits for a person to agree. */
function useLinkNote({ auth, call }: SitePageProps['session']): string | undefined {
  const [note, setNote] = useState<string>();
  const [isInvitation] = useState(() => auth.link()?.linkType === 'invite');
  useEffect(() => {
    if (!isInvitation) return;
    onward()
      .then(({ invitationOf }) => invitationOf(call))
      .then((found) => found && setNote(text.linkNote(found.inviterName, found.workspaceName)))
      // The page of the invitation says what is wrong with it.
      .catch(() => undefined);
  }, [call, isInvitation]);
  return note;
}

/** The redirect goes along to sign-up. */
function keep(search: string): string {
  const redirect = new URLSearchParams(search).get('redirect');
  return redirect ? `?redirect=${encodeURIComponent(redirect)}` : '';
}
