import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { createTimedCache } from '../../../platform/timed-cache.ts';
import { type Session, sessionColumns } from '../../model/sessions/queries.ts';

/** A live session with what may void its tokens. */
export type LiveSession = Session & { authzVersion: number; isLocked: boolean };

/** Sessions kept for at most 5 s (security 6); what this process ends is forgotten at once. */
export type SessionCache = {
  /** Null when the session is over or unknown. */
  find(sessionId: string): Promise<LiveSession | null>;
  forget(sessionIds?: string[]): void;
};

const maxAgeMs = 5000;
const maxEntries = 20_000;

export function createSessionCache(database: Database, clock: Clock): SessionCache {
  const kept = createTimedCache<LiveSession | null>(clock, { maxAgeMs, maxEntries });
  const load = (id: string) =>
    database.maybeOne<LiveSession>(sql`select ${sessionColumns}, u.authz_version as "authzVersion", u.is_locked as "isLocked"
      from auth.session s join auth.user_account u
        on u.root_tenant_id = s.root_tenant_id and u.mode = s.mode and u.id = s.user_id
      where s.id = ${id} and s.ended_at is null and u.deleted_at is null`);
  return {
    async find(id) {
      const session = await kept.get(id, () => load(id));
      const now = clock.now();
      if (!session || session.isLocked || session.expiresAt <= now || session.idleExpiresAt <= now)
        return null;
      return session;
    },
    forget(ids) {
      if (!ids) kept.clear();
      else for (const id of ids) kept.forget(id);
    },
  };
}
