import { contactRoutes } from '../account/contact-routes.ts';
import { handoverRoutes } from '../account/handover/routes.ts';
import { identityRoutes } from '../account/identity-routes.ts';
import { selfRoutes } from '../account/routes.ts';
import { sessionRoutes } from '../account/sessions/routes.ts';
import { auditRoutes } from '../administration/audit/routes.ts';
import { keyRoutes } from '../administration/keys/routes.ts';
import { outboxRoutes } from '../administration/outbox/routes.ts';
import { providerRoutes } from '../administration/sign-on/provider-routes.ts';
import { samlSettingsRoutes } from '../administration/sign-on/saml-routes.ts';
import { tenantRoutes } from '../administration/tenants/routes.ts';
import { inviteRoutes } from '../administration/users/invite-routes.ts';
import { userRoutes } from '../administration/users/routes.ts';
import { webhookRoutes } from '../administration/webhooks/routes.ts';
import type { AuthContext } from '../context.ts';
import type { AuthHandlers } from '../mechanisms/access/handlers.ts';
import { codeRoutes } from '../methods/code/routes.ts';
import { linkRoutes } from '../methods/link/routes.ts';
import { passwordRoutes } from '../methods/password/routes.ts';
import { samlRoutes } from '../methods/saml/routes.ts';
import { totpRoutes } from '../methods/totp/routes.ts';

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
    ...identityRoutes(context),
    ...providerRoutes(context),
    ...samlRoutes(context),
    ...samlSettingsRoutes(context),
  };
}
