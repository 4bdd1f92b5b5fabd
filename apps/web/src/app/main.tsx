import { createRoot } from 'react-dom/client';
import { countKeptEdits } from '../features/timesheets/edit-store.ts';
import { handoverAddress } from '../lib/handover-address.ts';
import { readPageSettings } from '../lib/page-settings.ts';
import { reloadAfterUpdate } from '../lib/reload-after-update.ts';
import { createSession, mainOriginOf } from '../lib/session.ts';
import { createSessionEnd } from '../lib/session-end.ts';
import { signInHost } from '../lib/sign-in-host.ts';
import { common } from '../messages/common.ts';
import '../styles/base.css';
import { ErrorScreen } from '../ui/error-screen.tsx';
import { FullScreenSpinner } from '../ui/spinner.tsx';
import { WorkspaceApp } from './workspace-app.tsx';

const settings = readPageSettings();
const main = mainOriginOf(settings);
const session = createSession(settings, {
  onSessionEnded: createSessionEnd({
    logout: () => session.auth.logout({ redirect: false }),
    storage: () => sessionStorage,
    now: Date.now,
    leave: () => location.assign(signInAgain()),
    stop: () => void sayStopped(),
  }),
  onUnauthorized: () => location.assign(`${main}/?error=unauthorize_access`),
});

reloadAfterUpdate({
  target: window,
  storage: sessionStorage,
  now: Date.now,
  reload: () => location.reload(),
});

const root = createRoot(document.getElementById('root') as HTMLElement);
root.render(<FullScreenSpinner label={common.loading} />);

/**
 * What was typed lies in local storage already and goes out after the next sign-in. Who came by the workspace's own provider
 * has no session of the main domain to go back to.
 */
function signInAgain(): string {
  const unsaved = String(countKeptEdits(localStorage));
  const isOwn = signInHost() === 'workspace';
  const redirect = isOwn ? location.pathname + location.search : location.href;
  const query = new URLSearchParams({ signedOut: '1', unsaved, redirect });
  return `${isOwn ? '' : main}/signin?${query}`;
}

async function sayStopped(): Promise<void> {
  const { SignedOutAgain } = await import('../features/sign-in/signed-out-again.tsx');
  const unsaved = countKeptEdits(localStorage);
  root.render(<SignedOutAgain home={`${main}/`} signIn={signInAgain()} unsaved={unsaved} />);
}

/** `/auth`, where a code of the main domain becomes a session of this host: fetched when needed, the week is next. */
async function enter(): Promise<void> {
  const { HandoverPage } = await import('../features/handover/handover-page.tsx');
  root.render(
    <ErrorScreen report={session.report}>
      <HandoverPage session={session} />
    </ErrorScreen>,
  );
}

/** Without a session of this host the main domain is asked for one; it knows who is signed in. */
async function start(): Promise<void> {
  const isLoggedIn = await session.auth.isLoggedIn().catch((error: unknown) => {
    console.error(error);
    session.report(error);
    return false;
  });
  if (!isLoggedIn) {
    const { codeChallenge } = await session.auth.startHandover();
    location.replace(handoverAddress(settings, codeChallenge, location.pathname + location.search));
    return;
  }
  root.render(
    <ErrorScreen report={session.report}>
      <WorkspaceApp session={session} />
    </ErrorScreen>,
  );
}

void (location.pathname === '/auth' ? enter() : start());
