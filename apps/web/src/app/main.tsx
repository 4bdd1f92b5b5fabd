import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { seedQueries } from '../entities/first-answers.ts';
import { workspaceQuery } from '../entities/workspace.ts';
import { countKeptEdits } from '../features/timesheets/edit-store.ts';
import { makeCalls } from '../lib/calls.ts';
import type { Connection } from '../lib/connection.ts';
import { takeFirstAnswers } from '../lib/first-answers.ts';
import { handoverAddress } from '../lib/handover-address.ts';
import { createKeptQueries } from '../lib/kept-queries.ts';
import { later } from '../lib/later.ts';
import { watchLeaving } from '../lib/leaving.ts';
import { createOfflineAnswers } from '../lib/offline-answers.ts';
import { isLoggedIn, startPageSession } from '../lib/page-session.ts';
import { readPageSettings } from '../lib/page-settings.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { reloadAfterUpdate } from '../lib/reload-after-update.ts';
import { mainOriginOf, ownOf } from '../lib/session.ts';
import { signInHost } from '../lib/sign-in-host.ts';
import { common } from '../messages/common.ts';
import { LeavingErrorScreen } from '../ui/leaving-error-screen.tsx';
import '../styles/base.css';
import '../styles/forced-colors.css';
import { FullScreenSpinner } from '../ui/spinner.tsx';
import { ownerOf } from './last-page-owner.ts';
import { createAppRouter } from './router.tsx';
import { startWorker } from './start-worker.ts';
import { WorkspaceApp } from './workspace-app.tsx';

const settings = readPageSettings();
const main = mainOriginOf(settings);
const session = startPageSession({
  settings,
  makeCalls,
  signInAgain,
  stop: sayStopped,
  sayHeld,
  saySomebodyElse,
  clear: () => offline.clear(),
  first: takeFirstAnswers(),
});
/** The name of this build is that of its script. */
const offline = createOfflineAnswers(localStorage, async () =>
  (await import('../lib/answer-database.ts')).openAnswerDatabase(import.meta.url),
);
session.auth.on('signedOut', () => void offline.clear().catch(session.report));

/** The first screen comes first. */
const WORKER_AFTER_MILLISECONDS = 3_000;

const isLeaving = watchLeaving(window, Date.now);
reloadAfterUpdate({
  target: window,
  isLeaving,
  storage: sessionStorage,
  now: Date.now,
  reload: () => location.reload(),
});

// The error screen logs what it shows.
const root = createRoot(document.getElementById('root') as HTMLElement, { onCaughtError: () => undefined });

// A task of its own, and so is the first drawing: keys and fingers are heard between them.
setTimeout(begin);

/** Only for who has to wait: what can be shown at once is drawn once. */
const spinner = setTimeout(() => root.render(<FullScreenSpinner label={common.loading} />));

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
  show(<SignedOutAgain home={`${main}/`} signIn={signInAgain()} unsaved={unsaved} />);
}

async function sayHeld(signIn: string): Promise<() => void> {
  return (await import('../ui/signed-out-notice.tsx')).showSignedOutNotice(signIn);
}

async function saySomebodyElse(signIn: string): Promise<() => void> {
  return (await import('../ui/signed-out-notice.tsx')).showSomebodyElseNotice(signIn);
}

/** In place of all that was there, the spinner included. */
function show(page: ReactNode): void {
  clearTimeout(spinner);
  root.render(
    <LeavingErrorScreen report={session.report} isLeaving={isLeaving}>
      {page}
    </LeavingErrorScreen>,
  );
}

/** `/auth`, where a code of the main domain becomes a session of this host: fetched when needed, the week is next. */
async function enter(): Promise<void> {
  const { HandoverPage } = await import('../features/handover/handover-page.tsx');
  show(<HandoverPage session={session} />);
}

/** Without a connection there is no way to sign in, and no page to leave for. */
async function sayOffline(): Promise<void> {
  const { OfflinePage } = await import('./offline-page.tsx');
  show(<OfflinePage />);
}

/**
 * Without a session of this host the main domain is asked for one; it knows who is signed in. What was kept here of
 * whoever was signed in before goes first.
 */
async function start(): Promise<void> {
  // A session whose tokens nobody could renew just now may still be good.
  if ((await isLoggedIn(session)) || session.auth.snapshot().isSignedIn) return open();
  await offline.clear().catch(session.report);
  if (settings.isShell) return sayOffline();
  const { codeChallenge } = await session.auth.startHandover();
  location.replace(handoverAddress(settings, codeChallenge, location.pathname + location.search));
}

/** The application of somebody who is signed in. */
async function open(): Promise<void> {
  const { call, connection, known } = session;
  session.claim();
  const kept = createKeptQueries({ store: offline.open(ownOf(session)), connection, later });
  const queryClient = createQueryClient(kept.persister);
  kept.follow(queryClient);
  seedQueries(queryClient, call, known);
  const start = queryClient.getQueryData(workspaceQuery(call).queryKey);
  const router = start ? createAppRouter({ queryClient, owner: ownerOf(start) }) : null;
  await router?.load();
  show(<WorkspaceApp session={session} queryClient={queryClient} router={router} />);
  addEventListener('pagehide', kept.flush);
  followNetwork(connection);
  setTimeout(() => void startWorker(), WORKER_AFTER_MILLISECONDS);
}

/** What the browser knows of its network is believed when it says that there is none, and looked into when there is. */
function followNetwork({ missed, retry }: Connection): void {
  if (settings.isShell || !navigator.onLine) missed();
  addEventListener('offline', missed);
  addEventListener('online', () => void retry());
}

function begin(): void {
  void (location.pathname !== '/auth' ? start() : settings.isShell ? sayOffline() : enter());
}
