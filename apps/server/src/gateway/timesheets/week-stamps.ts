import { createTimedCache, type TimedCache } from '../../platform/timed-cache.ts';
import { readWeekKey, weekKey } from '../change-feed/topics.ts';
import type { GatewayDeps, MemberContext } from '../context.ts';
import { type WeekStamp, weekStampQuery } from './week-json.ts';

/** Validators of weeks in memory, so that one which did not change costs no SQL. */
export type WeekStamps = {
  /** The present stamp of a week; null for a person who is not there. Asks where memory does not count. */
  find(context: MemberContext, teamMemberID: string, weekEndDate: string): Promise<WeekStamp | null>;
};

/**
 * The feed says when one ends. The age bounds what nobody tells: changes by hand in the database, or by a process of
 * the version before.
 */
const keptMs = 60_000;
const mostKept = 50_000;

export function createWeekStamps({ clock, regions }: Pick<GatewayDeps, 'clock' | 'regions'>): WeekStamps {
  const kept = createTimedCache<WeekStamp | null>(clock, { maxAgeMs: keptMs, maxEntries: mostKept });
  for (const { feed } of regions.values()) {
    feed.listen(({ items, isGap }) => {
      if (isGap) kept.clear();
      for (const { tenantId, topic, key } of items) forget(kept, tenantId, topic, key);
    });
  }
  return {
    find({ database, tenantId, knowsLastWrite }, teamMemberID, weekEndDate) {
      const load = async () => {
        const args = { tenantId, teamMemberID, weekEndDate };
        const [stamp] = await database.tenantRows<WeekStamp>(tenantId, weekStampQuery(args));
        return stamp ?? null;
      };
      return knowsLastWrite ? kept.get([tenantId, weekKey(teamMemberID, weekEndDate)], load) : load();
    },
  };
}

/** Names, settings and people are part of every week's validator. */
const ofAllWeeks: ReadonlySet<string> = new Set(['workspace', 'people', 'catalog']);

function forget(kept: TimedCache<WeekStamp | null>, tenantId: string, topic: string, key: string): void {
  if (topic === 'week') kept.forget(readWeekKey(key) ? [tenantId, key] : tenantId);
  else if (ofAllWeeks.has(topic)) kept.forget(tenantId);
}
