import { parseHost } from '@stint/domain/workspace/host.ts';
import type { Config } from '../config.ts';
import type { WorkspaceDirectory, WorkspaceOfHost } from './workspaces.ts';

/** What a host is to the pages; `unknown` is answered with 421 (security 7). */
export type PageHost =
  | { kind: 'main' }
  | { kind: 'workspace'; workspace: WorkspaceOfHost }
  | { kind: 'toMain' }
  /** The workspace has another address now. */
  | { kind: 'moved'; slug: string }
  | { kind: 'unknown' };

/** Finds out whose host this is; `localhost` leads to the main domain in test mode, since people type it first. */
export async function resolveHost(
  host: string | undefined,
  config: Config,
  workspaces: WorkspaceDirectory,
): Promise<PageHost> {
  const parsed = parseHost(host, config.mainDomain);
  if (parsed.kind === 'main') return { kind: 'main' };
  if (parsed.kind === 'workspace') {
    const workspace = await workspaces.find(parsed.slug);
    if (!workspace) return { kind: 'unknown' };
    return workspace.slug === parsed.slug
      ? { kind: 'workspace', workspace }
      : { kind: 'moved', slug: workspace.slug };
  }
  return config.mode === 'test' && isLoopbackName(host) ? { kind: 'toMain' } : { kind: 'unknown' };
}

function isLoopbackName(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '');
}
