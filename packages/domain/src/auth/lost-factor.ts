import { HOUR_MS } from '../time/units.ts';

/** How long a request to remove a lost second factor waits for somebody to object. */
export const LOST_FACTOR_WAIT_MS = 24 * HOUR_MS;
/** After this it is over, whatever it waited for. */
export const LOST_FACTOR_LIFE_MS = 7 * 24 * HOUR_MS;

/** What has happened to a request so far. */
export interface LostFactorState {
  askedAt: Date;
  /** The person opened the link that went to their proven address. */
  provenAt: Date | null;
  /** Another owner or admin than the one who asked agreed. */
  secondedAt: Date | null;
  /** The person is in other workspaces, too, whose people have no say in this one. */
  isElsewhere: boolean;
}

/**
 * When the second factor may be removed; null while the person has not proven the address. A second admin takes the place
 * of the day's wait, but not for somebody who is in other workspaces: two people of one workspace could then open all.
 */
export function lostFactorReadyAt({
  askedAt,
  provenAt,
  secondedAt,
  isElsewhere,
}: LostFactorState): Date | null {
  if (provenAt === null) return null;
  const waited = new Date(askedAt.getTime() + LOST_FACTOR_WAIT_MS);
  const from = secondedAt !== null && !isElsewhere && secondedAt < waited ? secondedAt : waited;
  return from > provenAt ? from : provenAt;
}
