import type { FastifyInstance, InjectOptions } from 'fastify';
import { readConfig } from '../../../config.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createHttpServer } from '../../../platform/http.ts';
import { newId, newPublicTenantId } from '../../../platform/ids.ts';
import { createLogger } from '../../../platform/log.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { type AuthService, createAuthService } from '../../service.ts';
import { createBrowser } from './browser.fixture.ts';

export const origin = 'http://stint.localhost:3000';
export const liveOrigin = 'https://stint.example';

const deployments = {
  test: { env: { MODE: 'test', MAIN_DOMAIN: 'stint.localhost:3000' }, origin },
  live: {
    env: {
      MODE: 'live',
      MAIN_DOMAIN: 'stint.example',
      SECRET_KEY: 'q8Zr3vN0xT5mK7pW2yB4cD6fG9hJ1lQs',
      SMTP_URL: 'smtp://mail.stint.example',
    },
    origin: liveOrigin,
  },
} as const;

function onPort(port: number) {
  const mainDomain = `stint.localhost:${port}`;
  return {
    env: { MODE: 'test', MAIN_DOMAIN: mainDomain, PORT: String(port) },
    origin: `http://${mainDomain}`,
  };
}

export type Answer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

/** The whole provider over a real database, as one deployment. */
export type ProviderUnderTest = Awaited<ReturnType<typeof startProvider>>;

/** @param kind a test or live deployment, or a test one that listens on this port for a real browser */
export async function startProvider(kind: 'test' | 'live' | { port: number } = 'test') {
  const deployment = typeof kind === 'string' ? deployments[kind] : onPort(kind.port);
  const { host } = new URL(deployment.origin);
  const db: TestDatabase = await createTestDatabase('auth');
  // `stoppedAt`, in epoch ms, keeps the clock where it is: a busy machine must not change what is tested.
  const time = { offsetMs: 0, stoppedAt: null as number | null };
  const clock: Clock = { now: () => new Date((time.stoppedAt ?? Date.now()) + time.offsetMs) };
  const txt = new Map<string, string[]>();
  const log: string[] = [];
  const service: AuthService = await createAuthService({
    database: db.database,
    queue: db.queue,
    config: readConfig({ ...deployment.env, LIMITS_PER_ADDRESS: 'off' }),
    secretKey: Buffer.alloc(32, 7),
    clock,
    mail: null,
    sms: null,
    fetch,
    resolveTxt: async (name) => txt.get(name) ?? [],
    log: createLogger('info', { write: (line) => log.push(line) }),
  });
  const app: FastifyInstance = createHttpServer({ trustedProxies: [], logger: false });
  await service.plugin(app);
  const root = await service.ensureRootTenant();
  if (!root.adminKey) throw new Error('no admin key');
  const { adminKey, tenantId } = root;

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await app.inject({
      method: method as InjectOptions['method'],
      url: `/v0${path}`,
      headers: {
        host,
        origin: deployment.origin,
        ...(options.bearer ? { authorization: `Bearer ${options.bearer}` } : {}),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : { text: answer.body },
      headers: answer.headers,
    };
  }

  return {
    app,
    origin: deployment.origin,
    db,
    service,
    time,
    txt,
    log,
    adminKey,
    tenantId,
    call,
    /** A call with the admin key. @throws when it is refused */
    async admin(method: string, path: string, body?: unknown): Promise<Answer['body']> {
      const answer = await call(method, path, { bearer: adminKey, body });
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    browser: () => createBrowser(app, deployment.origin),
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
        from auth.tenant t where t.public_id = ${tenantId}`);
      service.context.tenants.forget();
      return child;
    },
    /** Somebody with a password. */
    async addUser(email: string, { isConfirmed = true, password = 'a long enough password 1' } = {}) {
      const answer = await call('POST', `/tenants/${tenantId}/auth/create`, { body: { email, password } });
      if (answer.status !== 200) throw new Error(`sign-up: ${JSON.stringify(answer.body)}`);
      const userId = answer.body.userUuid as string;
      if (isConfirmed) {
        await db.owner.run(sql`update auth.identifier set confirmed_at = now() where user_id = ${userId}`);
      }
      const tokens = answer.body.tokens as { access: { value: string } };
      return { userId, accessToken: tokens.access.value, password };
    },
    /** What the sign-in page does with the address it was sent to (protocol 7.7). */
    async finish(address: URL, publicId = tenantId): Promise<Answer> {
      const { token, uuid, type } = Object.fromEntries(address.searchParams);
      return call('PUT', `/tenants/${publicId}/auth/link`, { body: { token, uuid, linkType: type } });
    },
    async close(): Promise<void> {
      await app.close();
      await service.close();
      await db.drop();
    },
  };
}

type CallOptions = { bearer?: string; body?: unknown; headers?: Record<string, string> };
