import { safeRedirect } from '@stint/domain/auth/redirect.ts';
import { isValidSlug } from '@stint/domain/workspace/slug.ts';
import { handoverAddress } from '../../lib/handover-address.ts';
import { mainOriginOf, type Session, workspaceOriginOf } from '../../lib/session.ts';

/** Does what this page's address asks for: a code to fetch on the main domain, or one to use on a workspace host. */
export async function continueHandover(session: Session): Promise<void> {
  const query = new URLSearchParams(location.search);
  if (!session.settings.workspace) return requestCode(session, query);
  const code = query.get('code');
  const target = safePath(query.get('redirect'));
  if (!code) return startHandover(session, target);
  // The code leaves the address bar before any other request (security 4).
  history.replaceState(null, '', '/auth');
  await session.auth.finishHandover({ code, redirect: false });
  location.replace(target);
}

/** Begins on the workspace host: the verifier stays in this tab, its challenge goes to the main domain. */
export async function startHandover(session: Session, target: string): Promise<void> {
  const { codeChallenge } = await session.auth.startHandover();
  location.replace(handoverAddress(session.settings, codeChallenge, target));
}

async function requestCode(session: Session, query: URLSearchParams): Promise<void> {
  const { auth, settings } = session;
  const [tenantId, slug] = [query.get('workspace') ?? '', query.get('slug') ?? ''];
  const codeChallenge = query.get('challenge') ?? '';
  const target = safePath(query.get('redirect'));
  // The slug becomes a host name: nothing but a slug may.
  if (!tenantId || !isValidSlug(slug) || !codeChallenge) return location.replace('/');
  const origin = workspaceOriginOf(settings, slug);
  if (!(await auth.isLoggedIn())) {
    auth.clearSession();
    return location.replace(`${mainOriginOf(settings)}/?redirect=${encodeURIComponent(origin + target)}`);
  }
  const { code } = await auth.requestHandover({ tenantId, codeChallenge });
  location.replace(`${origin}/auth?code=${encodeURIComponent(code)}&redirect=${encodeURIComponent(target)}`);
}

function safePath(target: string | null): string {
  const path = safeRedirect(target, { allowedOrigins: [], mode: 'live' });
  return path === '/' ? '/time' : path;
}
