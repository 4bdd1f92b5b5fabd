import type { Clock } from './clock.ts';

/** A cache whose values live a few seconds and are asked for once by several callers at the same time. */
export type TimedCache<Value> = {
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  /** Forgets every key that begins with this text. */
  forget(prefix: string): void;
  readonly size: number;
};

/**
 * @param maxAgeMs how long a value is believed; what a process keeps for itself is at most 5 s old (security 6)
 * @param maxEntries the oldest is dropped beyond; failures are never kept
 */
export function createTimedCache<Value>(
  clock: Clock,
  maxAgeMs: number,
  maxEntries = 10_000,
): TimedCache<Value> {
  const entries = new Map<string, { value: Promise<Value>; until: number }>();
  return {
    async get(key, load) {
      const now = clock.now().getTime();
      const known = entries.get(key);
      if (known && known.until > now) return known.value;
      const value = load();
      entries.delete(key);
      entries.set(key, { value, until: now + maxAgeMs });
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value as string);
      value.catch(() => {
        if (entries.get(key)?.value === value) entries.delete(key);
      });
      return value;
    },
    forget(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key);
    },
    get size() {
      return entries.size;
    },
  };
}
