import { everyTenant } from '../../platform/change-feed/record.ts';
import type { TimedCache } from '../../platform/timed-cache.ts';
import type { Region } from '../context.ts';
import type { Topic } from './topics.ts';

/** A cache whose groups are workspaces forgets one as soon as something of these topics changed there. */
export function forgetOnChange(
  regions: ReadonlyMap<string, Pick<Region, 'feed'>>,
  cache: Pick<TimedCache<unknown>, 'forget' | 'clear'>,
  topics: readonly Topic[],
): void {
  for (const { feed } of regions.values()) {
    feed.listen(({ items, isGap }) => {
      if (isGap) cache.clear();
      for (const { tenantId, topic } of items) {
        if (!(topics as readonly string[]).includes(topic)) continue;
        if (tenantId === everyTenant) cache.clear();
        else cache.forget(tenantId);
      }
    });
  }
}
