import { AppError, type ErrorCode, errorBody } from '@stint/domain/errors.ts';
import Fastify, { type FastifyReply } from 'fastify';

export type FakeTenant = {
  tenantId: string;
  name: string;
  slug: string;
  regionCode: string;
  status: string;
  roles: Map<string, string[]>;
};

export type FakeUser = { userUuid: string; email: string; name: string; isEmailConfirmed: boolean };

export const fakeAdminKey = 'latchkey_test_admin_rootroot_0123456789abcdef0123456789abcdef';

/** A small server that answers the provider's server-to-server calls by its own table, for tests without the provider. */
export async function startProviderServer() {
  const tenants = new Map<string, FakeTenant>();
  const users = new Map<string, FakeUser>();
  const invites: Record<string, unknown>[] = [];
  const app = Fastify({ logger: false });
  const refuse = (reply: FastifyReply, code: ErrorCode) => {
    const error = new AppError(code);
    return reply.code(error.status).send(errorBody(error, 'test'));
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === `Bearer ${fakeAdminKey}`) return undefined;
    return refuse(reply, 'unauthorized');
  });
  const bySlug = (slug: string) => [...tenants.values()].find((tenant) => tenant.slug === slug);
  app.post('/v0/tenants', async (request, reply) => {
    const body = request.body as Record<string, never> & { data: { tenantNameSlug: string } };
    const known = tenants.get(body['tenantId'] ?? '');
    if (known) return known;
    if (bySlug(body.data.tenantNameSlug)) return refuse(reply, 'slug_taken');
    const tenant: FakeTenant = {
      tenantId: body['tenantId'] ?? '',
      name: body['name'] ?? '',
      slug: body.data.tenantNameSlug,
      regionCode: body['regionCode'] ?? '',
      status: body['status'] ?? 'active',
      roles: new Map(body['ownerUserUuid'] ? [[body['ownerUserUuid'], ['owner']]] : []),
    };
    tenants.set(tenant.tenantId, tenant);
    return tenant;
  });
  app.put<{ Params: { id: string } }>('/v0/tenants/:id', async (request, reply) => {
    const tenant = tenants.get(request.params.id);
    if (!tenant) return refuse(reply, 'not_found');
    const change = request.body as Partial<FakeTenant>;
    if (change.slug && bySlug(change.slug) && bySlug(change.slug) !== tenant)
      return refuse(reply, 'slug_taken');
    return Object.assign(tenant, change);
  });
  app.delete<{ Params: { id: string } }>('/v0/tenants/:id', async (request, reply) =>
    tenants.delete(request.params.id) ? { message: 'OK' } : refuse(reply, 'not_found'),
  );
  app.get<{ Params: { slug: string } }>('/v0/tenants/:root/slug/:slug', async (request) => {
    const isAvailable = !bySlug(request.params.slug);
    return {
      slug: request.params.slug,
      isAvailable,
      suggestions: [],
      ...(isAvailable ? {} : { reason: 'taken' }),
    };
  });
  app.put<{ Params: { id: string; user: string } }>(
    '/v0/tenants/:id/users/:user/roles',
    async (request, reply) => {
      const tenant = tenants.get(request.params.id);
      if (!tenant) return refuse(reply, 'not_found');
      const { roles } = request.body as { roles: string[] };
      const others = [...tenant.roles].filter(([user]) => user !== request.params.user);
      if (!roles.includes('owner') && !others.some(([, held]) => held.includes('owner'))) {
        return refuse(reply, 'last_owner');
      }
      if (roles.length === 0) tenant.roles.delete(request.params.user);
      else tenant.roles.set(request.params.user, roles);
      return { message: 'OK' };
    },
  );
  app.post('/v0/users/invite', async (request) => {
    invites.push(request.body as Record<string, unknown>);
    return { message: 'OK' };
  });
  app.get<{ Params: { id: string } }>('/v0/users/:id', async (request, reply) => {
    const user = users.get(request.params.id);
    if (!user) return refuse(reply, 'not_found');
    const held = [...tenants.values()].filter(({ roles }) => roles.has(user.userUuid));
    const authorization = held.map(({ tenantId, roles }) => [tenantId, { roles: roles.get(user.userUuid) }]);
    return { ...user, authorization: Object.fromEntries(authorization) };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}/v0/`, tenants, users, invites, close: () => app.close() };
}
