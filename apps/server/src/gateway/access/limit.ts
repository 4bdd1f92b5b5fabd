import type { RateClass } from '@stint/domain/api/route.ts';
import type { BucketSize } from '../../platform/token-bucket.ts';
import type { Asked, CheckParts } from './asked.ts';

/** Calls a minute and the burst of each rate class, per session; public ones per address (security 2). */
export const bucketSizes: Record<RateClass, BucketSize | null> = {
  read: { perMinute: 600, burst: 100 },
  write: { perMinute: 600, burst: 100 },
  credential: { perMinute: 60, burst: 30 },
  send: { perMinute: 30, burst: 30 },
  signup: { perMinute: 30, burst: 10 },
  preview: { perMinute: 20, burst: 20 },
  import: { perMinute: 5 / 60, burst: 5 },
  export: { perMinute: 10, burst: 10 },
  none: null,
};

/** @throws AppError `rate_limited` */
export function limitAddress(asked: Asked, parts: CheckParts): void {
  limit(asked, parts, `address ${asked.http.request.ip}`);
}

/** @throws AppError `rate_limited` */
export function limit({ http, row }: Asked, { buckets }: CheckParts, who: string): void {
  const size = bucketSizes[row.rate];
  if (!size) return;
  const left = buckets.take(`${row.rate} ${who}`, size);
  http.reply
    .header('ratelimit-limit', Math.max(1, Math.round(size.perMinute)))
    .header('ratelimit-remaining', left);
}
