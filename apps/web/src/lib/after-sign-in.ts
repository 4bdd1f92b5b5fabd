import { findSafeRedirect } from '@stint/domain/auth/redirect.ts';
import type { Workspace } from './gateway.ts';
import { mainOriginOf, type Session, workspaceOriginOf } from './session.ts';
import { listWorkspaces, workspaceEntry } from './workspaces.ts';

/**
 * Where somebody goes after signing in (spec 2.4 and 4.3): the redirect parameter if it leads to us or to one of their
 * workspaces; without a workspace /continue-signup; with exactly one its /time; with several the chooser.
 */
export async function afterSignIn(session: Session, search: string = location.search): Promise<string> {
  const workspaces = await listWorkspaces(session);
  const wished = new URLSearchParams(search).getAll('redirect');
  const target = wished.length === 1 ? findSafeRedirect(wished[0], rulesFor(session, workspaces)) : null;
  if (target && target !== '/') return target;
  return defaultTarget(session, workspaces);
}

/** The target where nothing was asked for (spec 4.3). */
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
