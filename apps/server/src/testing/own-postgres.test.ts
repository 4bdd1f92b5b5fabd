import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { openDatabase } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { sql } from '../platform/sql.ts';
import { openProductDatabases } from '../product-databases.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.fixture.ts';
import { createWorkspace, signUpPerson } from './product-person.ts';
import { cleanVariables, ProductStartError, startProductProcess } from './product-process.ts';
import { migrationFolders } from './templates.ts';

const bootstrapTool = fileURLToPath(new URL('../tools/bootstrap.ts', import.meta.url));
const backupTool = fileURLToPath(new URL('../tools/backup.ts', import.meta.url));

let server: OwnPostgres;

beforeAll(async () => {
  server = await startOwnPostgres();
});
afterAll(() => server.stop());

/** The environment of a product that uses this server for everything. */
function environment(
  logins: Partial<Record<'identity' | 'us' | 'worker' | 'identityWorker', string>> = {},
): Record<string, string> {
  return {
    DATA_DIR: '/nonexistent/stint-needs-no-embedded-database',
    REGIONS: 'us=United States',
    IDENTITY_DATABASE_URL: server.url(logins.identity ?? 'id_login', 'identity'),
    IDENTITY_DATABASE_OWNER_URL: server.url('id_owner', 'identity'),
    IDENTITY_DATABASE_WORKER_URL: server.url(logins.identityWorker ?? 'id_jobs', 'identity'),
    GATEWAY_US_DATABASE_URL: server.url(logins.us ?? 'us_login', 'time_us'),
    GATEWAY_US_DATABASE_OWNER_URL: server.url('us_owner', 'time_us'),
    GATEWAY_US_DATABASE_WORKER_URL: server.url(logins.worker ?? 'us_jobs', 'time_us'),
  };
}

const open = (config: Config) => openProductDatabases(config, () => {});

async function bootstrap(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [bootstrapTool, server.superuserUrl], {
    env: { ...cleanVariables(), ...environment() },
  });
  return stdout;
}

