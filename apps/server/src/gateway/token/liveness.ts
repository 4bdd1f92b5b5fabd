import { AppError } from '@stint/domain/errors.ts';
import { createTimedCache } from '../../platform/timed-cache.ts';
import type { GatewayDeps } from '../context.ts';
import { cacheAges } from '../shared/cache-ages.ts';
import type { Change, ProviderFeed } from './changes.ts';
import type { VerifiedToken } from './verify.ts';

/** Whether a signed token's session still lives and its rights are current (security 6). */
export type Liveness = {
  /**
   * @returns whether the provider was heard; false where it is away and sessions that were served before are served without it
   * @throws AppError `relogin` when it ended, `unavailable` when nothing current is known
   */
  check(token: string, verified: VerifiedToken): Promise<boolean>;
  /** Asks the provider now, where that can be done without a session. @throws when it does not answer */
  prove(): Promise<void>;
  /** Whether some sessions would be served if the provider did not answer now. */
  goesOnAlone(): boolean;
  /** Whether some are served without it now: nobody waits for a provider that did not answer the last time. */
  isAlone(): boolean;
};

/** One access-token life with its skew: older tokens have died by themselves. */
const keepMs = 11 * 60_000;
/** Beyond so many sessions the one that was served longest ago is not served without the provider. */
const mostServed = 100_000;

/** @param feed what the provider tells by itself; null for another provider, which is asked */
export function createLiveness(deps: GatewayDeps, feed: ProviderFeed | null): Liveness {
  return feed ? followChanges(deps, feed) : askSelf(deps);
}

/** Follows the provider's list of ended sessions and raised versions, so that no request has to ask. */
function followChanges({ clock, config }: GatewayDeps, feed: ProviderFeed): Liveness {
  const ended = new Map<string, number>();
  const graceMs = config.providerGraceSeconds * 1000;
  /** When each session was served last while the provider was heard, the longest ago first. */
  const served = new Map<string, number>();
  const versions = new Map<string, { version: number; at: number }>();

  feed.listen(({ items }) => {
    const now = clock.now().getTime();
    for (const change of items) remember(change, now);
    drop(ended, (at) => at, now - keepMs);
    drop(versions, ({ at }) => at, now - keepMs);
  });

  function remember(change: Change, at: number): void {
    if (change.kind === 'session' && change.sessionId) ended.set(change.sessionId, at);
    if (change.kind === 'authorization' && change.userUuid) {
      versions.set(change.userUuid, { version: change.authzVersion ?? 0, at });
    }
  }

  function noteServed(sessionId: string): void {
    served.delete(sessionId);
    served.set(sessionId, clock.now().getTime());
    const [longestAgo = ''] = served.keys();
    if (served.size > mostServed) served.delete(longestAgo);
  }

  const goesOnAlone = () => graceMs > 0 && feed.ageMs() <= graceMs;
  const isAlone = () => goesOnAlone() && feed.isLost();
  const isServedAlone = (sessionId: string) =>
    goesOnAlone() && clock.now().getTime() - (served.get(sessionId) ?? Number.NEGATIVE_INFINITY) <= keepMs;

  async function hear(): Promise<boolean> {
    if (!isAlone()) return feed.catchUp();
    feed.lookBeside();
    return false;
  }

  return {
    async check(_token, { identity, authzVersion }) {
      const isHeard = await hear();
      if (!isHeard && !isServedAlone(identity.sessionId))
        throw new AppError('unavailable', { retryAfterSeconds: 2 });
      if (ended.has(identity.sessionId)) throw new AppError('relogin');
      const raised = versions.get(identity.userUuid);
      if (raised && (authzVersion ?? 0) < raised.version) throw new AppError('relogin');
      if (isHeard && graceMs > 0) noteServed(identity.sessionId);
      return isHeard;
    },
    prove: feed.poll,
    goesOnAlone,
    isAlone,
  };
}

function drop<Value>(map: Map<string, Value>, at: (value: Value) => number, before: number): void {
  for (const [key, value] of map) if (at(value) < before) map.delete(key);
}

/** Another provider has no such list: its `/self` is asked, and the answer believed for 5 s. */
function askSelf({ auth, clock, fetch }: GatewayDeps): Liveness {
  const answers = createTimedCache<boolean>(clock, { maxAgeMs: cacheAges.selfAnswerMs });
  return {
    async check(token) {
      const lives = await answers.get(token, async () => {
        const response = await fetch(new URL('self', auth.baseUrl), {
          headers: { authorization: `Bearer ${token}` },
          redirect: 'error',
          signal: AbortSignal.timeout(5000),
        }).catch((error) => {
          throw new AppError('unavailable', { cause: error, retryAfterSeconds: 2 });
        });
        if (response.ok) return true;
        // Whatever else it says is about the call, not about the session.
        if (![401, 403].includes(response.status))
          throw new AppError('unavailable', { retryAfterSeconds: 2 });
        return false;
      });
      if (!lives) throw new AppError('relogin');
      return true;
    },
    prove: async () => {},
    goesOnAlone: () => false,
    isAlone: () => false,
  };
}
