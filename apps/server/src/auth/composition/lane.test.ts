import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { createHttpServer } from '../../platform/http.ts';
import { createLogger } from '../../platform/log.ts';
import { sql } from '../../platform/sql.ts';
import { goodPassword, type Json } from '../../testing/auth-harness.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { type AuthService, createAuthService } from '../service.ts';
import { signInConnections } from './connections.ts';

const main = 'stint.localhost:3000';
const ordinaryConnections = 6;
let db: TestDatabase;
let reserved: Database;
let service: AuthService;
let app: FastifyInstance;
let rootId: string;

beforeAll(async () => {
  db = await createTestDatabase('auth');
  const { host, port, user, database } = db.database.pool.options;
  const address = { host: host ?? '', port: port ?? 0, user: user ?? '', database: database ?? '' };
  reserved = openDatabase({ address, max: signInConnections });
  service = await createAuthService({
    database: db.database,
    signInDatabase: reserved,
    config: readConfig({ MAIN_DOMAIN: main, LIMITS_PER_ADDRESS: 'off' }),
    secretKey: randomBytes(48),
    clock: systemClock,
    mail: null,
    sms: null,
    fetch,
    log: createLogger('fatal', { write: () => {} }),
    hashing: { longestWaitMs: 60_000, niceness: 0 },
  });
  app = createHttpServer({ trustedProxies: [], logger: false });
  await service.plugin(app);
  rootId = (await service.ensureRootTenant()).tenantId;
});
afterAll(async () => {
  await app.close();
  await service.close();
  await reserved.close();
  await db.drop();
});

async function call(method: 'GET' | 'POST', path: string, payload?: Json, bearer?: string) {
  const answer = await app.inject({
    method,
    url: `/v0/${path}`,
    headers: {
      host: main,
      origin: `http://${main}`,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() as Json };
}
const signUp = (email: string) =>
  call('POST', `tenants/${rootId}/auth/create`, {
    email,
    password: goodPassword,
    options: { noSignupEmail: true },
  });
const signIn = (emailOrUsername: string, password = goodPassword) =>
  call('POST', `tenants/${rootId}/auth/basic`, { emailOrUsername, password });

describe('security 14: sign-in has reserved connections', () => {
  test('while other calls hold every ordinary connection, people sign in and up and stay in, and wrong passwords are refused', async () => {
    const ada = await signUp('ada@lane.example');
    const token = ada.body.tokens.access.value;
    const cleo = await signUp('cleo@lane.example');
    await db.database.run(
      sql`update auth.user_account set is_mfa_required = true where id = ${cleo.body.userUuid}`,
    );
    const held: PoolClient[] = [];
    for (let n = 0; n < ordinaryConnections; n++) held.push(await db.database.pool.connect());
    try {
      expect((await call('GET', 'self', undefined, token)).status).toBe(503);
      const entered = await signIn('ada@lane.example');
      expect(entered.status).toBe(200);
      expect((await call('GET', 'auth/refresh', undefined, entered.body.tokens.refresh.value)).status).toBe(
        200,
      );
      const between = await signIn('cleo@lane.example');
      expect((await call('GET', 'auth/totp', undefined, between.body.firstFactorToken)).status).toBe(200);
      expect((await signIn('ada@lane.example', 'wrong password 1')).status).toBe(400);
      expect((await signUp('bob@lane.example')).status).toBe(200);
      expect(
        (
          await call('POST', `auth/basic`, {
            tenantId: rootId,
            emailOrUsername: 'ada@lane.example',
            password: goodPassword,
          })
        ).status,
      ).toBe(200);
    } finally {
      for (const client of held) client.release();
    }
    expect((await call('GET', 'self', undefined, token)).status).toBe(200);
  });

  test('more sign-ins at once than connections, with nothing remembered, do not wait for one another', async () => {
    service.context.tenants.forget();
    service.context.keys.forget();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn('ada@lane.example')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test('one connection is enough for a sign-in or a fresh proof with nothing remembered', async () => {
    const token = (await signIn('ada@lane.example')).body.tokens.access.value;
    const held: PoolClient[] = [];
    for (let n = 1; n < signInConnections; n++) held.push(await reserved.pool.connect());
    try {
      service.context.tenants.forget();
      service.context.keys.forget();
      expect((await signIn('ada@lane.example')).status).toBe(200);
      service.context.tenants.forget();
      const proof = { emailOrUsername: 'ada@lane.example', password: goodPassword };
      expect((await call('POST', `tenants/${rootId}/auth/basic`, proof, token)).status).toBe(200);
    } finally {
      for (const client of held) client.release();
    }
  });
});