describe('one’s own PostgreSQL, prepared by db:bootstrap', () => {
  test('roles and databases are made, twice and at once without harm, and two products open them at one moment', async () => {
    const prepared = 'Prepared identity, time_us.\n';
    expect(await Promise.all([bootstrap(), bootstrap()])).toEqual([prepared, prepared]);
    expect(await bootstrap()).toBe(prepared);
    // So do two first starts at one moment.
    const [databases, others] = await Promise.all([
      open(readConfig(environment())),
      open(readConfig(environment())),
    ]);
    await others.close();
    try {
      expect([...databases.regions.keys()]).toEqual(['us']);
      const { database } = databases.regions.get('us') ?? {};
      await expect(database?.one(sql`select current_user as login`)).resolves.toEqual({ login: 'us_login' });
      await expect(
        databases.regions.get('us')?.queue.one(sql`select current_user as login`),
      ).resolves.toEqual({
        login: 'us_jobs',
      });
      await expect(databases.identity?.one(sql`select current_user as login`)).resolves.toEqual({
        login: 'id_login',
      });
      await expect(databases.identityQueue?.one(sql`select current_user as login`)).resolves.toEqual({
        login: 'id_jobs',
      });
    } finally {
      await databases.close();
    }
  });

  test('the login has time limits and UTC by itself, for a pooler that drops what clients ask for (security 14)', async () => {
    const client = new pg.Client(server.url('us_login', 'time_us'));
    await client.connect();
    const { rows } = await client.query(`select name, setting || coalesce(unit, '') as value from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone')`);
    await client.end();
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
      statement_timeout: '5000ms',
      lock_timeout: '3000ms',
      idle_in_transaction_session_timeout: '10000ms',
      TimeZone: 'UTC',
    });
  });

  test('a wrong password stops the start', async () => {
    const env = environment();
    env.GATEWAY_US_DATABASE_URL = env.GATEWAY_US_DATABASE_URL?.replace(/:[^:@]+@/, ':wrong@') ?? '';
    await expect(open(readConfig(env))).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        /^The server at \S+ refuses the login us_login: mend its password in GATEWAY_US_DATABASE_URL, .* \(28P01\)\.$/,
      ),
    });
  });

  test('a login of another database may not connect', async () => {
    const stranger = environment();
    stranger.GATEWAY_US_DATABASE_URL = server.url('id_login', 'time_us');
    await expect(open(readConfig(stranger))).rejects.toThrow(
      /^The server at \S+ has no database time_us that id_login may open: mend GATEWAY_US_DATABASE_URL, .* \(42501\)\.$/,
    );
  });

  test.each([
    [
      'nobody listens there',
      (url: string) => url.replace(/:\d+\//, ':9/'),
      /^The server at \S+:9 does not answer, .* mend GATEWAY_US_DATABASE_OWNER_URL \(ECONNREFUSED\)\.$/,
    ],
    [
      'no such database',
      (url: string) => url.replace('/time_us', '/time_mars'),
      /has no database time_mars that us_owner may open: mend GATEWAY_US_DATABASE_OWNER_URL, .* \(3D000\)\.$/,
    ],
    [
      'a certificate file that is not there',
      (url: string) => `${url}?sslmode=verify-full&sslrootcert=/nonexistent/root.pem`,
      /^GATEWAY_US_DATABASE_OWNER_URL names a certificate file that cannot be read .* \(ENOENT\)\.$/,
    ],
    [
      'a file that is no certificate',
      (url: string) => `${url}?sslmode=verify-full&sslrootcert=${fileURLToPath(import.meta.url)}`,
      /^(GATEWAY_US_DATABASE_OWNER_URL names a file that is no certificate|The server at \S+ speaks no TLS)/,
    ],
    [
      'a server without TLS',
      (url: string) => `${url}?sslmode=require`,
      /^The server at \S+ speaks no TLS: switch it on there, or leave sslmode out of GATEWAY_US_DATABASE_OWNER_URL/,
    ],
  ])('%s: the start says so in a sentence, without the password', async (_name, change, sentence) => {
    const env = environment();
    env.GATEWAY_US_DATABASE_OWNER_URL = change(env.GATEWAY_US_DATABASE_OWNER_URL ?? '');
    const refusal = await open(readConfig(env)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) });
    expect(String(refusal)).not.toContain(new URL(server.superuserUrl).password);
  });

  test.each(['IDENTITY', 'GATEWAY_US'])(
    'what a later release has taken away from %s is not asked for, and nothing is written',
    async (place) => {
      const [database, schema] = place === 'IDENTITY' ? ['identity', 'auth'] : (['time_us', 'app'] as const);
      await (await open(readConfig(environment()))).close();
      await server.run(
        database,
        `insert into ${schema}.migration values (9998, '9998-needs-0001-only-adds.sql', '', now())`,
      );
      await (await open(readConfig(environment()))).close();
      await server.run(
        database,
        `insert into ${schema}.migration values (9999, '9999-needs-9990-drop-drafts.sql', '', now())`,
      );
      try {
        await expect(open(readConfig(environment()))).rejects.toMatchObject({
          name: 'StartError',
          message: expect.stringMatching(
            new RegExp(
              `^The schema ${schema} was brought to 9999-needs-9990-drop-drafts\\.sql by a later release, and this one, which knows it up to 00\\d\\d-.*, cannot work on it: start that release again`,
            ),
          ),
        });
      } finally {
        await server.run(database, `delete from ${schema}.migration where number > 9000`);
      }
    },
  );
});

