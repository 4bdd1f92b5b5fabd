import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { masterSecret, prepareDataDirectory, writePrivateFile } from '../platform/data-directory.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { checkRuntimeRole } from '../platform/role-check.ts';
import { type Sql, sql } from '../platform/sql.ts';
import { type DatabaseLink, locateDatabases, migrateAll } from '../product-databases.ts';
import { queuedJobs } from '../testing/queued-jobs.ts';
import { schemaProblems } from '../testing/schema-rules.ts';
import { readManifest } from './backup/manifest.ts';
import { restoreBackup } from './backup/restore.ts';
import { namedLinks, takeBackup } from './backup/take.ts';

const now = new Date('2026-11-21T08:00:00.123Z');
/** What COPY has to escape, and what must come back as it was. */
const awkward = 'tab\there, line\nfeed, back\\slash, \\N, "quotes", ’—🕐, \r and = formula';

const root = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'backup-'));
const configOf = (name: string, env: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: join(root, name), ...env });
const BACKUP_KEY = 'Zm9yIHRoaXMgdGVzdCBhbG9uZSwgbm93aGVyZSBlbHNl';
const original = configOf('original', { BACKUP_KEY });
const restored = configOf('restored', { BACKUP_KEY });
const folder = join(root, 'backups', 'first');
const ids = {
  tenant: newId(),
  member: newId(),
  approver: newId(),
  project: newId(),
  type: newId(),
  entry: newId(),
};
const people = { root: newId(), child: newId(), user: newId(), session: newId() };

let before: Record<string, Facts>;
let after: Record<string, Facts>;

