import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { takeWork } from '../../mechanisms/limits/work.ts';
import { issueHandle } from '../federation/handles.ts';

/** The handle that finishes a sign-in at another application (protocol 7.17). */
export function samlRoutes(context: AuthContext): HandlersOf<'GET /auth/saml/idp/token'> {
  return {
    async 'GET /auth/saml/idp/token'(_input, { session }) {
      // Each token is worth one signed assertion.
      takeWork(context, 'assertion', session.userId);
      const of = { sessionId: session.id, userId: session.userId, tenantId: session.tenantId };
      return { token: await issueHandle(context.database, 'saml', of, context.clock.now()) };
    },
  };
}
