import type { Workspace } from './gateway.ts';
import type { Session } from './session.ts';
import { workspaceOriginOf } from './session.ts';

/** Workspaces of the signed-in person, by name. */
export async function listWorkspaces({ call }: Session): Promise<Workspace[]> {
  const workspaces = await call('GET /Workspaces', {});
  return [...workspaces].sort((a, b) => a.name.localeCompare(b.name));
}

/** Where a workspace is entered; its own host starts the hand-over. */
export function workspaceEntry(session: Session, slug: string, path = '/time'): string {
  return workspaceOriginOf(session.settings, slug) + path;
}
