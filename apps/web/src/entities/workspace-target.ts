import { safeRedirect } from '@stint/domain/auth/redirect.ts';
import { SessionEndedError } from '../lib/api-error.ts';
import { type Session, workspaceOriginOf } from '../lib/session.ts';
import { readIsActive } from './subscription.ts';

/** A path of a workspace that was asked for; the week where none was, or what was asked for is none. */
export function workspacePath(asked: string | null, allowedOrigins: readonly string[] = []): string {
  const path = safeRedirect(asked, { allowedOrigins, mode: 'live' });
  return path === '/' ? '/time' : path;
}

/** Where somebody goes who has just got a session of the workspace: an inactive subscription leads to billing. */
export async function afterEntering(session: Session, target: string): Promise<string> {
  return (await isActive(session)) ? target : '/billing';
}

/** The sign-in page of a workspace's host, where its own providers lead back to. */
export function workspaceSignIn(session: Session, slug: string, target: string): string {
  const query = new URLSearchParams({ redirect: target });
  return `${workspaceOriginOf(session.settings, slug)}/signin?${query}`;
}

/** When it cannot be told, the page itself will. */
async function isActive({ call }: Session): Promise<boolean> {
  const status = await readIsActive(call).catch((error: unknown) => {
    // The page is on its way to sign-in; going on to the target would overtake it.
    if (error instanceof SessionEndedError) throw error;
    return null;
  });
  return status?.isActive !== false;
}