describe('a login that row security does not hold stops the start (security 10)', () => {
  beforeAll(async () => {
    await bootstrap();
    await migrate(server.url('us_owner', 'time_us'), 'app', migrationFolders.app);
    const { password } = new URL(server.superuserUrl);
    const login = `login password '${password}'`;
    await server.run(
      'postgres',
      `create role a_superuser superuser ${login}`,
      `create role a_bypasser bypassrls ${login} in role app_rw`,
      `create role a_heir ${login} in role us_owner, app_rw`,
      `create role an_admin ${login} in role a_superuser, app_rw`,
      `create role a_stranger ${login}`,
      `create role a_twofold ${login} in role app_rw, app_worker`,
      'grant connect on database time_us to a_bypasser, a_heir, an_admin, a_stranger, a_twofold',
    );
    await server.run('time_us', 'grant usage on schema app to a_stranger');
  });

  test.each([
    ['the superuser', 'postgres', 'postgres is, or may become, a superuser'],
    ['another superuser', 'a_superuser', 'a_superuser is, or may become, a superuser'],
    ['a member of a superuser', 'an_admin', 'an_admin is, or may become, a superuser'],
    ['BYPASSRLS', 'a_bypasser', 'a_bypasser has, or may gain, BYPASSRLS'],
    ['the owner', 'us_owner', 'us_owner is, or may become, us_owner, who owns schema app'],
    ['a member of the owner', 'a_heir', 'a_heir is, or may become, us_owner, who owns schema app'],
    ['nobody of ours', 'a_stranger', 'a_stranger is no member of app_rw'],
    ['one that claims jobs as well', 'a_twofold', 'a_twofold reaches the queue'],
  ])('%s', async (_name, login, problem) => {
    await expect(open(readConfig(environment({ us: login })))).rejects.toThrow(problem);
  });

  test.each([
    ['the superuser', 'postgres', 'postgres is, or may become, a superuser'],
    ['BYPASSRLS', 'a_bypasser', 'a_bypasser has, or may gain, BYPASSRLS'],
    ['the owner', 'us_owner', 'us_owner is, or may become, us_owner, who owns the queue'],
    ['the login of the service', 'us_login', 'us_login reaches the tables of the service'],
    ['one that is both', 'a_twofold', 'a_twofold reaches the tables of the service'],
    ['nobody of ours', 'a_stranger', 'a_stranger is no member of app_worker'],
  ])('for claiming jobs: %s (decision 014)', async (_name, login, problem) => {
    await expect(open(readConfig(environment({ worker: login })))).rejects.toThrow(problem);
  });

  test('a server whose roles were made before there were workers: the start says what to run', async () => {
    const gone = ['drop owned by us_jobs, id_jobs, app_worker', 'drop schema graphile_worker cascade'];
    await server.run('identity', ...gone);
    await server.run('time_us', ...gone, 'drop role us_jobs, id_jobs', 'drop role app_worker');
    await expect(open(readConfig(environment()))).rejects.toThrow(
      'the role app_worker is missing: run npm run db:bootstrap again',
    );
    await bootstrap();
    await (await open(readConfig(environment()))).close();
  });

  test.each([
    ['the login of the service', 'id_login', 'id_login reaches the tables of the service'],
    ['the owner', 'id_owner', 'id_owner is, or may become, id_owner, who owns the queue'],
    ['nobody of ours', 'a_stranger', 'a_stranger is no member of app_worker'],
  ])('for claiming jobs of the provider: %s', async (_name, login, problem) => {
    await server.run('identity', 'grant connect on database identity to a_stranger');
    await expect(open(readConfig(environment({ identityWorker: login })))).rejects.toThrow(problem);
  });

  test('the owner of the identity database is refused too', async () => {
    await expect(open(readConfig(environment({ identity: 'id_owner' })))).rejects.toThrow(
      'id_owner is, or may become, id_owner, who owns schema auth',
    );
  });

  test.each([
    ['has no policy', ['alter table app.bare enable row level security']],
    ['has a policy but row security is off', [policy('app_rw')]],
    ['has a policy for others only', ['alter table app.bare enable row level security', policy('us_owner')]],
  ])('a table with tenant_id that %s', async (_name, statements) => {
    await server.run('time_us', 'create table app.bare (tenant_id uuid not null)', ...statements);
    try {
      await expect(open(readConfig(environment()))).rejects.toThrow(
        'app.bare has tenant_id but no policy for app_rw',
      );
    } finally {
      await server.run('time_us', 'drop table app.bare');
    }
    await (await open(readConfig(environment()))).close();
  });
});

describe('the whole product on it', () => {
  let folder: string;
  beforeAll(async () => {
    await bootstrap();
    folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'own-product-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('signs people up, keeps their workspaces there, starts no server of its own, and is backed up', async () => {
    const dataDir = join(folder, 'data');
    const product = await startProductProcess({ dataDir, env: environment() });
    try {
      const person = await signUpPerson(product, {
        email: 'ada@example.com',
        password: 'correct horse battery',
      });
      const { workspace } = await createWorkspace(product, person.session, { name: 'Harbour Studio' });
      expect(await publicIds()).toEqual([workspace.tenantID]);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      const { stdout } = await promisify(execFile)(process.execPath, [backupTool, join(folder, 'backups')], {
        env: { ...cleanVariables(), ...environment(), DATA_DIR: dataDir },
      });
      expect(stdout).toMatch(/identity +\d+ rows\n +us +\d+ rows\n/);
      expect(await product.stop()).toMatchObject({ code: 0 });
    } finally {
      await product.kill();
    }
  });

  test('says in one sentence why it does not start as a superuser', async () => {
    const env = environment({ us: 'postgres' });
    const failure = await startProductProcess({ dataDir: join(folder, 'refused'), env }).catch(
      (error) => error,
    );
    expect(failure).toBeInstanceOf(ProductStartError);
    expect(failure.end.code).toBe(1);
    expect(failure.stderr).toContain('postgres is, or may become, a superuser');
    expect(failure.stderr).toContain('npm run db:bootstrap makes fitting logins');
    expect(failure.stderr).not.toContain('    at ');
    expect(failure.stderr).not.toContain(new URL(server.superuserUrl).password);
  });

  async function publicIds(): Promise<string[]> {
    const owner = openDatabase({ address: server.url('us_owner', 'time_us') });
    try {
      const rows = await owner.rows<{ id: string }>(sql`select public_id as id from app.workspace_directory`);
      return rows.map(({ id }) => id);
    } finally {
      await owner.close();
    }
  }
});

function policy(role: string): string {
  return `create policy bare_tenant on app.bare to ${role} using (tenant_id = current_setting('app.tenant_id')::uuid)`;
}
