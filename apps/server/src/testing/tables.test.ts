import { authRoutes } from '@stint/domain/api/auth.ts';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteTable } from '@stint/domain/api/route.ts';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createAuthService } from '../auth/service.ts';
import { readConfig } from '../config.ts';
import { createGatewayService } from '../gateway/service.ts';
import { systemClock } from '../platform/clock.ts';
import { createHttpServer } from '../platform/http.ts';
import { createLogger } from '../platform/log.ts';
import { createTestDatabase } from './databases.ts';

const shared = { config: readConfig({}), clock: systemClock, fetch, log: createLogger('silent') };

/** What a service registers, as keys of its table. */
async function registered(
  base: string,
  plugin: (app: FastifyInstance) => Promise<void>,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const app = createHttpServer({ trustedProxies: [], logger: false });
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      if (one !== 'HEAD' && one !== 'OPTIONS') keys.add(`${one} ${url.slice(base.length)}`);
    }
  });
  await plugin(app);
  await app.ready();
  await app.close();
  return keys;
}

async function ofProvider(): Promise<ReadonlySet<string>> {
  const { database, drop } = await createTestDatabase('auth');
  const service = await createAuthService({
    ...shared,
    database,
    secretKey: Buffer.alloc(32, 1),
    mail: null,
    sms: null,
  });
  const keys = await registered('/v0', service.plugin);
  await service.close();
  await drop();
  return keys;
}

async function ofGateway(): Promise<ReadonlySet<string>> {
  const { database, queue, drop } = await createTestDatabase('app');
  const service = await createGatewayService({
    ...shared,
    regions: new Map([['us', { name: 'United States', database, queue }]]),
    auth: { baseUrl: 'http://127.0.0.1:1/v0/', tenantId: 'roottnt1', adminKey: 'none', profile: 'latchkey' },
  });
  const keys = await registered('/api', service.plugin);
  await service.close();
  await drop();
  return keys;
}

/** Short paths of older clients are rows without the tenant (protocol 7). */
function isShortPath(key: string): boolean {
  return key.replace(' /auth/', ' /tenants/:tenantId/auth/') in authRoutes;
}

/** What the provider answers beside its table: the document, and pages that a browser navigates to (protocol 9) or that mailed links open (protocol 8.12). */
const pagesOfProvider = new Set([
  'GET /openapi.json',
  'GET /auth/:provider/login',
  'POST /auth/:provider/login',
  'GET /auth/saml/idp/login',
  'POST /auth/saml/idp/login',
  'GET /auth/saml/idp/logout',
  'POST /auth/saml/idp/logout',
  'GET /auth/saml/sp/login',
  'POST /tenants/:tenantId/saml/acs',
  'GET /tenants/:tenantId/saml/metadata',
  'GET /self/undo',
  'GET /pictures/:id',
  'GET /auth/lost-factor',
  'GET /pages/:tenantId/:page',
  'GET /pages/script/:file',
]);

describe('a running service answers every row of its table, and nothing beside it', () => {
  test.each<[string, RouteTable, () => Promise<ReadonlySet<string>>, (key: string) => boolean]>([
    ['the provider', authRoutes, ofProvider, (key) => isShortPath(key) || pagesOfProvider.has(key)],
    ['the gateway', gatewayRoutes, ofGateway, () => false],
  ])('%s', async (_name, table, read, isBeside) => {
    const keys = await read();
    expect(Object.keys(table).filter((key) => !keys.has(key))).toEqual([]);
    expect([...keys].filter((key) => !(key in table) && !isBeside(key))).toEqual([]);
  });
});
