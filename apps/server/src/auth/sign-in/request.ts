import type { FastifyReply } from 'fastify';
import type { AuthContext, Realm } from '../context.ts';
import type { ClientInfo } from '../mechanisms/http/call.ts';
import type { Tenant } from '../model/tenants/queries.ts';

/** One sign-in call on its way through a method. Handlers take it; mechanisms take what they need of it. */
export type SignInRequest = {
  context: AuthContext;
  client: ClientInfo;
  reply: FastifyReply;
  tenant: Tenant;
  realm: Realm;
};
