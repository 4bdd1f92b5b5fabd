import { SECOND_MS } from '@stint/domain/time/units.ts';

/**
 * What a gateway process keeps for itself, and how long at most it may be old: the only state that several processes on
 * one database do not share, so a change made in one acts in all of them within 5 s (security 6).
 * `processes.test.ts` tries each. Rate buckets are per process as well, since counting exactly would cost every call
 * a write. Public keys of the provider are asked for again after two minutes, and at once for a key that is not known
 * (security 12).
 */
export const cacheAges = {
  /** Where a workspace is: internal id, address, region, state. */
  directoryMs: 5 * SECOND_MS,
  /** Settings, subscription and the member of a workspace, with role and flags. */
  memberStateMs: 5 * SECOND_MS,
  /** That a token's signature is good; whether its session lives is asked of the list below at every request. */
  verifiedTokenMs: 5 * SECOND_MS,
  /** The list of ended sessions and raised versions; when it is older, requests are refused with 503. */
  endedSessionsMs: 5 * SECOND_MS,
  /** A personal token: its hash, reach and whose it is. */
  personalTokenMs: 5 * SECOND_MS,
  /** The answer to `/self` for a token, of another provider that has no such list. */
  selfAnswerMs: 5 * SECOND_MS,
  /** What the provider says of the person behind a personal token, a calendar address or a running job. */
  standingMs: 5 * SECOND_MS,
} as const;
