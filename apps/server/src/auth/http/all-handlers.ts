import { auditRoutes } from '../audit/routes.ts';
import { codeRoutes } from '../code/routes.ts';
import type { AuthContext } from '../context.ts';
import { federationRoutes } from '../federation/routes.ts';
import { handoverRoutes } from '../handover/routes.ts';
import { keyRoutes } from '../keys/routes.ts';
import { linkRoutes } from '../link/routes.ts';
import { outboxRoutes } from '../outbox/routes.ts';
import { passwordRoutes } from '../password/routes.ts';
import { samlRoutes } from '../saml/routes.ts';
import { contactRoutes } from '../self/contact-routes.ts';
import { selfRoutes } from '../self/routes.ts';
import { sessionRoutes } from '../sessions/routes.ts';
import { tenantRoutes } from '../tenants/routes.ts';
import { totpRoutes } from '../totp/routes.ts';
import { inviteRoutes } from '../users/invite-routes.ts';
import { userRoutes } from '../users/routes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import type { AuthHandlers } from './handlers.ts';

/** The handlers of every row of the route table: one feature after the other. */
export function createHandlers(context: AuthContext): AuthHandlers {
  return {
    ...passwordRoutes(context),
    ...linkRoutes(context),
    ...codeRoutes(context),
    ...totpRoutes(context),
    ...handoverRoutes(context),
    ...sessionRoutes(context),
    ...selfRoutes(context),
    ...contactRoutes(context),
    ...tenantRoutes(context),
    ...userRoutes(context),
    ...inviteRoutes(context),
    ...keyRoutes(context),
    ...auditRoutes(context),
    ...webhookRoutes(context),
    ...outboxRoutes(context),
    ...federationRoutes(context),
    ...samlRoutes(context),
  };
}
