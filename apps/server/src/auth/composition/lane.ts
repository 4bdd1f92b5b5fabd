import type { AuthRoute } from '@stint/domain/api/auth/access.ts';
import type { RouteTable } from '@stint/domain/api/route.ts';
import type { Database } from '../../platform/database.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import type { AccessChecks } from '../../platform/http.ts';
import type { AuthContext } from '../context.ts';
import type { AuthContexts } from '../mechanisms/access/access.ts';
import { createAccess } from '../mechanisms/access/checks.ts';
import type { AuthHandlers } from '../mechanisms/access/handlers.ts';
import { inOwnLine } from '../mechanisms/access/sources.ts';
import { currentSource } from '../mechanisms/limits/source.ts';
import { signInConnections } from './connections.ts';
import { createHandlers } from './features.ts';

const mostWaiting = 200;
const longestWaitMs = 2000;

/** The same provider on the reserved connections: whatever else is busy, people can sign in (security 14). */
export function createSignInLane(context: AuthContext, database: Database): AuthContext {
  return Object.create(context, {
    database: { value: limitTransactions(database), enumerable: true },
  }) as AuthContext;
}

/** One connection stays free for single statements, which stand in no line. */
function limitTransactions(database: Database): Database {
  const queue = createFairQueue({ width: signInConnections - 1, mostWaiting, longestWaitMs });
  return {
    ...database,
    transaction: (work, options) => queue.run(currentSource(), () => database.transaction(work, options)),
    withTenant: (tenantId, work, options) =>
      queue.run(currentSource(), () => database.withTenant(tenantId, work, options)),
  };
}

/** Handlers of the whole table; the calls of a sign-in run in the lane, and every caller waits in a line of its own. */
export function createLaneHandlers(table: RouteTable, context: AuthContext, lane: AuthContext): AuthHandlers {
  const reserved = createHandlers(lane) as Record<string, unknown>;
  const rows = table as Record<string, AuthRoute>;
  const entries = Object.entries(createHandlers(context)).map(([key, handler]) => [
    key,
    inOwnLine(rows[key]?.reserved ? reserved[key] : handler),
  ]);
  return Object.fromEntries(entries) as AuthHandlers;
}

/** Between two factors it is a sign-in, too, and asks the database who that is. */
export function createLaneAccess(context: AuthContext, lane: AuthContext): AccessChecks<AuthContexts> {
  return { ...createAccess(context), factor: createAccess(lane).factor };
}
