import { AppError } from '@stint/domain/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { AuthContext } from '../../context.ts';
import type { KeyCaller, UserCaller } from '../../mechanisms/access/access.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { answerLostFactor, askLostFactor, secondLostFactor, stopLostFactor } from './lost-factors.ts';
import { listLostFactors, toWire } from './queries.ts';

type LostFactorRoutes = HandlersOf<
  | 'GET /tenants/:tenantId/lost-factors'
  | 'POST /tenants/:tenantId/lost-factors'
  | 'POST /tenants/:tenantId/lost-factors/:id/second'
  | 'DELETE /tenants/:tenantId/lost-factors/:id'
  | 'POST /auth/lost-factor'
>;

/** The lost second factor of a member. */
export function lostFactorRoutes(context: AuthContext): LostFactorRoutes {
  const actingOf = async (caller: KeyCaller | UserCaller, tenantId: string) => ({
    context,
    caller: requirePersonal(caller),
    tenant: await context.tenants.require(tenantId),
  });
  return {
    async 'GET /tenants/:tenantId/lost-factors'({ params, query: { after } }) {
      const tenant = await context.tenants.require(params.tenantId);
      if (after !== undefined && !isUuid(after)) throw new AppError('bad_request');
      const { rows, next } = await listLostFactors(context.database, tenant.id, {
        now: context.clock.now(),
        after,
      });
      return { results: rows.map(toWire), next };
    },
    async 'POST /tenants/:tenantId/lost-factors'({ params, body }, caller) {
      return toWire(await askLostFactor(await actingOf(caller, params.tenantId), body.userUuid));
    },
    async 'POST /tenants/:tenantId/lost-factors/:id/second'({ params }, caller) {
      return toWire(await secondLostFactor(await actingOf(caller, params.tenantId), params.id));
    },
    async 'DELETE /tenants/:tenantId/lost-factors/:id'({ params }, caller) {
      await stopLostFactor(await actingOf(caller, params.tenantId), params.id);
      return { message: 'OK' };
    },
    async 'POST /auth/lost-factor'({ body }, { client }) {
      const readyAt = await answerLostFactor(context, client, body);
      return { message: 'OK', ...(readyAt ? { readyAt: readyAt.toISOString() } : {}) };
    },
  };
}

/** People answer for it by their names; a key has none. */
function requirePersonal(caller: KeyCaller | UserCaller): UserCaller {
  if (caller.kind === 'user') return caller;
  throw new AppError('forbidden', { message: 'A person has to do this; a key cannot.' });
}
