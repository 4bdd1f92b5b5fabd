import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { splitRouteKey } from '@stint/domain/api/route.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database.ts';
import { createHttpServer } from '../platform/http.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { sql } from '../platform/sql.ts';
import { startCutProxy } from '../testing/cut-proxy.fixture.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { type ProviderFixture, startProviderFixture } from '../testing/provider-fixture.ts';
import { createGatewayService } from './service.ts';
import { provisionTenant } from './workspace-lifecycle/provision.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('app');
});
afterAll(() => database?.drop());

const config = readConfig({ MAIN_DOMAIN: 'stint.localhost:3000' });
const start = (
  as: 'database' | 'owner',
  auth: { baseUrl: string; tenantId: string; profile: 'latchkey' | 'v0'; adminKey?: string },
) =>
  createGatewayService({
    regions: new Map([['us', { name: 'United States', database: database[as], queue: database.queue }]]),
    config,
    clock: systemClock,
    fetch,
    auth: { adminKey: 'key', ...auth },
    log: createLogger('silent'),
  });

test('security 10: the service does not start as the owner, nor on a table without a policy', async () => {
  const provider = await startProviderFixture();
  const { baseUrl, tenantId, adminKey } = provider;
  const auth = { baseUrl, tenantId, adminKey, profile: 'latchkey' as const };
  await expect(start('owner', auth)).rejects.toThrow('owns tables');
  await database.owner.pool.query('drop policy holiday_tenant on app.holiday');
  await expect(start('database', auth)).rejects.toThrow('no policy');
  await database.owner.pool.query(
    "create policy holiday_tenant on app.holiday to app_rw using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid)",
  );
  const service = await start('database', auth);
  expect(await service.isReady()).toBe(true);
  await database.owner.pool.query(
    'delete from app.migration where number = (select max(number) from app.migration)',
  );
  expect(await service.isReady()).toBe(false);
  await service.close();
  await provider.close();
});

test('every call of the table is answered by a feature', async () => {
  const auth = { baseUrl: 'http://provider.example/v0/', tenantId: 'rootroot', profile: 'v0' as const };
  const service = await start('database', auth);
  const app = createHttpServer({ trustedProxies: [], logger: false });
  await service.plugin(app);
  await app.ready();
  const missing = Object.keys(gatewayRoutes).filter((key) => {
    const { method, path } = splitRouteKey(key);
    return !app.hasRoute({ method, url: `/api${path}` });
  });
  expect(missing).toEqual([]);
  await app.close();
  await service.close();
});

describe('ready is a gateway that its provider answers', () => {
  let provider: ProviderFixture;
  beforeAll(async () => {
    provider = await startProviderFixture();
    await database.owner.run(sql`insert into app.migration (number, name, checksum, applied_at)
      select max(number) + 1, 'again', '', now() from app.migration`);
  });
  afterAll(() => provider?.close());

  test.each([
    ['its keys', /jwks/, 503],
    ['its keys, for somebody else answers', /jwks/, 421],
    ['its list of ended sessions', /changes/, 503],
  ])('it does not give %s', async (_name, path, status) => {
    const { baseUrl, tenantId, adminKey } = provider;
    const service = await start('database', { baseUrl, tenantId, adminKey, profile: 'latchkey' });
    provider.failWith = { path, status };
    await expect(service.isReady()).rejects.toThrow(/200 OK|answered/);
    provider.failWith = null;
    expect(await service.isReady()).toBe(true);
    await service.close();
  });
});

test('a region that fell silent is away for readiness before its own statements give it up', async () => {
  const provider = await startProviderFixture();
  const { host, port, user, database: name } = database.database.pool.options;
  const proxy = await startCutProxy({ host: String(host), port: Number(port) });
  const far = openDatabase({
    address: { host: '127.0.0.1', port: proxy.port, user: String(user), database: String(name) },
  });
  const { queue } = database;
  const service = await createGatewayService({
    regions: new Map([
      ['us', { name: 'United States', database: database.database, queue }],
      ['eu', { name: 'European Union', database: far, queue }],
    ]),
    config,
    clock: systemClock,
    fetch,
    auth: { ...provider, profile: 'latchkey' },
    log: createLogger('silent'),
  });
  expect(await service.isReady()).toBe(true);
  proxy.swallow();
  const [told] = await inOrder([far.one(sql`select 1 as one`).catch(() => 'given up'), service.isReady()]);
  expect(told).toBe(true);
  expect(service.away()).toEqual(['European Union']);
  const registry = new Registry();
  service.metrics(registry);
  const text = await registry.metrics();
  expect(text).toContain('stint_region_answers{region="us"} 1');
  expect(text).toContain('stint_region_answers{region="eu"} 0');
  await service.close();
  await far.close();
  await proxy.close();
  await provider.close();
});

