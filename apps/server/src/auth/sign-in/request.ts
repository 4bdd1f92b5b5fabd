import type { FastifyReply } from 'fastify';
import type { AuthContext } from '../context.ts';
import type { ClientInfo } from '../mechanisms/http/client.ts';
import type { Realm } from '../model/realm.ts';
import type { Tenant } from '../model/tenants/queries.ts';

/** One sign-in call on its way through a method. Handlers take it; mechanisms take what they need of it. */
export type SignInRequest = {
  context: AuthContext;
  client: ClientInfo;
  reply: FastifyReply;
  tenant: Tenant;
  realm: Realm;
};
