import type { Clock } from './clock.ts';

/** Where a value is kept: alone under its name, or in a group that can be forgotten as a whole. */
export type CacheKey = string | readonly [group: string, member: string];

/** A cache whose values live a while and are asked for once by several callers at the same time. */
export type TimedCache<Value> = {
  get(key: CacheKey, load: () => Promise<Value>): Promise<Value>;
  /** What is here by now, for who may not wait for whoever loads it. */
  arrived(key: CacheKey): { value: Value } | undefined;
  /** Forgets one value, or a whole group by its name. What is being loaded meanwhile is not kept either. */
  forget(key: CacheKey): void;
  clear(): void;
  readonly size: number;
};

export type TimedCacheOptions = {
  /** How long a value is believed, from the moment it is asked for. */
  maxAgeMs: number;
  /** Beyond so many values the oldest group goes; 10,000 where absent. */
  maxEntries?: number;
};

type Entry<Value> = { value: Promise<Value>; until: number; arrived?: { value: Value } };

/** Failures are never kept. */
export function createTimedCache<Value>(
  clock: Clock,
  { maxAgeMs, maxEntries = 10_000 }: TimedCacheOptions,
): TimedCache<Value> {
  const groups = new Map<string, Map<string, Entry<Value>>>();
  let size = 0;

  function drop(group: string, member?: string): void {
    const entries = groups.get(group);
    if (!entries) return;
    if (member === undefined) {
      size -= entries.size;
      groups.delete(group);
      return;
    }
    if (!entries.delete(member)) return;
    size -= 1;
    if (entries.size === 0) groups.delete(group);
  }

  function put(group: string, member: string, entry: Entry<Value>): void {
    drop(group, member);
    const entries = groups.get(group) ?? new Map<string, Entry<Value>>();
    groups.set(group, entries.set(member, entry));
    size += 1;
    while (size > maxEntries) {
      const [oldest = group] = groups.keys();
      // A single group that is too large loses its own oldest value.
      drop(oldest, groups.size > 1 ? undefined : entries.keys().next().value);
    }
  }

  const find = (key: CacheKey): Entry<Value> | undefined => {
    const [group, member] = split(key);
    const known = groups.get(group)?.get(member);
    return known && known.until > clock.now().getTime() ? known : undefined;
  };

  return {
    async get(key, load) {
      const known = find(key);
      if (known) return known.value;
      const [group, member] = split(key);
      const entry: Entry<Value> = { value: load(), until: clock.now().getTime() + maxAgeMs };
      put(group, member, entry);
      entry.value.then(
        (value) => {
          entry.arrived = { value };
        },
        () => {
          if (groups.get(group)?.get(member) === entry) drop(group, member);
        },
      );
      return entry.value;
    },
    arrived: (key) => find(key)?.arrived,
    forget: (key) => (typeof key === 'string' ? drop(key) : drop(...key)),
    clear() {
      groups.clear();
      size = 0;
    },
    get size() {
      return size;
    },
  };
}

function split(key: CacheKey): readonly [group: string, member: string] {
  return typeof key === 'string' ? [key, ''] : key;
}
