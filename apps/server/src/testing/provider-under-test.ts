import { createBrowser } from '../auth/methods/federation/browser.fixture.ts';
import { newId, newPublicTenantId } from '../platform/ids.ts';
import { type Sql, sql } from '../platform/sql.ts';
import { type Answer, type Json, startAuth } from './auth-harness.ts';

export const origin = 'http://stint.localhost:3000';
export const liveOrigin = 'https://stint.example';

/** The whole provider over a real database, as one deployment. */
export type ProviderUnderTest = Awaited<ReturnType<typeof startProvider>>;

/** @param kind a test or live deployment, or a test one that listens on this port for a real browser */
export async function startProvider(kind: 'test' | 'live' | { port: number } = 'test') {
  const env: Record<string, string> =
    typeof kind === 'string'
      ? { MODE: kind }
      : { MODE: 'test', MAIN_DOMAIN: `stint.localhost:${kind.port}`, PORT: String(kind.port) };
  const txt = new Map<string, string[]>();
  // Other parties of these tests have the time of the machine.
  const auth = await startAuth({ env: { ...env, LIMITS_PER_ADDRESS: 'off' }, txt, stoppedAt: null });
  const { app, db, service, rootId, adminKey, call } = auth;

  return {
    ...auth,
    txt,
    /** A call with the admin key. @throws when it is refused */
    async admin(route: string, body?: unknown): Promise<Json> {
      const answer = await call(route, { bearer: adminKey, body });
      if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    browser: () => createBrowser(app, auth.main),
    rows: <Row>(statement: Sql) => db.owner.rows<Row>(statement),
    /** Lets a tenant's flow offer these factors besides passwords and links. */
    async allow(publicId: string, ...strategies: string[]): Promise<void> {
      const factors = ['password', 'link', ...strategies].map((strategy) => ({ channel: 'email', strategy }));
      await db.owner.run(sql`update auth.tenant set first_factors = ${JSON.stringify(factors)}
        where public_id = ${publicId}`);
      service.context.tenants.forget();
    },
    /** A child of the root tenant. */
    async addChild(signup: 'open' | 'invited' = 'open'): Promise<{ id: string; publicId: string }> {
      const child = { id: newId(), publicId: newPublicTenantId() };
      await db.owner.run(sql`insert into auth.tenant (id, public_id, root_tenant_id, mode, parent_id, name, status, signup,
          settings, first_factors, second_factors, created_at, updated_at)
        select ${child.id}::uuid, ${child.publicId}, t.id, 'test', t.id, 'Customer', 'active', ${signup},
          '{"logoutRedirectPath": "/signin"}', t.first_factors, '[]', now(), now()
        from auth.tenant t where t.public_id = ${rootId}`);
      service.context.tenants.forget();
      return child;
    },
    /** Somebody with a password. */
    async addUser(email: string, { isConfirmed = true, password = 'a long enough password 1' } = {}) {
      const answer = await call(`POST /tenants/${rootId}/auth/create`, { body: { email, password } });
      if (answer.status !== 200) throw new Error(`sign-up: ${JSON.stringify(answer.body)}`);
      const userId = answer.body.userUuid as string;
      if (isConfirmed) {
        await db.owner.run(sql`update auth.identifier set confirmed_at = now() where user_id = ${userId}`);
      }
      const tokens = answer.body.tokens as { access: { value: string } };
      return { userId, accessToken: tokens.access.value, password };
    },
    /** What the sign-in page does with the address it was sent to (protocol 7.7). */
    async finish(address: URL, publicId = rootId): Promise<Answer> {
      const { token, uuid, type } = Object.fromEntries(address.searchParams);
      return call(`PUT /tenants/${publicId}/auth/link`, { body: { token, uuid, linkType: type } });
    },
  };
}
