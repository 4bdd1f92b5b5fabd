/** Counts tries in this process: exact within it, without a statement. For limits that protect the service, not a secret. */
export type SlidingLimit = {
  /** Counts one try. @returns 0 when it is let through, else milliseconds to wait */
  take(key: string, nowMs: number): number;
};

const mostKept = 50_000;

/** At most `most` tries of one key within any `windowMs` milliseconds. */
export function createSlidingLimit(windowMs: number, most: number): SlidingLimit {
  const kept = new Map<string, number[]>();
  return {
    take(key, nowMs) {
      const recent = (kept.get(key) ?? []).filter((at) => at > nowMs - windowMs);
      const oldest = recent.length >= most ? recent[recent.length - most] : undefined;
      if (oldest !== undefined) return oldest + windowMs - nowMs;
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, [...recent, nowMs]);
      return 0;
    },
  };
}
