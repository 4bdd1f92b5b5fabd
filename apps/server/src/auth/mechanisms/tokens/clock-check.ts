import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { Logger } from '../../../platform/log.ts';
import { sql } from '../../../platform/sql.ts';

/** Clocks of machines that keep them right differ by less. */
const differMs = 5 * 60_000;

/**
 * Says once, at the start, that this machine's clock stands before the time at which the newest signing key was made. Signing in
 * goes on with that key; what is told apart by time (codes, sessions, limits) goes by a wrong one meanwhile.
 */
export async function warnOfClock(
  database: Queryable,
  { now }: Clock,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const { madeAt } = await database.one<{ madeAt: Date | null }>(
    sql`select max(created_at) as "madeAt" from auth.signing_key where removed_at is null`,
  );
  const behindMs = (madeAt?.getTime() ?? 0) - now().getTime();
  if (madeAt === null || behindMs <= differMs) return;
  const behindMinutes = Math.round(behindMs / 60_000);
  log.warn(
    { keyMadeAt: madeAt.toISOString(), behindMinutes },
    'the clock of this machine stands before the newest signing key was made: set it right (NTP), or rotate the key if it was wrong then',
  );
}
