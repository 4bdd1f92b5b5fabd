import { createFollower, type Follower } from '../../platform/change-feed/follower.ts';
import type { GatewayDeps } from '../context.ts';
import { cacheAges } from '../shared/cache-ages.ts';

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
const pollMs = 2000;

/** What the provider tells, read once for all in this process that keep something of sessions or people. */
export type ProviderFeed = Follower<number, Change>;

export function createProviderFeed(
  deps: Pick<GatewayDeps, 'auth' | 'clock' | 'fetch' | 'log'>,
): ProviderFeed {
  return createFollower({
    name: 'sessions and people of the provider',
    clock: deps.clock,
    log: deps.log,
    pollMs,
    maxAgeMs: cacheAges.endedSessionsMs,
    async read(after) {
      const { cursor, changes } = await readChanges(deps, after);
      return { cursor, items: changes, isGap: after === null };
    },
  });
}

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
