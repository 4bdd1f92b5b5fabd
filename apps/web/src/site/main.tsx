import { findSitePath } from '@stint/domain/pages.ts';
import { type ComponentType, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { makeLateCalls } from '../lib/late-calls.ts';
import { isLoggedIn, startPageSession } from '../lib/page-session.ts';
import { readPageSettings } from '../lib/page-settings.ts';
import type { SitePageProps } from '../lib/site-page.ts';
import { rememberPath, thisVisitedPage } from '../lib/visited-paths.ts';
import { site as text } from '../messages/site.ts';
import { ErrorScreen } from '../ui/error-screen.tsx';
import { FullScreenSpinner } from '../ui/spinner.tsx';
import '../styles/base.css';
import { tellComponentStacks } from './component-stack.ts';
import { findPage } from './pages.ts';

tellComponentStacks();
const settings = readPageSettings();
const session = startPageSession({
  settings,
  makeCalls: makeLateCalls,
  signInAgain,
  stop: sayStopped,
  sayHeld,
});
const page = findPage(location.pathname, settings.workspace !== null);
const root = createRoot(document.getElementById('root') as HTMLElement);

function signInAgain(): string {
  // From the form itself nobody comes back to the form.
  const here =
    location.pathname === '/signin' ? location.search : `?redirect=${encodeURIComponent(location.href)}`;
  return `${location.origin}/signin${here}`;
}

async function sayStopped(): Promise<void> {
  const { SignedOutAgain } = await import('../features/sign-in/signed-out-again.tsx');
  root.render(<SignedOutAgain home="/" signIn={signInAgain()} unsaved={0} />);
}

async function sayHeld(signIn: string): Promise<() => void> {
  return (await import('../ui/signed-out-notice.tsx')).showSignedOutNotice(signIn);
}

/** Shows the page, or sends a visitor who is not signed in to the root. */
async function start(): Promise<void> {
  if (!page) return location.replace('/');
  const path = findSitePath(location.pathname);
  if (path) document.title = `${text.titles[path]} · ${text.product}`;
  if ('Page' in page) return show(page.Page);
  const loading = page.load();
  if (page.access === 'signedIn') {
    root.render(<FullScreenSpinner label={text.loading} />);
    if (!(await isLoggedIn(session))) return leave();
  }
  show(await loading);
}

function show(Page: ComponentType<SitePageProps>): void {
  if (!page?.isPassing) rememberPath(thisVisitedPage(settings.mainDomain));
  root.render(
    <StrictMode>
      <ErrorScreen report={session.report}>
        <Suspense fallback={<FullScreenSpinner label={text.loading} />}>
          <Page session={session} />
        </Suspense>
      </ErrorScreen>
    </StrictMode>,
  );
}

function leave(): void {
  session.auth.clearSession();
  const here = location.pathname + location.search;
  location.replace(here === '/' ? '/' : `/?redirect=${encodeURIComponent(here)}`);
}

void start();
