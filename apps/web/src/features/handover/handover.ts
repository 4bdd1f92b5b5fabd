import { safeRedirect } from '@stint/domain/auth/redirect.ts';
import { isValidSlug } from '@stint/domain/workspace/slug.ts';
import { SessionEndedError } from '../../lib/api-error.ts';
import { handoverAddress } from '../../lib/handover-address.ts';
import { mainOriginOf, type Session, workspaceOriginOf } from '../../lib/session.ts';

/** Where the page is and how it is left. */
export type Page = { search: string; go: (target: string) => void };

const thisPage = (): Page => ({ search: location.search, go: (target) => location.replace(target) });

/** Does what this page's address asks for: a code to fetch on the main domain, or one to use on a workspace host. */
export async function continueHandover(session: Session, page: Page = thisPage()): Promise<void> {
  const query = new URLSearchParams(page.search);
  if (!session.settings.workspace) return requestCode(session, query, page);
  const code = query.get('code');
  const target = safePath(query.get('redirect'));
  if (!code) return startHandover(session, target, page);
  // The code leaves the address bar before any other request; the target stays, for another hand-over.
  history.replaceState(null, '', `/auth?redirect=${encodeURIComponent(target)}`);
  await session.auth.finishHandover({ code, redirect: false });
  page.go((await isActive(session)) ? target : '/billing');
}

/** Begins on the workspace host: the verifier stays in this tab, its challenge goes to the main domain. */
export async function startHandover(
  session: Session,
  target: string,
  page: Page = thisPage(),
): Promise<void> {
  const { codeChallenge } = await session.auth.startHandover();
  page.go(handoverAddress(session.settings, codeChallenge, target));
}

/** An inactive subscription leads to billing after sign-in; when that cannot be told, the page itself will. */
async function isActive({ call }: Session): Promise<boolean> {
  const status = await call('GET /Subscription/GetSubscriptionActiveStatus', {}).catch((error: unknown) => {
    // The page is on its way to sign-in; going on to the target would overtake it.
    if (error instanceof SessionEndedError) throw error;
    return null;
  });
  return status?.isActive !== false;
}

async function requestCode(session: Session, query: URLSearchParams, page: Page): Promise<void> {
  const { auth, settings } = session;
  const [tenantId, slug] = [query.get('workspace') ?? '', query.get('slug') ?? ''];
  const codeChallenge = query.get('challenge') ?? '';
  const target = safePath(query.get('redirect'));
  // The slug becomes a host name: nothing but a slug may.
  if (!tenantId || !isValidSlug(slug) || !codeChallenge) return page.go('/');
  const origin = workspaceOriginOf(settings, slug);
  if (!(await auth.isLoggedIn())) {
    auth.clearSession();
    return page.go(`${mainOriginOf(settings)}/?redirect=${encodeURIComponent(origin + target)}`);
  }
  const { code } = await auth.requestHandover({ tenantId, codeChallenge });
  page.go(`${origin}/auth?code=${encodeURIComponent(code)}&redirect=${encodeURIComponent(target)}`);
}

function safePath(target: string | null): string {
  const path = safeRedirect(target, { allowedOrigins: [], mode: 'live' });
  return path === '/' ? '/time' : path;
}
