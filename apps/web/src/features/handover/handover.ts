import { toAuthError } from '@latchkey/client';
import { isValidSlug } from '@stint/domain/workspace/slug.ts';
import { afterEntering, workspacePath, workspaceSignIn } from '../../entities/workspace-target.ts';
import { handoverAddress } from '../../lib/handover-address.ts';
import { kindOfStep, type MissingStep, readMissingStep } from '../../lib/missing-step.ts';
import { hasOwnProviders } from '../../lib/own-providers.ts';
import { mainOriginOf, type Session, workspaceOriginOf } from '../../lib/session.ts';
import { rememberSignInHost } from '../../lib/sign-in-host.ts';

/** Where the page is and how it is left. */
export type Page = { search: string; go: (target: string) => void };

const thisPage = (): Page => ({ search: location.search, go: (target) => location.replace(target) });

/** Does what this page's address asks for: a code to fetch on the main domain, or one to use on a workspace host. */
export async function continueHandover(session: Session, page: Page = thisPage()): Promise<void> {
  const query = new URLSearchParams(page.search);
  if (!session.settings.workspace) return requestCode(session, page);
  const code = query.get('code');
  const target = workspacePath(query.get('redirect'));
  if (!code) return startHandover(session, target, page);
  // The code leaves the address bar before any other request; the target stays, for another hand-over.
  history.replaceState(null, '', `/auth?redirect=${encodeURIComponent(target)}`);
  await session.auth.finishHandover({ code, redirect: false });
  rememberSignInHost('main');
  page.go(await afterEntering(session, target));
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

/** Which workspace a hand-over was asked for, and where in it the way leads. */
export type Asked = { tenantId: string; slug: string; codeChallenge: string; target: string };

/** What the address of the main domain's `/auth` asks for; null where it asks for nothing. */
export function readAsked(search: string): Asked | null {
  const query = new URLSearchParams(search);
  const [tenantId, slug] = [query.get('workspace') ?? '', query.get('slug') ?? ''];
  const codeChallenge = query.get('challenge') ?? '';
  // The slug becomes a host name: nothing but a slug may.
  if (!tenantId || !isValidSlug(slug) || !codeChallenge) return null;
  return { tenantId, slug, codeChallenge, target: workspacePath(query.get('redirect')) };
}

async function requestCode(session: Session, page: Page): Promise<void> {
  const { auth, settings } = session;
  const asked = readAsked(page.search);
  if (!asked) return page.go('/');
  const { tenantId, slug, codeChallenge, target } = asked;
  const origin = workspaceOriginOf(settings, slug);
  if (!(await auth.isLoggedIn())) {
    auth.clearSession();
    // Nobody needs an account of the main domain for a workspace that has a provider of its own.
    if (await hasOwnProviders(settings, tenantId)) return page.go(workspaceSignIn(session, slug, target));
    return page.go(`${mainOriginOf(settings)}/?redirect=${encodeURIComponent(origin + target)}`);
  }
  try {
    const { code } = await auth.requestHandover({ tenantId, codeChallenge });
    page.go(`${origin}/auth?code=${encodeURIComponent(code)}&redirect=${encodeURIComponent(target)}`);
  } catch (thrown) {
    const step = readMissingStep(toAuthError(thrown));
    if (!step || !isElsewhere(step)) throw thrown;
    page.go(workspaceSignIn(session, slug, target));
  }
}

/** Only the workspace's own provider will do, and it knows the person. */
function isElsewhere(step: MissingStep): boolean {
  return kindOfStep(step) === 'ownProvider' && step.ownProviders.some(({ isLinked }) => isLinked);
}