beforeAll(async () => {
  await chmod(root, 0o755);
  await prepareDataDirectory(original.dataDir);
  await masterSecret(original.dataDir, undefined);
  await writePrivateFile(original.dataDir, 'latchkey.json', '{"tenantId":"abcd1234"}\n');
  before = await withDatabases(original.dataDir, async (links) => {
    await migrateAll(Object.values(links));
    await run(links.identity, identityRows());
    await run(links.us, gatewayRows());
    return factsOf(links);
  });
  await takeBackup(original, folder, now);
  await restoreBackup(restored, folder, now);
  after = await withDatabases(restored.dataDir, factsOf);
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('security 14: a restore has', () => {
  test.each(['identity', 'us', 'eu'])(
    'the same policies, grants, keys, indexes and columns in %s',
    (name) => {
      expect(after[name]?.catalogue.length).toBeGreaterThan(100);
      expect(after[name]?.catalogue).toEqual(before[name]?.catalogue);
      expect(after[name]?.problems).toEqual([]);
    },
  );

  test.each(['identity', 'us', 'eu'])('the same migrations in %s', (name) => {
    expect(after[name]?.migrations).toEqual(before[name]?.migrations);
  });

  test('every entry, to the character and the millisecond', async () => {
    const rows = await withDatabases(restored.dataDir, (links) =>
      asOwner(links.us, (owner) =>
        owner.rows(sql`select id, minutes, comment, to_char(updated_at at time zone 'UTC', 'MS') as ms,
          encode(fingerprint, 'hex') as fingerprint from app.timesheet_entry`),
      ),
    );
    expect(rows).toEqual([
      { id: ids.entry, minutes: 450, comment: awkward, ms: '123', fingerprint: '00ff5c0a' },
    ]);
  });

  test('the jobs that waited, and the next one gets a number of its own', async () => {
    const jobs = await withDatabases(restored.dataDir, (links) =>
      asOwner(links.us, async (owner) => {
        await owner.run(
          sql`select app.enqueue('note', ${newId()}::uuid, ${ids.tenant}::uuid, '{}', null, null)`,
        );
        return queuedJobs(owner);
      }),
    );
    expect(jobs).toMatchObject([
      { id: ids.entry, tenantId: ids.tenant, kind: 'note', payload: { awkward }, key: 'once', attempts: 0 },
      { kind: 'note', payload: {} },
    ]);
  });

  test('row security for the login, which still owns nothing', async () => {
    await withDatabases(restored.dataDir, async ({ us }) => {
      const login = openDatabase({ address: us?.address ?? '' });
      try {
        await checkRuntimeRole(login, 'app');
        await expect(login.rows(sql`select id from app.timesheet_entry`)).rejects.toMatchObject({
          code: '42704',
        });
        await expect(
          login.tenantRows(
            ids.tenant,
            sql`select id from app.timesheet_entry where tenant_id = ${ids.tenant}`,
          ),
        ).resolves.toHaveLength(1);
        await expect(login.tenantRows(newId(), sql`select id from app.timesheet_entry`)).resolves.toEqual([]);
      } finally {
        await login.close();
      }
    });
  });

  test('the keys of the data directory', async () => {
    for (const file of ['secret.key', 'latchkey.json']) {
      const path = join(restored.dataDir, file);
      expect(await readFile(path, 'utf8')).toBe(await readFile(join(original.dataDir, file), 'utf8'));
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
  });

  test('no session of before: older tokens die', async () => {
    const facts = await withDatabases(restored.dataDir, ({ identity }) =>
      asOwner(identity, (owner) =>
        owner.one(sql`select ended_reason as reason, authz_version as version, session_epoch as epoch,
            (select count(*) from auth.change where kind = 'authorization' and user_id = u.id and version = 5) as told
          from auth.session s join auth.user_account u on u.id = s.user_id`),
      ),
    );
    expect(facts).toEqual({ reason: 'restored', version: 5, epoch: now, told: 1 });
  });
});

describe('a backup', () => {
  test('is readable by its owner alone and tells rows and checksums', async () => {
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o077).toBe(0);
    const { databases } = (await readManifest(folder, BACKUP_KEY)).manifest;
    expect(databases.map(({ name }) => name)).toEqual(['identity', 'us', 'eu']);
    const entries = databases[1]?.tables.find(({ name }) => name === 'timesheet_entry');
    expect(entries).toMatchObject({ rows: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('is taken while the product holds the data directory', async () => {
    const second = join(root, 'backups', 'second');
    await withDatabases(original.dataDir, () => takeBackup(configOf('original'), second, now));
    const [one, two] = [await readManifest(folder, BACKUP_KEY), await readManifest(second, undefined)];
    expect(two.manifest.databases).toEqual(one.manifest.databases);
  });

  test('without a key is plain, and is restored the same', async () => {
    const second = join(root, 'backups', 'second');
    expect(await readFile(join(second, 'secret.key'))).toEqual(
      await readFile(join(original.dataDir, 'secret.key')),
    );
    const counts = await restoreBackup(configOf('plain'), second, now);
    expect(counts.map(({ name }) => name)).toEqual(['identity', 'us', 'eu']);
  });

  test('with a key shows nothing of what it holds', async () => {
    const secret = (await readFile(join(original.dataDir, 'secret.key'), 'utf8')).trim();
    const sealed = await readFile(join(folder, 'secret.key'));
    expect(sealed.includes(secret)).toBe(false);
    const entries = await readFile(join(folder, 'us', 'timesheet_entry.copy.gz'));
    expect(() => gunzipSync(entries)).toThrow('incorrect header');
  });

  test('leaves nothing behind when it fails', async () => {
    const nowhere = configOf('nowhere', {
      GATEWAY_US_DATABASE_URL: 'postgres://a@127.0.0.1:1/b',
      GATEWAY_US_DATABASE_OWNER_URL: 'postgres://b@127.0.0.1:1/b',
      GATEWAY_US_DATABASE_WORKER_URL: 'postgres://c@127.0.0.1:1/b',
    });
    await expect(takeBackup(nowhere, join(root, 'backups', 'failed'), now)).rejects.toThrow('ECONNREFUSED');
    expect((await readdir(join(root, 'backups'))).sort()).toEqual(['first', 'second']);
  });

  test('that was cut off has no manifest and is refused', async () => {
    await expect(restoreBackup(configOf('cut'), join(root, 'backups'), now)).rejects.toThrow(
      'no finished backup',
    );
    expect(existsSync(join(root, 'cut'))).toBe(false);
  });
});

describe('a restore refuses', () => {
  test('an installation that is in use', async () => {
    await expect(restoreBackup(restored, folder, now)).rejects.toThrow(
      'The database identity is in use already',
    );
  });

  test('a damaged file, before anything is made', async () => {
    const path = join(folder, 'us', 'timesheet_entry.copy.gz');
    const intact = await readFile(path);
    await writeFile(path, intact.subarray(0, intact.length - 12));
    await expectRefusal('damaged', folder, `${path} is damaged`);
    await writeFile(path, intact);
  });

  test('a changed byte, and a file in another one’s place', async () => {
    const path = join(folder, 'us', 'client.copy.gz');
    const intact = await readFile(path);
    const changed = Buffer.from(intact);
    changed[20] = (changed[20] ?? 0) ^ 1;
    await writeFile(path, changed);
    await expectRefusal('changed', folder, `${path} is damaged`);
    await writeFile(path, await readFile(join(folder, 'us', 'tag.copy.gz')));
    await expectRefusal('swapped', folder, `${path} is damaged`);
    await writeFile(path, intact);
  });

  test('a changed manifest', async () => {
    const path = join(folder, 'manifest.json');
    const intact = await readFile(path, 'utf8');
    await writeFile(path, intact.replace('"takenAt": "2026', '"takenAt": "2025'));
    await expectRefusal('manifest', folder, 'its manifest was changed');
    await writeFile(path, intact);
  });

  test.each([
    ['is no JSON', () => 'PK', 'manifest.json is damaged or of something else'],
    ['is of something else', () => '{"format": 2}', 'manifest.json is damaged or of something else'],
    [
      'is of a later release',
      (text: string) => text.replace(/"migration": \d+/, '"migration": 9999'),
      'has schema 9999 of a later version of Stint',
    ],
    [
      'is of a form that nobody knows',
      (text: string) => text.replace('"format": 2', '"format": 9'),
      'has format 9; this version reads 1, 2',
    ],
  ])('a plain backup whose manifest %s', async (_name, change, message) => {
    const plain = join(root, 'backups', 'second');
    const path = join(plain, 'manifest.json');
    const intact = await readFile(path, 'utf8');
    await writeFile(path, change(intact));
    await expectRefusal('other-manifest', plain, message, null);
    await writeFile(path, intact);
  });

  test.each([
    ['without its key', 'first', undefined, 'This backup is encrypted: set BACKUP_KEY'],
    ['with another key', 'first', 'another key that is long enough to be taken', 'BACKUP_KEY is not the one'],
    ['that is plain where a key is set', 'second', BACKUP_KEY, 'this backup is not encrypted'],
  ])('a backup %s', async (_name, backup, key, message) => {
    await expectRefusal('keyless', join(root, 'backups', backup), message, key ?? null);
  });

  test('another set of regions', async () => {
    const config = configOf('regions', { REGIONS: 'us=United States', BACKUP_KEY });
    await expect(restoreBackup(config, folder, now)).rejects.toThrow(
      'The backup has eu, identity, us; this configuration has identity, us.',
    );
  });

  test('another master secret, leaving the databases empty', async () => {
    const config = configOf('secret', { SECRET_KEY: 'k'.repeat(48), BACKUP_KEY });
    await expect(restoreBackup(config, folder, now)).rejects.toThrow(
      'SECRET_KEY is not the one of the backup',
    );
    expect(await readdir(config.dataDir)).not.toContain('secret.key');
    const empty = await withDatabases(config.dataDir, ({ us }) =>
      asOwner(us, (owner) => owner.one(sql`select to_regclass('app.migration') is null as empty`)),
    );
    expect(empty).toEqual({ empty: true });
  });
});

/** Refused before anything is made. */
async function expectRefusal(name: string, backup: string, message: string, key: string | null = BACKUP_KEY) {
  const config = configOf(name, key ? { BACKUP_KEY: key } : {});
  await expect(restoreBackup(config, backup, now)).rejects.toThrow(message);
  expect(existsSync(join(root, name))).toBe(false);
}

type Links = Record<string, DatabaseLink>;
type Facts = { catalogue: string[]; migrations: unknown[]; problems: string[] };

async function withDatabases<T>(dataDir: string, work: (links: Links) => Promise<T>): Promise<T> {
  const located = await locateDatabases(readConfig({ DATA_DIR: dataDir }), () => {});
  try {
    return await work(Object.fromEntries(namedLinks(located)));
  } finally {
    await located.stop();
  }
}

async function asOwner<T>(link: DatabaseLink | undefined, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = openDatabase({ address: link?.owner ?? '' });
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

async function run(link: DatabaseLink | undefined, statements: Sql[]): Promise<void> {
  await asOwner(link, async (owner) => {
    for (const statement of statements) await owner.run(statement);
  });
}

async function factsOf(links: Links): Promise<Record<string, Facts>> {
  const facts: Record<string, Facts> = {};
  for (const [name, link] of Object.entries(links)) {
    facts[name] = await asOwner(link, async (owner) => ({
      catalogue: (await owner.rows<{ line: string }>(catalogue(link.schema))).map(({ line }) => line),
      migrations: await owner.rows(
        link.schema === 'auth'
          ? sql`select number, name, checksum from auth.migration order by 1`
          : sql`select number, name, checksum from app.migration order by 1`,
      ),
      problems: link.schema === 'app' ? await schemaProblems(owner, 'app') : [],
    }));
  }
  return facts;
}

/** Everything that guards rows, one line each. */
function catalogue(schema: string): Sql {
  return sql`
    select c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull::text as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and a.attnum > 0
    union all select c.relname || ' ' || k.conname || ' ' || k.convalidated::text || ' ' || pg_get_constraintdef(k.oid)
      from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = ${schema}::regnamespace
    union all select pg_get_indexdef(i.indexrelid)
      from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = ${schema}::regnamespace
    union all select c.relname || ' ' || c.relrowsecurity::text || ' ' || coalesce(c.relacl::text, '') || ' ' || c.relowner::regrole::text
      from pg_class c where c.relnamespace = ${schema}::regnamespace
    union all select c.relname || ' ' || p.polname || ' ' || p.polroles::regrole[]::text || ' '
        || coalesce(pg_get_expr(p.polqual, p.polrelid), '') || ' ' || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
      from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = ${schema}::regnamespace
    union all select p.proname || ' ' || coalesce(p.proacl::text, '') || ' ' || p.prosecdef::text
      from pg_proc p where p.pronamespace = ${schema}::regnamespace
    union all select n.nspname || ' ' || coalesce(n.nspacl::text, '') from pg_namespace n where n.nspname = ${schema}
    union all select 'database ' || coalesce(d.datacl::text, '') from pg_database d where d.datname = current_database()
    order by 1`;
}

/** A root tenant that refers to itself, a workspace below it, and somebody signed in. */
function identityRows(): Sql[] {
  const tenant = (id: string, publicId: string, parent: string | null) => sql`
    insert into auth.tenant (id, public_id, root_tenant_id, mode, parent_id, name, first_factors, created_at, updated_at)
    values (${id}, ${publicId}, ${people.root}, 'test', ${parent}, ${awkward}, '[]', ${now}, ${now})`;
  const later = new Date(now.getTime() + 60_000);
  return [
    tenant(people.root, 'aaaa1111', null),
    tenant(people.child, 'bbbb2222', people.root),
    sql`insert into auth.user_account (root_tenant_id, mode, id, number, name, data, authz_version, created_at, updated_at)
      values (${people.root}, 'test', ${people.user}, 1, 'Ada', ${JSON.stringify({ note: awkward })}, 4, ${now}, ${now})`,
    sql`insert into auth.session (id, root_tenant_id, mode, tenant_id, user_id, family_id, amr, auth_time, last_used_at,
        idle_expires_at, expires_at, created_at)
      values (${people.session}, ${people.root}, 'test', ${people.root}, ${people.user}, ${people.session}, '{pwd}', ${now},
        ${now}, ${later}, ${later}, ${now})`,
  ];
}

/** A workspace with two people, of whom one approves the other, and an entry whose comment needs escaping. */
function gatewayRows(): Sql[] {
  const { tenant } = ids;
  const member = (id: string, approver: string | null) => sql`
    insert into app.team_member (tenant_id, id, email, first_name, approver_id, role_updated_at, created_at, updated_at)
    values (${tenant}, ${id}, ${`${id}@example.com`}, ${awkward}, ${approver}, ${now}, ${now}, ${now})`;
  return [
    sql`insert into app.tenant (tenant_id, public_id, name, slug, region_code, created_by, created_at, updated_at)
      values (${tenant}, 'bbbb2222', ${awkward}, 'acme', 'us', ${people.user}, ${now}, ${now})`,
    member(ids.approver, null),
    member(ids.member, ids.approver),
    sql`select app.enqueue('note', ${ids.entry}::uuid, ${tenant}::uuid, ${JSON.stringify({ awkward })}::jsonb, '1 hour', 'once')`,
    sql`insert into app.project_type (tenant_id, id, name, billable_default, budget_kind, sort_order)
      values (${tenant}, ${ids.type}, 'Time', true, 'none', 0)`,
    sql`insert into app.project (tenant_id, id, name, project_type_id, created_at, updated_at)
      values (${tenant}, ${ids.project}, 'Boat', ${ids.type}, ${now}, ${now})`,
    sql`insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, total_minutes, updated_at)
      values (${tenant}, ${ids.member}, '2026-11-22', 450, ${now})`,
    sql`insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable,
        comment, fingerprint, created_at, updated_at)
      values (${tenant}, ${ids.entry}, ${ids.member}, '2026-11-22', '2026-11-20', ${ids.project}, 450, true, ${awkward},
        '\\x00ff5c0a', ${now}, ${now})`,
  ];
}
