import { loginRedirectPath, type SelfRecord, toAuthError } from '@latchkey/client';
import { findSafeRedirect } from '@stint/domain/auth/redirect.ts';
import { mainOriginOf, type Session, workspaceOriginOf } from '../lib/session.ts';
import { rememberSignInHost } from '../lib/sign-in-host.ts';
import { listWorkspaces, type Workspace, workspaceEntry } from './workspace.ts';
import { afterEntering, workspacePath } from './workspace-target.ts';

/** Where somebody goes after signing in. Whose own record cannot be read is signed out and back at the form. */
export async function afterSignIn(session: Session, search: string = location.search): Promise<string> {
  // A session of one workspace leads into that workspace.
  if (session.settings.workspace) {
    rememberSignInHost('workspace');
    return afterEntering(session, wishedPath(search));
  }
  let self: SelfRecord;
  try {
    self = await session.auth.getSelf();
  } catch (reason) {
    return signOutUnread(session, search, reason);
  }
  return targetOf(session, self, search);
}

/**
 * The redirect parameter if it leads to us or to one of the person's workspaces; the path that the tenant names in the own
 * record, its root being no wish; without a workspace /continue-signup; with exactly one its /time; with several the chooser.
 */
export async function targetOf(
  session: Session,
  self: SelfRecord,
  search: string = location.search,
): Promise<string> {
  const workspaces = await listWorkspaces(session);
  const wished = new URLSearchParams(search).getAll('redirect');
  const rules = rulesFor(session, workspaces);
  const candidates = [wished.length === 1 ? wished[0] : null, loginRedirectPath(self)];
  const target = candidates.map((one) => findSafeRedirect(one, rules)).find((one) => one && one !== '/');
  return target ?? defaultTarget(session, workspaces);
}

function wishedPath(search: string): string {
  const wished = new URLSearchParams(search).getAll('redirect');
  return workspacePath(wished.length === 1 ? (wished[0] ?? null) : null);
}

/** A session that the provider ended meanwhile, or a record that it could not give. */
async function signOutUnread({ auth }: Session, search: string, reason: unknown): Promise<string> {
  console.warn('The own record could not be read.', reason);
  await auth.logout({ redirect: false });
  const isOver = toAuthError(reason).statusCode === 401;
  const query = new URLSearchParams({ signedOut: isOver ? '1' : 'unread' });
  const redirect = new URLSearchParams(search).get('redirect');
  if (redirect) query.set('redirect', redirect);
  return `/signin?${query}`;
}

/** The target where nothing was asked for. */
export function defaultTarget(session: Session, workspaces: readonly Workspace[]): string {
  const [first, second] = workspaces.filter(({ status }) => status === 'active');
  if (!first) return workspaces.length === 0 ? '/continue-signup' : '/';
  return second ? '/' : workspaceEntry(session, first.slug);
}

function rulesFor(session: Session, workspaces: readonly Workspace[]) {
  const { settings } = session;
  const origins = workspaces.map(({ slug }) => workspaceOriginOf(settings, slug));
  return { allowedOrigins: [mainOriginOf(settings), ...origins], mode: settings.mode };
}
