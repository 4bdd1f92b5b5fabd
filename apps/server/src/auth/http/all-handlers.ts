import type { AuthContext } from '../context.ts';
import { handoverRoutes } from '../handover/routes.ts';
import { linkRoutes } from '../link/routes.ts';
import { outboxRoutes } from '../outbox/routes.ts';
import { passwordRoutes } from '../password/routes.ts';
import { selfRoutes } from '../self/routes.ts';
import { sessionRoutes } from '../sessions/routes.ts';
import { tenantRoutes } from '../tenants/routes.ts';
import type { AuthHandlers } from './handlers.ts';

/** The handlers of every row of the route table: one feature after the other. */
export function createHandlers(context: AuthContext): AuthHandlers {
  return {
    ...passwordRoutes(context),
    ...linkRoutes(context),
    ...handoverRoutes(context),
    ...sessionRoutes(context),
    ...selfRoutes(context),
    ...tenantRoutes(context),
    ...outboxRoutes(context),
  } as unknown as AuthHandlers;
}
