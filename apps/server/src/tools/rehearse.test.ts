import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { masterSecret, prepareDataDirectory } from '../platform/data-directory.ts';
import { folderName } from '../platform/time-names.ts';
import { type DatabaseLink, locateDatabases, migrateAll } from '../product-databases.ts';
import { compareGuards, readGuards, staleSequences } from './backup/guards.ts';
import { rehearseRestore } from './backup/rehearse.ts';
import { withOwner } from './backup/tables.ts';
import { namedLinks, takeBackup } from './backup/take.ts';

const now = new Date('2026-11-21T08:00:00.123Z');
const root = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'rehearse-'));
const dataDir = join(root, 'data');
const config = readConfig({ DATA_DIR: dataDir, REGIONS: 'us=United States' });
const backups = join(root, 'backups');

beforeAll(async () => {
  await chmod(root, 0o755);
  await mkdir(backups);
  await prepareDataDirectory(dataDir);
  await masterSecret(dataDir, undefined);
  await inRegion((client) => client.query(`select 1`));
  await takeBackup(config, join(backups, folderName(now)), now);
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

test('security 14: the newest backup is rehearsed beside the installation, which stays as it is', async () => {
  const tool = fileURLToPath(new URL('./restore.ts', import.meta.url));
  // So long that the server's socket lies in it beside the data, wherever these tests run.
  const scratch = await mkdtemp(`/tmp/${'rehearse-'.padEnd(44, '-')}`);
  await chmod(scratch, 0o755);
  const { stdout } = await promisify(execFile)(process.execPath, [tool, '--rehearse', backups], {
    env: { ...process.env, DATA_DIR: dataDir, REGIONS: 'us=United States', TMPDIR: scratch },
  });
  const left = await readdir(scratch);
  await rm(scratch, { recursive: true });
  expect(stdout).toMatch(/^ {2}identity +\d+ rows, checksums agree\n {2}us +\d+ rows, checksums agree\n/);
  expect(stdout).toContain(
    `${join(backups, folderName(now))} can be restored: rows, policies, grants and sequences agree.`,
  );
  expect(left).toEqual([]);
});

test('a grant and a policy that the migrations do not make are told', async () => {
  await inRegion(async (client) => {
    await client.query('grant select on app.client to public');
    await client.query('create policy open on app.client for select using (true)');
  });
  const folder = join(root, 'changed');
  await takeBackup(config, folder, now);
  await inRegion(async (client) => {
    await client.query('revoke select on app.client from public');
    await client.query('drop policy open on app.client');
  });
  const failure = await rehearseRestore(config, folder, now).then(String, (error: Error) => error.message);
  expect(failure).toContain('us: is missing: policy app.client open r true to public: true / ');
  expect(failure).toMatch(/us: is missing: table app\.client secured.*public select/);
  expect(failure).toMatch(/us: is new: table app\.client secured.*app_rw select/);
});

test('a sequence behind its rows is told', async () => {
  await inRegion(async (client) => {
    await expect(staleSequences(client, 'app')).resolves.toEqual([]);
    await client.query('begin');
    await client.query('create table app.numbered (id int generated always as identity, tenant_id uuid)');
    await client.query('insert into app.numbered (id) overriding system value values (1)');
    await expect(staleSequences(client, 'app')).resolves.toEqual([
      'app.numbered_id_seq would repeat a number of app.numbered.id',
    ]);
    await client.query('select nextval($1)', ['app.numbered_id_seq']);
    await expect(staleSequences(client, 'app')).resolves.toEqual([]);
    await client.query('rollback');
  });
});

test('guards name no owner, and cover the queue', async () => {
  const lines = await inRegion((client) => readGuards(client, 'app'));
  expect(lines.filter((line) => line.includes('stint_us'))).toEqual([]);
  expect(lines.some((line) => line.startsWith('sequence graphile_worker.'))).toBe(true);
  expect(lines.some((line) => line.startsWith('policy app.timesheet_entry '))).toBe(true);
  expect(compareGuards(lines, [...lines].reverse())).toEqual([]);
});

test('a folder without a backup is refused', async () => {
  await mkdir(join(root, 'none'));
  await expect(rehearseRestore(config, join(root, 'none'), now)).rejects.toThrow(
    'is no backup and holds none',
  );
});

/** As the owner of the only region's database, migrated. */
async function inRegion<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const located = await locateDatabases(config, () => {});
  try {
    const links = new Map(namedLinks(located));
    await migrateAll(links.values());
    return await withOwner((links.get('us') as DatabaseLink).owner, work);
  } finally {
    await located.stop();
  }
}
