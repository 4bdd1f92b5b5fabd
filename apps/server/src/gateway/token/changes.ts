import type { GatewayDeps } from '../context.ts';

/** What the provider tells of sessions and people; see `GET /auth/changes`. */
export type Change = {
  kind: 'session' | 'authorization' | 'person' | 'member';
  sessionId?: string;
  userUuid?: string;
  /** Public id of the tenant where roles changed or ended. */
  tenantId?: string;
  authzVersion?: number;
};

export type Changes = { cursor: number; changes: Change[] };

const timeoutMs = 2000;

/**
 * Everything after a cursor, page by page; the last 15 minutes without one.
 * @throws Error when the provider does not answer with them
 */
export async function readChanges(
  { auth, fetch }: Pick<GatewayDeps, 'auth' | 'fetch'>,
  after: number | null,
): Promise<Changes> {
  const changes: Change[] = [];
  let cursor = after;
  for (;;) {
    const url = new URL('auth/changes', auth.baseUrl);
    if (cursor !== null) url.searchParams.set('after', String(cursor));
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${auth.adminKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`the provider's changes answered ${response.status}`);
    const page = (await response.json()) as Changes & { hasMore?: boolean };
    changes.push(...page.changes);
    cursor = page.cursor;
    if (page.hasMore !== true) return { cursor, changes };
  }
}
