import { type ComponentType, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { readPageSettings } from '../lib/page-settings.ts';
import { createSession, mainOriginOf } from '../lib/session.ts';
import { createSessionEnd } from '../lib/session-end.ts';
import type { SitePageProps } from '../lib/site-page.ts';
import { rememberPath, thisVisitedPage } from '../lib/visited-paths.ts';
import { site as text } from '../messages/site.ts';
import { ErrorScreen } from '../ui/error-screen.tsx';
import { FullScreenSpinner } from '../ui/spinner.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import '../styles/base.css';
import { tellComponentStacks } from './component-stack.ts';
import { findPage } from './pages.ts';

tellComponentStacks();
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
  onUnauthorized() {
    const target = `${main}/?error=unauthorize_access`;
    // The page that says so may be refused its own calls: it stays and shows what they answered.
    if (location.href !== target) location.assign(target);
  },
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

/** Shows the page, or sends a visitor who is not signed in to the root. */
async function start(): Promise<void> {
  if (!page) return location.replace('/');
  if ('Page' in page) return show(page.Page);
  const loading = page.load();
  if (page.access === 'signedIn') {
    root.render(<FullScreenSpinner label={text.loading} />);
    if (!(await isLoggedIn())) return leave();
  }
  show(await loading);
}

/** A check that fails is logged and reported; the page goes on as for somebody who is not signed in. */
async function isLoggedIn(): Promise<boolean> {
  return session.auth.isLoggedIn().catch((error: unknown) => {
    console.error(error);
    session.report(error);
    return false;
  });
}

function show(Page: ComponentType<SitePageProps>): void {
  if (!page?.isPassing) rememberPath(thisVisitedPage(settings.mainDomain));
  root.render(
    <StrictMode>
      <ErrorScreen report={session.report}>
        <Suspense fallback={<FullScreenSpinner label={text.loading} />}>
          <ToastProvider dismissLabel={text.dismiss}>
            <Page session={session} />
          </ToastProvider>
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
