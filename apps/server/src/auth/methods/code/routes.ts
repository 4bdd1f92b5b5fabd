import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { enterTenant } from '../../sign-in/enter.ts';
import { sendVerificationCode } from './send.ts';
import { useVerificationCode } from './use.ts';

type CodeRoutes = HandlersOf<'POST /tenants/:tenantId/auth/code' | 'PUT /tenants/:tenantId/auth/code'>;

/** Sending and checking verification codes (protocol 7.10, 7.11). */
export function codeRoutes(context: AuthContext): CodeRoutes {
  return {
    async 'POST /tenants/:tenantId/auth/code'({ params, query, body }, { client }, { reply }) {
      const request = await enterTenant(context, { client, reply }, params.tenantId);
      // Older clients check with the call that sends.
      if (body.verificationCode) return useVerificationCode(request, { ...body, ...query });
      return sendVerificationCode(request, body);
    },
    async 'PUT /tenants/:tenantId/auth/code'({ params, query, body }, { client }, { reply }) {
      const request = await enterTenant(context, { client, reply }, params.tenantId);
      return useVerificationCode(request, { ...body, ...query });
    },
  };
}
