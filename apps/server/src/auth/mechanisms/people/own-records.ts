import type { UserRecord } from '@stint/domain/api/auth/shapes.ts';
import { type Recording, recordChanges } from '../../../platform/change-feed/record.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { createTimedCache, type TimedCache } from '../../../platform/timed-cache.ts';

/** Own records by session, at most 5 s old; what this process writes about people or tenants ends them at once. */
export type OwnRecords = TimedCache<UserRecord>;

const maxAgeMs = 5000;

export function createOwnRecords(clock: Clock): OwnRecords {
  return createTimedCache<UserRecord>(clock, { maxAgeMs });
}

/** Every table that a record shows something of. */
const topics = {
  'auth.user_account': 'people',
  'auth.identifier': 'people',
  'auth.credential': 'people',
  'auth.totp': 'people',
  'auth.membership': 'people',
  'auth.tenant': 'tenants',
} as const;

/** Written at sign-in and refresh: when somebody was last there, which no record says to the second. */
const unseen: Recording['unseen'] =
  /^(?: \w)?\s+set (?:last_active_at|last_used_at|last_user_number|last_step) = /;

/** The database as this process writes to it, so that no write of a record can be overlooked. */
export function endingRecords(database: Database, ended: (isOfTenants: boolean) => void): Database {
  return recordChanges(database, {
    topics,
    unseen,
    committed: (changes) => ended(changes.some(({ topic }) => topic === 'tenants')),
  });
}
