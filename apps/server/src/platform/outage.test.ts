import { randomUUID } from 'node:crypto';
import type { RouteTable } from '@stint/domain/api/route.ts';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CutProxy, startCutProxy } from '../testing/cut-proxy.fixture.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { openClient } from './connections.ts';
import { type Database, openDatabase } from './database.ts';
import { isOutage } from './database-errors.ts';
import { createHttpServer, registerRoutes } from './http.ts';
import { sql } from './sql.ts';

const one = sql`select 1 as one`;
const ways = {
  'GET /statement': (database: Database) => database.rows(one),
  'GET /tenant': (database: Database) => database.tenantRows(randomUUID(), one),
  'GET /transaction': (database: Database) => database.transaction((tx) => tx.rows(one)),
} as const;
const paths = Object.keys(ways).map((key) => key.split(' ')[1] ?? '');

const row = { summary: 'Asks the database', access: 'public', rate: 'read', response: Type.Any() } as const;
const table = {
  'GET /statement': row,
  'GET /tenant': row,
  'GET /transaction': row,
} as const satisfies RouteTable<'public'>;

let databases: TestDatabase;
let proxy: CutProxy;
let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  databases = await createTestDatabase('app');
  const { host, port, user, database: name } = databases.database.pool.options;
  proxy = await startCutProxy({ host: String(host), port: Number(port) });
  const address = { host: '127.0.0.1', port: proxy.port, user: String(user), database: String(name) };
  database = openDatabase({ address, max: 4, statementTimeoutMs: 200 });
  app = createHttpServer({ trustedProxies: [], logger: false });
  const handlers = Object.entries(ways).map(([key, ask]) => [key, () => ask(database)]);
  registerRoutes(app, {
    table,
    access: { public: async () => null },
    handlers: Object.fromEntries(handlers),
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await proxy.close();
  await databases.drop();
});

const ask = async (path: string) => {
  const { statusCode, headers, body } = await app.inject({ url: path });
  return [statusCode, headers['retry-after'], JSON.parse(body).error?.type];
};
const away = [503, '2', 'unavailable'];
const there = [200, undefined, undefined];

/** Back without help; several connections are open afterwards, and idle. */
async function expectAllBack(): Promise<void> {
  await proxy.mend();
  await expect.poll(() => Promise.all([...paths, ...paths].map(ask))).toEqual(Array(6).fill(there));
}

describe('while the database is away, calls are told to come again, and soon', () => {
  test('its connections broke and it takes no new ones', async () => {
    await expectAllBack();
    await proxy.refuse();
    expect(await Promise.all(paths.map(ask))).toEqual(Array(3).fill(away));
    await expectAllBack();
  });

  test('a statement under way breaks off', async () => {
    await expectAllBack();
    const asleep = database.rows(sql`select pg_sleep(0.15)`);
    await Promise.all([expect(asleep).rejects.toSatisfy(isOutage), proxy.refuse()]);
  });

  test('it fell silent: nobody waits for it for ever, and its other connections are not waited for in turn', async () => {
    await expectAllBack();
    proxy.swallow();
    expect(await ask(paths[0] ?? '')).toEqual(away);
    expect(database.pool.idleCount).toBe(0);
    expect(await Promise.all(paths.map(ask))).toEqual(Array(3).fill(away));
    await expectAllBack();
  });

  test('every connection is in use and none comes free', async () => {
    await expectAllBack();
    const held = await Promise.all([1, 2, 3, 4].map(() => database.pool.connect()));
    expect(await Promise.all(paths.map(ask))).toEqual(Array(3).fill(away));
    for (const client of held) client.release();
    for (const path of paths) expect(await ask(path)).toEqual(there);
  });

  test('a statement that takes too long is ended by the server', async () => {
    await expect(database.rows(sql`select pg_sleep(2)`)).rejects.toSatisfy(isOutage);
  });
});

describe('by the clock of the product, with the limits that it runs with', () => {
  let ours: Database;
  const asked = () =>
    ours.rows(sql`select 1 as one`).then(
      () => 'answered',
      (error: unknown) => (isOutage(error) ? 'away' : error),
    );
  beforeAll(async () => {
    const { user, database: name } = databases.database.pool.options;
    const address = { host: '127.0.0.1', port: proxy.port, user: String(user), database: String(name) };
    ours = openDatabase({ address });
    await proxy.mend();
    await asked();
    proxy.swallow();
    // From here on only the time passes that is let pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await ours.close();
  });

  test('a connection that fell silent is given up within 10 s', async () => {
    const answer = asked();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBe('away');
  });

  test('where none comes about, nobody waits longer than 3 s', async () => {
    const answers = [asked(), asked(), asked()];
    await vi.advanceTimersByTimeAsync(3000);
    expect(await Promise.all(answers)).toEqual(['away', 'away', 'away']);
  });

  test('and when it is back it is asked at once', async () => {
    await proxy.mend();
    expect(await asked()).toBe('answered');
  });
});

describe('who opens a connection', () => {
  const patienceMs = 2000;
  const opened = () => {
    const { user, database: name } = databases.database.pool.options;
    return openClient(
      { host: '127.0.0.1', port: proxy.port, user: String(user), database: String(name) },
      patienceMs,
    );
  };

  test('and stands still for longer than it waits, as while it reads its code, hears of the answer', async () => {
    await proxy.mend();
    const opening = opened();
    const until = performance.now() + patienceMs + 100;
    while (performance.now() < until);
    const client = await opening;
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });

  test('is told where nobody answers', async () => {
    proxy.swallow();
    await expect(opened()).rejects.toThrow(/timeout expired/);
    await proxy.mend();
  });
});

test.each([
  ['a table that is not there', { code: '42P01' }],
  ['a file that is not there', { code: 'ENOENT', syscall: 'open' }],
  ['a fault of ours', {}],
])('%s is no outage', (_name, fields) => {
  expect(isOutage(Object.assign(new Error('no'), fields))).toBe(false);
});
