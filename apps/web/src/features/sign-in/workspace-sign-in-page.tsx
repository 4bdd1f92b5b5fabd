import { useEffect, useRef, useState } from 'react';
import { afterEntering, workspacePath } from '../../entities/workspace-target.ts';
import { type ListedProvider, ownProviders, type SignInAnswer, solePath } from '../../lib/own-providers.ts';
import { mainOriginOf, type Session } from '../../lib/session.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site } from '../../messages/site.ts';
import { SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { beginSignIn } from './begin.ts';
import { afterLink, afterRefusedLink } from './link-sign-in.ts';
import { text } from './messages.ts';
import { prefetchOnward } from './onward.ts';
import styles from './sign-in.module.css';
import { SignInNotes } from './sign-in-notes.tsx';
import { refusalOf, WidgetCard } from './widget-card.tsx';

/** What tells the person something: it is read before anybody is led on. */
const TOLD = ['error', 'signedOut', 'reset'];

/**
 * `/signin` of a workspace's host: its own providers come back here, links that were mailed for it are used here, and the
 * session is one of this workspace alone. Everybody else signs in on the main domain.
 */
export function WorkspaceSignInPage({ session }: SitePageProps) {
  const { auth } = session;
  const [linkType, setLinkType] = useState(() => auth.link()?.linkType ?? null);
  const [isReady, setIsReady] = useState(false);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void begin(session).then((target) => (target === 'form' ? setIsReady(true) : leave(target)));
  }, [session]);
  if (!isReady) return <FullScreenSpinner label={site.openingWorkspace} />;
  const main = mainOriginOf(session.settings);
  return (
    <SiteLayout home={`${main}/`}>
      <SignInNotes search={location.search} />
      <WidgetCard
        session={session}
        type="login"
        next={() => afterLink(session, linkType)}
        afterRefusal={(refusal) => afterRefusedLink(session, refusal.linkType, refusalOf(refusal))}
        onLinkGone={() => setLinkType(null)}
        prefetch={prefetchOnward}
      />
      <p className={styles.aside}>
        <span>
          {text.workspaceSignIn.hasAccount}{' '}
          <a href={mainSignIn(session)}>{text.workspaceSignIn.useAccount}</a>
        </span>
      </p>
    </SiteLayout>
  );
}

/** Where to; the form is shown for `form`, and `null` says that the browser is on its way to a provider already. */
async function begin(session: Session): Promise<string | null> {
  const { auth } = session;
  const target = await beginSignIn(session, () => afterEntering(session, askedPath()));
  if (target) return target;
  if (auth.link() || auth.pendingSecondFactors() || auth.samlRequest()) return 'form';
  // Who could not be led on stays: a provider would send them back to the same.
  if (auth.snapshot().isSignedIn) return 'form';
  const answer = await readSignIn(session);
  if (!answer) return 'form';
  if (ownProviders(answer).length === 0) return mainSignIn(session);
  const query = new URLSearchParams(location.search);
  const sole = TOLD.some((name) => query.has(name)) ? null : solePath(answer);
  if (!sole) return 'form';
  return goTo(session, sole).then(
    () => null,
    // What keeps the page here is told by the form, whose button tries again.
    () => 'form',
  );
}

function leave(target: string | null): void {
  if (target !== null) location.replace(target);
}

/** What the server wrote into the page, else what it says when it is asked. */
async function readSignIn({ auth, settings }: Session): Promise<SignInAnswer | null> {
  if (settings.signIn) return settings.signIn;
  return auth.fetchMode().then(
    ({ answer }) => answer,
    () => null,
  );
}

async function goTo({ auth }: Session, { provider, providerId }: ListedProvider): Promise<void> {
  const redirect = askedPath();
  if (provider === 'saml') await auth.goToOwnProvider({ redirect });
  else {
    const params = { method: provider, ...(providerId ? { providerId } : {}), redirect };
    await auth.login(params as Parameters<typeof auth.login>[0]);
  }
}

function askedPath(): string {
  const asked = new URLSearchParams(location.search).getAll('redirect');
  return workspacePath(asked.length === 1 ? (asked[0] ?? null) : null, [location.origin]);
}

/** The form of the main domain with what this page was told; it leads back to this host. */
function mainSignIn({ settings }: Session): string {
  const query = new URLSearchParams(location.search);
  const path = askedPath();
  query.set('redirect', path.startsWith('/') ? location.origin + path : path);
  return `${mainOriginOf(settings)}/signin?${query}`;
}
