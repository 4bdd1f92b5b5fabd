import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { provisionTenant } from '../gateway/workspace-lifecycle/provision.ts';
import { newId } from '../platform/ids.ts';
import { sql } from '../platform/sql.ts';
import { openProductDatabases, type ProductDatabases } from '../product-databases.ts';
import {
  linesOfGuide,
  type OwnCluster,
  regionOn,
  runNpm,
  startOwnCluster,
} from '../testing/own-cluster.fixture.ts';
import { type OwnPostgres, startOwnPostgres } from '../testing/own-postgres.fixture.ts';
import { callWorkspace, createWorkspace, enterWorkspace, signUpPerson } from '../testing/product-person.ts';
import { startProductProcess } from '../testing/product-process.ts';

/** Servers are made, and programs started one after the other. */
const PATIENT = { timeout: 300_000 };

/** Keys that other languages put in another order. */
const keys = ['B', 'a', 'A b', 'ä', '_', 'b\tc\\'];
const tenantId = newId();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'move-'));
  await withDatabases({}, async ({ regions }) => {
    const database = regions.get('us')?.database;
    if (!database) throw new Error('no region');
    const owner = { userId: newId(), email: 'ada@example.com', name: 'Ada Berg' };
    const place = { publicId: 'harbour1', slug: 'harbour', regionCode: 'us' };
    await provisionTenant(database, {
      tenantId,
      ...place,
      name: 'Harbour',
      timeZone: 'UTC',
      owner,
      now: new Date(),
    });
    for (const key of keys) {
      await database.run(
        sql`insert into app.announcement (key, tenant_id, announced_at) values (${key}, ${tenantId}, now())`,
      );
    }
    await database.run(
      sql`select app.enqueue('a.kind', ${newId()}::uuid, ${tenantId}::uuid, '{}'::jsonb, interval '1 day', null, null)`,
    );
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The embedded databases where no other is named. */
async function withDatabases<T>(
  env: Record<string, string>,
  work: (databases: ProductDatabases) => Promise<T>,
): Promise<T> {
  const databases = await openProductDatabases(readConfig(settings(env)), () => {});
  try {
    return await work(databases);
  } finally {
    await databases.close();
  }
}

function settings(env: Record<string, string>): Record<string, string> {
  const { PG_BINARIES } = process.env;
  return { DATA_DIR: folder, REGIONS: 'us=United States', ...(PG_BINARIES ? { PG_BINARIES } : {}), ...env };
}

const readAll = ({ regions }: ProductDatabases) => {
  const { database, queue } = regions.get('us') ?? {};
  return Promise.all([
    database?.tenantRows(
      tenantId,
      sql`select id, name, created_at from app.activity where tenant_id = ${tenantId} order by id`,
    ),
    database?.rows(sql`select key, announced_at from app.announcement order by key collate "C"`),
    queue?.rows(sql`select j.id, identifier, run_at from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`),
  ]);
};

describe('what was embedded', () => {
  let server: OwnPostgres;
  beforeAll(async () => {
    server = await startOwnPostgres();
  });
  afterAll(() => server.stop());

  test('goes nowhere while no server is named', async () => {
    await expect(runNpm('npm run --silent move-database', settings({}))).rejects.toMatchObject({
      stderr: expect.stringContaining('nowhere to move to'),
    });
  });

  test('moves to a server of one’s own by the lines of the guide, and not twice', PATIENT, async () => {
    const env = {
      ...regionOn(server),
      IDENTITY_DATABASE_URL: server.url('id_login', 'identity'),
      IDENTITY_DATABASE_OWNER_URL: server.url('id_owner', 'identity'),
      IDENTITY_DATABASE_WORKER_URL: server.url('id_jobs', 'identity'),
    };
    const [bootstrap = '', move = ''] = linesOfGuide('Moving from the embedded database', /npm run/);
    const url = new URL(server.superuserUrl);
    await runNpm(bootstrap.replace(/postgres:\/\/\S+/, url.href), settings(env));
    await expect(runNpm('npm run --silent operator -- jobs', settings(env))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^A database lacks the schema of this version: run npm run db:migrate.*\n$/,
      ),
    });
    const { stdout } = await runNpm(move, settings(env));
    expect(stdout).toMatch(/identity +\d+ rows, checksums agree\n +us +\d+ rows, checksums agree/);
    const before = await withDatabases({}, readAll);
    expect(before[1]).toHaveLength(keys.length);
    expect(before[2]).toHaveLength(1);
    expect(await withDatabases(env, readAll)).toEqual(before);
    await expect(runNpm(move, settings(env))).rejects.toMatchObject({
      stderr: expect.stringContaining('in use already'),
    });
  });
});

describe.skipIf(!process.env.CITUS_WORKERS)(
  'what was embedded, on three servers with Citus that ask for passwords',
  () => {
    let cluster: OwnCluster;
    beforeAll(async () => {
      cluster = await startOwnCluster();
    });
    afterAll(() => cluster?.stop());

    test('moves there by the lines of the guide, spread by workspace', PATIENT, async () => {
      const env = regionOn(cluster.coordinator);
      for (let time = 0; time < 2; time++) await cluster.join(settings(env));
      const [move = ''] = linesOfGuide('Moving from the embedded database', /npm run move-database/);
      const { stdout } = await runNpm(move, settings(env));
      expect(stdout).toMatch(/us +\d+ rows, checksums agree/);
      expect(stdout).not.toContain('identity');
      expect(await withDatabases(env, readAll)).toEqual(await withDatabases({}, readAll));
      const places = await cluster.coordinator.read(
        'time_us',
        'select distinct nodename from citus_shards where citus_table_type = $$distributed$$',
      );
      expect(places).toHaveLength(cluster.workers.length);
    });

    test('is where the product starts, and somebody enters time', PATIENT, async () => {
      const product = await startProductProcess({
        dataDir: folder,
        env: settings(regionOn(cluster.coordinator)),
      });
      try {
        const { session } = await signUpPerson(product, {
          email: 'eva@example.com',
          password: 'correct horse battery',
        });
        const made = await createWorkspace(product, session, { name: 'Quay' });
        const inside = await enterWorkspace(product, made.session, made.workspace);
        const post = async (path: string, body: object) => {
          const call = { method: 'POST', path: `/api/${path}`, body };
          return (await callWorkspace(product, inside, made.workspace, call)).json;
        };
        const { projectID } = await post('Projects', { projectName: 'Pier' });
        expect(await post('TimeSheet', { projectID, workDate: '2026-11-16', minutes: 90 })).toMatchObject({
          projectName: 'Pier',
          minutes: 90,
        });
        expect(await product.stop()).toMatchObject({ code: 0 });
      } finally {
        await product.kill();
      }
    });

    test('is not opened by a login to whom row security would show nothing', PATIENT, async () => {
      const env = regionOn(cluster.coordinator);
      await cluster.coordinator.run(
        'time_us',
        "alter role us_login set citus.propagate_set_commands = 'none'",
      );
      await expect(withDatabases(env, readAll)).rejects.toThrow("set citus.propagate_set_commands = 'local'");
      await cluster.join(settings(env));
      expect(await withDatabases(env, readAll)).toEqual(await withDatabases({}, readAll));
    });
  },
);
