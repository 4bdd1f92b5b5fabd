import { parseHost } from '@stint/domain/workspace/host.ts';
import type { Config } from '../config.ts';
import type { WorkspaceDirectory, WorkspaceOfHost } from './workspaces.ts';

/** What a host is to the pages; `unknown` is answered with 421 (security 7). */
export type PageHost =
  | { kind: 'main' }
  | { kind: 'workspace'; workspace: WorkspaceOfHost }
  | { kind: 'toMain' }
  | { kind: 'service' }
  | { kind: 'unknown' };

/** Finds out whose host this is; `localhost` leads to the main domain in test mode (decisions 17). */
export async function resolveHost(
  host: string | undefined,
  config: Config,
  workspaces: WorkspaceDirectory,
): Promise<PageHost> {
  const parsed = parseHost(host, config.mainDomain);
  if (parsed.kind === 'main') return { kind: 'main' };
  if (parsed.kind === 'workspace') {
    const workspace = await workspaces.find(parsed.slug);
    return workspace ? { kind: 'workspace', workspace } : { kind: 'unknown' };
  }
  return config.mode === 'test' && isLoopbackName(host) ? { kind: 'toMain' } : { kind: 'unknown' };
}

/**
 * True for a call of one service to the other on the same machine: a loopback name from a loopback address, to the
 * provider or the gateway.
 * @param remoteAddress of the socket itself, never from a header
 */
export function isServiceCall(host: string | undefined, remoteAddress: string | undefined, path: string): boolean {
  const isNear = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(remoteAddress ?? '');
  return isNear && isLoopbackName(host) && /^\/(v0|api)\//.test(path);
}

function isLoopbackName(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '');
}
