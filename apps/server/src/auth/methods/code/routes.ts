import type { AuthContext } from '../../context.ts';
import type { Part } from '../../mechanisms/access/handlers.ts';
import { enterTenant } from '../../sign-in/enter.ts';
import { sendVerificationCode } from './send.ts';
import { useVerificationCode } from './use.ts';

type CodeRoutes = Part<'POST /tenants/:tenantId/auth/code' | 'PUT /tenants/:tenantId/auth/code'>;

/** Sending and checking verification codes (protocol 7.10, 7.11). */
export function codeRoutes(context: AuthContext): CodeRoutes {
  return {
    async 'POST /tenants/:tenantId/auth/code'({ params, query, body }, { call }, { reply }) {
      const { tenant, world } = await enterTenant(context, call, params.tenantId);
      // Older clients check with the call that sends.
      if (body.verificationCode)
        return useVerificationCode(context, { call, reply }, tenant, world, { ...body, ...query });
      return sendVerificationCode(context, call, tenant, world, body);
    },
    async 'PUT /tenants/:tenantId/auth/code'({ params, query, body }, { call }, { reply }) {
      const { tenant, world } = await enterTenant(context, call, params.tenantId);
      return useVerificationCode(context, { call, reply }, tenant, world, { ...body, ...query });
    },
  };
}
