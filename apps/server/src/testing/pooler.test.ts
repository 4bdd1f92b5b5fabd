import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { sql } from '../platform/sql.ts';
import { linesOfGuide, regionOn, runNpm } from './own-cluster.fixture.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.fixture.ts';
import { callWorkspace, createWorkspace, enterWorkspace, signUpPerson } from './product-person.ts';
import { findFreePort, type ProductProcess, startProductProcess } from './product-process.ts';

const serverConnections = 3;

/** Runs where `PGBOUNCER` names the program of a version that the guide names: Debian 12 brings one that is too old. */
describe.skipIf(!process.env.PGBOUNCER)('behind PgBouncer, set as the guide says', () => {
  let folder: string;
  let server: OwnPostgres;
  let pooler: { port: number; stop(): Promise<void> };
  const products: ProductProcess[] = [];
  let region: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'pooler-'));
    // Its own user reads what it is given here.
    await chmod(folder, 0o755);
    server = await startOwnPostgres();
    const direct = regionOn(server);
    const [bootstrap = ''] = linesOfGuide('Moving from the embedded database', /db:bootstrap/);
    await runNpm(bootstrap.replace(/postgres:\/\/\S+/, server.superuserUrl), { ...direct, ...identity() });
    pooler = await startPooler(folder, server);
    region = { ...direct, GATEWAY_US_DATABASE_URL: pooled('us_login', 'time_us') };
  }, 300_000);
  afterAll(async () => {
    for (const product of products) await product.kill();
    await pooler?.stop();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function identity(): Record<string, string> {
    return {
      REGIONS: 'us=United States',
      IDENTITY_DATABASE_URL: server.url('id_login', 'identity'),
      IDENTITY_DATABASE_OWNER_URL: server.url('id_owner', 'identity'),
      IDENTITY_DATABASE_WORKER_URL: server.url('id_jobs', 'identity'),
    };
  }

  /** The address of a database as it is reached through the pooler. */
  function pooled(user: string, database: string): string {
    const url = new URL(server.url(user, database));
    url.host = `127.0.0.1:${pooler.port}`;
    return url.href;
  }

  test('a process with everything and a gateway beside it answer for one workspace', async () => {
    const port = await findFreePort();
    const shared = {
      ...region,
      REGIONS: 'us=United States',
      MAIN_DOMAIN: `stint.localhost:${port}`,
      AUTH_BASE_URL: `http://127.0.0.1:${port}/v0/`,
    };
    const first = await startProductProcess({
      dataDir: join(folder, 'first'),
      port,
      env: { ...shared, ...identity(), IDENTITY_DATABASE_URL: pooled('id_login', 'identity') },
    });
    products.push(first);
    const { tenantId, adminKey } = await first.access();
    const second = await startProductProcess({
      dataDir: join(folder, 'second'),
      env: { ...shared, SERVICES: 'gateway', AUTH_TENANT_ID: tenantId, AUTH_ADMIN_KEY: adminKey },
    });
    products.push(second);
    const { session } = await signUpPerson(first, {
      email: 'ada@example.com',
      password: 'correct horse battery',
    });
    const made = await createWorkspace(first, session, { name: 'Harbour' });
    const inside = await enterWorkspace(first, made.session, made.workspace);
    const post = (through: ProductProcess, path: string, body: object) =>
      callWorkspace(through, inside, made.workspace, { method: 'POST', path: `/api/${path}`, body });
    const { projectID } = (await post(first, 'Projects', { projectName: 'Pier' })).json;
    // More often than there are connections, and than it takes for a statement to be planned once for all.
    for (let minutes = 1; minutes <= 12; minutes++) {
      for (const through of [first, second]) {
        const answer = await post(through, 'TimeSheet', { projectID, workDate: '2026-11-16', minutes });
        expect(answer).toMatchObject({ status: 201, json: { minutes, projectName: 'Pier' } });
      }
    }
    // None of it went past the pooler.
    const [row] = await server.read(
      'time_us',
      `select count(*)::int as count from pg_stat_activity where usename = 'us_login'`,
    );
    expect(row?.['count']).toBeLessThanOrEqual(serverConnections);
    for (const product of products) expect(await product.stop()).toMatchObject({ code: 0 });
  }, 300_000);

  test('each of many transactions at once has its own workspace, over a few connections', async () => {
    const database = openDatabase({ address: pooled('us_login', 'time_us'), max: 10 });
    const tenants = Array.from({ length: 8 }, newId);
    try {
      // Ten people who ask again and again, one after the other each.
      const seen = await Promise.all(
        Array.from({ length: 10 }, async (_person, person) => {
          const own: boolean[] = [];
          for (let turn = 0; turn < 40; turn++) {
            const tenantId = tenants[(person + turn) % tenants.length] ?? '';
            own.push(await isKept(database, tenantId));
          }
          return own;
        }),
      );
      expect(seen.flat().filter(Boolean)).toHaveLength(400);
    } finally {
      await database.close();
    }
  });

  test('a session that begins there has the limits of its role', async () => {
    const client = new pg.Client(pooled('us_login', 'time_us'));
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as limit, current_setting('TimeZone') as zone, current_setting('plan_cache_mode') as plans`,
    );
    await client.end();
    expect(rows).toEqual([{ limit: '5s', zone: 'UTC', plans: 'force_generic_plan' }]);
  });
});

/** Whether both statements of a transaction ran for its workspace. */
function isKept(database: Database, tenantId: string): Promise<boolean> {
  return database.withTenant(tenantId, async (tx) => {
    const [first, second] = await Promise.all([
      tx.one<{ is: string }>(sql`select current_setting('app.tenant_id') as is`),
      tx.one<{ is: string }>(sql`select ${tenantId}::text as is`),
    ]);
    return first.is === tenantId && second.is === tenantId;
  });
}

async function startPooler(folder: string, server: OwnPostgres) {
  const port = await findFreePort();
  const { hostname, password } = new URL(server.superuserUrl);
  const users = join(folder, 'users.txt');
  await writeFile(users, ['us_login', 'id_login'].map((name) => `"${name}" "${password}"\n`).join(''));
  const settings = join(folder, 'pgbouncer.ini');
  const own = [
    ...linesOfGuide('PgBouncer', / = /),
    `default_pool_size = ${serverConnections}`,
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    // As root it refuses to work.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ];
  await writeFile(
    settings,
    ['[databases]', `* = host=${hostname} port=5432`, '[pgbouncer]', ...own, ''].join('\n'),
  );
  const child = spawn(process.env.PGBOUNCER ?? '', [settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const isThere = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  await vi.waitUntil(isThere, { timeout: 20_000 }).catch(() => {
    child.kill('SIGTERM');
    throw new Error(`PgBouncer does not answer: ${said}`);
  });
  return {
    port,
    async stop() {
      child.kill('SIGINT');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
