import { useEffect, useRef, useState } from 'react';
import { afterSignIn } from '../../lib/after-sign-in.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site as text } from '../../messages/site.ts';
import { SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { afterLink, signInWithLink } from './link-sign-in.ts';
import styles from './sign-in.module.css';
import { WidgetCard } from './widget-card.tsx';

/** `/signin`: the widget, and why somebody may have landed here. */
export function SignInPage({ session }: SitePageProps) {
  const { auth } = session;
  const [linkType] = useState(() => auth.link()?.linkType ?? null);
  const [isReady, setIsReady] = useState(false);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void begin(session).then((target) => (target ? location.replace(target) : setIsReady(true)));
  }, [session]);
  if (!isReady) return <FullScreenSpinner label={text.loading} />;
  const query = location.search;
  return (
    <SiteLayout>
      <Notes search={query} />
      <WidgetCard session={session} type="login" next={() => afterLink(session, linkType)} />
      <p className={styles.aside}>
        <span>
          {text.signInPage.noAccount} <a href={`/signup${keep(query)}`}>{text.signUp}</a>
        </span>
        <a href="/password-reset/new">{text.signInPage.forgot}</a>
      </p>
    </SiteLayout>
  );
}

/** A link is used, somebody who is signed in already goes on; a session that turns out dead is forgotten. */
async function begin(session: SitePageProps['session']): Promise<string | null> {
  const { auth } = session;
  try {
    const target = await signInWithLink(session);
    if (target || auth.link() || !auth.snapshot().isSignedIn) return target;
    if (!(await auth.isLoggedIn())) return null;
    await auth.getSelf();
    return await afterSignIn(session);
  } catch (error) {
    console.warn('The session could not be taken up again.', error);
    auth.clearSession();
    return null;
  }
}

function Notes({ search }: { search: string }) {
  const query = new URLSearchParams(search);
  const unsaved = Number(query.get('unsaved') ?? 0);
  const notes = [
    query.get('reset') === 'done' ? text.signInPage.passwordSet : null,
    query.has('signedOut') ? text.signInPage.signedOut : null,
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

/** The redirect goes along to sign-up. */
function keep(search: string): string {
  const redirect = new URLSearchParams(search).get('redirect');
  return redirect ? `?redirect=${encodeURIComponent(redirect)}` : '';
}
