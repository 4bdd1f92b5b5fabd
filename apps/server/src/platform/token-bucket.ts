import { AppError } from '@stint/domain/errors.ts';
import type { Clock } from './clock.ts';

export type BucketSize = { perMinute: number; burst: number };

export type TokenBuckets = {
  /** @returns what is left. @throws AppError `rate_limited` with the seconds until the next one */
  take(key: string, size: BucketSize): number;
};

/** Token buckets of this process: steady refill, a short burst. Idle buckets are full and forgotten. */
export function createTokenBuckets(clock: Clock, maxKept = 50_000): TokenBuckets {
  const buckets = new Map<string, { level: number; at: number }>();
  return {
    take(key, { perMinute, burst }) {
      const now = clock.now().getTime();
      const known = buckets.get(key);
      // A clock that was put back takes nothing away.
      const refill = known ? (Math.max(0, now - known.at) / 60_000) * perMinute : burst;
      const level = Math.min(burst, (known?.level ?? 0) + refill);
      buckets.delete(key);
      buckets.set(key, { level: Math.max(level - 1, level < 1 ? level : 0), at: now });
      if (buckets.size > maxKept) buckets.delete(buckets.keys().next().value as string);
      if (level < 1)
        throw new AppError('rate_limited', { retryAfterSeconds: ((1 - level) / perMinute) * 60 });
      return Math.floor(level - 1);
    },
  };
}
