import { AppError } from '@stint/domain/errors.ts';
import type { Standing } from '@stint/domain/workspace/own-credential.ts';
import type { Clock } from '../../platform/clock.ts';
import { createTimedCache } from '../../platform/timed-cache.ts';
import type { WorkspaceProvider } from '../provider/client.ts';
import { cacheAges } from '../shared/cache-ages.ts';
import type { ProviderFeed } from '../token/changes.ts';

/** What the provider said of a person, and when it was asked. */
type Asked = { standing: Standing | null; askedAt: Date };

/**
 * People as the provider knows them now, for credentials that act for a person who is not there. The gateway's own copy of
 * roles follows the provider, but may be behind after an outage.
 */
export type Standings = {
  /** As the provider tells it, at most 5 s old. @throws AppError `unavailable` when the provider cannot be asked, since nothing current is known */
  get(userUuid: string): Promise<Asked>;
};

/** @param feed what the provider tells by itself; null for one that does not */
export function createStandings(
  clock: Clock,
  provider: Pick<WorkspaceProvider, 'findStanding'>,
  feed: Pick<ProviderFeed, 'listen'> | null,
): Standings {
  const cache = createTimedCache<Asked>(clock, { maxAgeMs: cacheAges.standingMs });
  feed?.listen(({ items, isGap }) => {
    if (isGap) cache.clear();
    for (const { userUuid } of items) if (userUuid) cache.forget(userUuid);
  });
  return {
    get: (userUuid) =>
      cache.get(userUuid, async () => {
        const askedAt = clock.now();
        const standing = await provider.findStanding(userUuid).catch((cause: unknown) => {
          throw new AppError('unavailable', { cause, retryAfterSeconds: 2 });
        });
        return { standing, askedAt };
      }),
  };
}
