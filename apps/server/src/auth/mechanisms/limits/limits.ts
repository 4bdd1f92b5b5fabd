import { createHash } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { Bucket } from './rules.ts';

export type LimitsContext = Pick<Foundation, 'database' | 'config' | 'clock'>;

/** A counted try; given back when the answer was right. */
export type Taken = { buckets: Bucket[]; atMs: number; isDead: boolean };

/** What `auth.take_limits` answers. */
export type Verdict = { allowed: boolean; is_dead: boolean; wait_ms: number };

/**
 * Counts one try in all buckets by one atomic statement, or in none (security 2). When the database cannot say, the call
 * fails: nothing is ever let through uncounted.
 * @returns `isDead` when too many tries failed in a row: answer as for a wrong secret, after the same work
 * @throws AppError `rate_limited` with Retry-After
 */
export async function takeLimits(context: LimitsContext, buckets: Bucket[]): Promise<Taken> {
  const counted = countedBuckets(context, buckets);
  const now = context.clock.now();
  if (counted.length === 0) return { buckets: [], atMs: now.getTime(), isDead: false };
  const verdict = await context.database.one<Verdict>(
    sql`select allowed, is_dead, wait_ms from auth.take_limits(${JSON.stringify(counted)}::jsonb, ${now.getTime()}, ${now})`,
  );
  return takenBy(verdict, counted, now);
}

/** The buckets that count here: configuration may switch those by address off. */
export function countedBuckets(context: LimitsContext, buckets: Bucket[]): Bucket[] {
  return buckets.filter((bucket) => !bucket.isPerAddress || context.config.limitsPerAddress);
}

/** @throws AppError `rate_limited` with Retry-After, unless the bucket is dead */
export function takenBy(verdict: Verdict, counted: Bucket[], now: Date): Taken {
  if (!verdict.allowed && !verdict.is_dead) {
    throw new AppError('rate_limited', { retryAfterSeconds: verdict.wait_ms / 1000 });
  }
  return { buckets: counted, atMs: now.getTime(), isDead: verdict.is_dead };
}

/** Gives a try back after the right answer: failures are what counts. Own buckets start anew. */
export async function releaseLimits(db: Queryable, { buckets, atMs }: Taken): Promise<void> {
  if (buckets.length === 0) return;
  const isOwn = (bucket: Bucket) => !bucket.isPerAddress && !bucket.key.includes('-tenant ');
  const own = buckets.filter(isOwn).map(({ key }) => key);
  const shared = buckets.filter((bucket) => !isOwn(bucket));
  await db.run(sql`select auth.release_limits(${own}::text[], ${JSON.stringify(shared)}::jsonb, ${atMs})`);
}

/** Forgets what was counted against a person's password (after a reset). */
export async function clearPasswordLimits(db: Queryable, keyPrefixes: string[]): Promise<void> {
  for (const prefix of keyPrefixes) {
    await db.run(sql`delete from auth.limit_bucket where starts_with(key, ${prefix})`);
  }
}

/** An identifier as it stands in bucket keys: never in the clear. */
export function identifierHash(identifier: string): string {
  return createHash('sha256')
    .update(identifier.trim().toLowerCase().normalize('NFC'))
    .digest('base64url')
    .slice(0, 32);
}