/** What promises came to, the quickest first. */
async function inOrder(promises: Promise<unknown>[]): Promise<unknown[]> {
  const done: unknown[] = [];
  await Promise.all(promises.map(async (one) => done.push(await one)));
  return done;
}

test('security 14: jobs that were put aside are told to whoever watches', async () => {
  const auth = { baseUrl: 'http://127.0.0.1:9/v0/', tenantId: 'x', profile: 'latchkey' as const };
  const service = await start('database', auth);
  const registry = new Registry();
  service.metrics(registry);
  await database.owner.run(
    sql`select app.enqueue('note', ${newId()}::uuid, null, '{}', null, null) from generate_series(1, 3)`,
  );
  await database.owner.run(sql`update graphile_worker._private_jobs set attempts = max_attempts
    where id = (select min(id) from graphile_worker._private_jobs)`);
  await database.owner.run(sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'
    where id = (select max(id) from graphile_worker._private_jobs)`);
  const text = await registry.metrics();
  expect(text).toMatch(/^stint_oldest_job_seconds\{region="us"\} 36\d\d(\.\d+)?$/m);
  expect(text).toContain('stint_jobs{region="us",state="waiting"} 2');
  expect(text).toContain('stint_jobs{region="us",state="dead"} 1');
  await service.close();
});

describe('another provider of the protocol, without what ours adds to it', () => {
  const tenantId = 'abcd1234';
  const userUuid = newId();
  let baseUrl: string;
  let lives = true;
  let asked = 0;
  let sign: (claims?: object) => Promise<string>;
  let close: () => void;

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
    const server = createServer((request, response) => {
      const isKeys = request.url?.includes('/jwks');
      if (!isKeys) asked += 1;
      response.writeHead(isKeys || lives ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKeys ? { keys: [jwk] } : {}));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v0/`;
    close = () => {
      server.close();
      server.closeAllConnections();
    };
    const now = Math.floor(Date.now() / 1000);
    // Its tokens carry the claims that older clients read, but no aud, sid or sub (protocol 4.1).
    const claims = {
      mode: 'test',
      tenantId,
      userId: 1,
      userUuid,
      sessionId: newId(),
      iat: now,
      exp: now + 600,
      isConfirmed: true,
    };
    sign = (more = {}) =>
      new SignJWT({ ...claims, authorization: { [tenantId]: { roles: ['owner'], name: 'Acme' } }, ...more })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'k' })
        .sign(privateKey);
    await provisionTenant(database.database, {
      tenantId: newId(),
      publicId: tenantId,
      name: 'Acme',
      slug: 'acme',
      regionCode: 'us',
      timeZone: 'UTC',
      owner: { userId: userUuid, email: 'o@example.com', name: 'O' },
      now: new Date(),
    });
  });
  afterAll(() => close());

  test('its tokens are taken by their own claims, and its /self says whether the session lives', async () => {
    const service = await start('database', { baseUrl, tenantId: 'root', profile: 'v0' });
    const app = createHttpServer({ trustedProxies: [], logger: false });
    await service.plugin(app);
    const token = await sign();
    const { sessionId } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const ask = (authorization: string) =>
      app.inject({
        url: '/api/AppRole',
        headers: {
          authorization,
          tenantid: tenantId,
          sessionid: sessionId,
          regioncode: 'us',
          host: 'acme.stint.localhost:3000',
        },
      });
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(200);
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(200);
    expect(asked).toBe(1);
    expect((await ask(`Bearer ${await sign({ mode: 'live' })}`)).payload).toBe('Please re-login.');
    lives = false;
    expect((await ask(`Bearer ${await sign({ extra: 1 })}`)).payload).toBe('Please re-login.');
    await app.close();
    await service.close();
  });
});
