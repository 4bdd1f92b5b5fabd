import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { listBases, readBase } from '../platform/archive/base.ts';
import type { Archive } from '../platform/archive/files.ts';
import type { ArchiveEvent } from '../platform/archive/keeper.ts';
import { isSegment, placeOf } from '../platform/archive/segments.ts';
import { withClient } from '../platform/connections.ts';
import { masterSecret, prepareDataDirectory } from '../platform/data-directory.ts';
import { findRunningServer } from '../platform/embedded/running-server.ts';
import { archiveOf } from '../product-archive.ts';
import { locateDatabases, openProductDatabases } from '../product-databases.ts';
import { parseMoment } from './backup/moment.ts';
import { restoreToTime } from './backup/restore-to.ts';
import { withOwner } from './backup/tables.ts';

const root = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'point-in-time-'));
const archiveDir = join(root, 'archive');
const environment = {
  ARCHIVE_DIR: archiveDir,
  ARCHIVE_KEY: 'Zr2pX0vQm8sKd4tWfY7hLb1nJc5gUe9aPo3i',
  // Segments are ended by the tests themselves.
  ARCHIVE_SECONDS: '3600',
  REGIONS: 'us=United States',
};
const configFor = (dataDir: string, more = {}): Config =>
  readConfig({ ...environment, DATA_DIR: join(root, dataDir), ...more });

const patience = { timeout: 120_000 };
/** Databases that are made, copied and recovered. */
const long = 300_000;
let moment: string;
let told: string[];

beforeAll(async () => {
  await chmod(root, 0o755);
  const events: ArchiveEvent[] = [];
  const config = configFor('data');
  await prepareDataDirectory(config.dataDir);
  await masterSecret(config.dataDir, undefined);
  await writeFile(join(config.dataDir, 'latchkey.json'), '{"a":1}');
  const databases = await openProductDatabases(config, () => {});
  try {
    databases.keepArchive((event) => events.push(event));
    await untilCopied(events);
    await save(config, 'first');
    // Whole milliseconds, which is what a restore is told in.
    const after = `date_trunc('milliseconds', clock_timestamp()) + interval '1 ms'`;
    moment = (await ask(config, `select to_json(${after})#>>'{}' as value`)) ?? '';
    const hasPassed = `select (clock_timestamp() > '${moment}')::text as value`;
    await until(async () => (await ask(config, hasPassed)) === 'true');
    await save(config, 'second');
    await untilArchived(config);
    told = events.map(({ kind }) => kind);
  } finally {
    await databases.close();
  }
  await rm(config.dataDir, { recursive: true });
}, long);
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  return vi.waitFor(async () => {
    if (!(await isSo())) throw new Error('not yet');
  }, patience);
}

function untilCopied(events: ArchiveEvent[]): Promise<void> {
  return until(() => events.some(({ kind }) => kind === 'base'));
}

async function save(config: Config, name: string): Promise<void> {
  await inDatabase(config, (client) =>
    client.query(`insert into auth.limit_bucket (key, touched_at) values ($1, now())`, [name]),
  );
}

async function ask(config: Config, statement: string): Promise<string | undefined> {
  return (await inDatabase(config, (client) => client.query(statement))).rows[0]?.value;
}

async function inDatabase<T>(config: Config, work: Parameters<typeof withOwner<T>>[1]): Promise<T> {
  const located = await locateDatabases({ ...config, archive: null }, () => {}, { attach: true });
  try {
    if (!located.identity) throw new Error('no database');
    return await withOwner(located.identity.owner, work);
  } finally {
    await located.stop();
  }
}

/** Everything that was saved until now. */
async function untilArchived(config: Config): Promise<void> {
  const server = await findRunningServer(join(config.dataDir, 'postgres'));
  if (server === null) throw new Error('no database');
  let segment = '';
  await withClient({ ...server, user: 'postgres', database: 'postgres' }, async (client) => {
    const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as segment');
    segment = rows[0].segment;
  });
  const hasArrived = async () =>
    (await readdir(join(archiveDir, 'wal'))).some(
      (name) =>
        isSegment(name) && name.slice(0, 8) === segment.slice(0, 8) && placeOf(name) >= placeOf(segment),
    );
  await until(hasArrived);
}

/** `npm run restore` as an operator runs it. */
async function restore(dataDir: string, words: string[], more = {}) {
  const tool = fileURLToPath(new URL('./restore.ts', import.meta.url));
  return promisify(execFile)(process.execPath, [tool, ...words], {
    env: { ...process.env, ...environment, DATA_DIR: join(root, dataDir), ...more },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  );
}

test('a moment after the end of the log is refused with the time of the last change in it', {
  timeout: long,
}, async () => {
  const { code, text } = await restore('short', ['--to', new Date().toISOString()]);
  expect(text).toMatch(/The log in the archive ends before .+ \(the last change in it was at \d{4}-.+Z\)/);
  expect(text).not.toContain('    at ');
  expect(code).toBe(1);
});

test('security 14: a machine that is gone comes back as it was at a moment between two saves', {
  timeout: long,
}, async () => {
  expect(told).toEqual(['base']);
  const { code, text } = await restore('back', ['--to', moment]);
  expect(text).toMatch(/last change {4}\d{4}-.+\nRestored in [\d.]+ s\. Everybody has to sign in again\.\n$/);
  expect(code).toBe(0);
  const config = configFor('back');
  expect(await ask(config, `select string_agg(key, ',') as value from auth.limit_bucket`)).toBe('first');
  expect(await readFile(join(config.dataDir, 'latchkey.json'), 'utf8')).toBe('{"a":1}');
  expect(await readdir(config.dataDir)).toContain('secret.key');
});

test('all that is in the archive comes back, and the product goes on with it on a timeline of its own', {
  timeout: long,
}, async () => {
  const { code, text } = await restore('latest', ['--to', 'latest']);
  expect(text).toContain('Everybody has to sign in again.');
  expect(code).toBe(0);
  const config = configFor('latest');
  const events: ArchiveEvent[] = [];
  const databases = await openProductDatabases(config, () => {});
  try {
    const keys = `select string_agg(key, ',' order by key) as value from auth.limit_bucket`;
    expect(await ask(config, keys)).toBe('first,second');
    databases.keepArchive((event) => events.push(event));
    await untilCopied(events);
    await save(config, 'third');
    await untilArchived(config);
  } finally {
    await databases.close();
  }
  expect(await readdir(join(archiveDir, 'wal'))).toContain('00000002.history');
  // So long that the server's socket lies in it beside the data, wherever these tests run.
  const scratch = await mkdtemp(`/tmp/${'point-in-time-'.padEnd(44, '-')}`);
  await chmod(scratch, 0o755);
  const rehearsed = await restore('unused', ['--rehearse', '--to', 'latest'], { TMPDIR: scratch });
  const left = await readdir(scratch);
  await rm(scratch, { recursive: true });
  expect(rehearsed.text).toMatch(/archive can be restored: it took [\d.]+ s\.\n$/);
  expect(left).toEqual([]);
  expect(await readdir(root)).not.toContain('unused');
});

test('security 14: nothing of the archive can be read without its key', async () => {
  const names = await readdir(archiveDir, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && entry.name !== 'archive.json');
  expect(files.length).toBeGreaterThan(3);
  for (const { parentPath, name } of files)
    expect((await readFile(join(parentPath, name))).subarray(0, 8).toString()).toBe('STINTAR1');
});

test.each([
  [
    'a key of another archive',
    { ARCHIVE_KEY: 'q8Wc3nYt6Rb1Zk5Jv0Hs7Dm2Xf4Lg9PaTe0u' },
    'latest',
    /was sealed with another key: set ARCHIVE_KEY/,
  ],
  [
    'a folder that is no archive',
    { ARCHIVE_DIR: tmpdir() },
    'latest',
    /is no archive: it has no archive\.json/,
  ],
  [
    'a moment before the archive',
    {},
    '2020-01-01T00:00:00Z',
    /The archive begins at \d{4}-.+\. Name a later moment/,
  ],
  ['a moment that is to come', {}, '2999-01-01T00:00:00Z', /lies in the future/],
  [
    'other regions',
    { REGIONS: 'us=United States,eu=Europe' },
    'latest',
    /The archive has latchkey, stint_us; this configuration has/,
  ],
  [
    'another master secret',
    { SECRET_KEY: 'q8Wc3nYt6Rb1Zk5Jv0Hs7Dm2Xf4Lg9PaTe0u' },
    'latest',
    /SECRET_KEY is not the one of the archive/,
  ],
])('%s is refused in a sentence, and nothing is written', async (_what, more, to, message) => {
  const wanted = { to: parseMoment(to) ?? null, timeline: 'latest' };
  const refused = restoreToTime(configFor('refused', more), wanted, new Date());
  await expect(refused).rejects.toThrow(message);
  expect(await readdir(root)).not.toContain('refused');
});

test('called wrongly it tells how it is used, with code 2', async () => {
  const { code, text } = await restore('refused', ['--to', 'yesterday']);
  expect(text).toMatch(/^Usage: npm run restore -- /);
  expect(code).toBe(2);
});

test.each([
  ['latest', null],
  ['2026-11-21T08:00Z', new Date('2026-11-21T08:00:00Z')],
  ['2026-11-21T09:00:00.5+01:00', new Date('2026-11-21T08:00:00.500Z')],
  ['2026-11-21 08:00', undefined],
  ['2026-11-21T08:00:00', undefined],
  ['2026-13-21T08:00:00Z', undefined],
  ['yesterday', undefined],
])('the moment %s is %s', (text, moment) => {
  expect(parseMoment(text)).toEqual(moment);
});

test('a segment that is missing or damaged is named, and nothing is written', { timeout: long }, async () => {
  const wal = join(archiveDir, 'wal');
  const segment = (await readdir(wal)).filter(isSegment).sort().at(-2) ?? '';
  const bytes = await readFile(join(wal, segment));
  await rm(join(wal, segment));
  const missing = await restore('refused', ['--to', 'latest']);
  expect(missing).toMatchObject({
    code: 1,
    text: expect.stringContaining(`lacks the segment ${segment} of the log`),
  });
  bytes[200] = (bytes[200] ?? 0) ^ 1;
  await writeFile(join(wal, segment), bytes);
  const damaged = await restore('refused', ['--to', 'latest']);
  expect(damaged).toMatchObject({
    code: 1,
    text: expect.stringContaining(`wal/${segment} of the archive is damaged`),
  });
  expect(await readdir(join(root, 'refused', 'postgres')).catch(() => [])).not.toContain('postgres');
});

test('after a restore to a moment between two copies each timeline is restored from a copy that leads to it', {
  timeout: long,
}, async () => {
  expect(await restore('earlier', ['--to', moment])).toMatchObject({ code: 0 });
  const config = configFor('earlier');
  // Without a copy of its own, as when the machine is lost before one is finished.
  const databases = await openProductDatabases(config, () => {});
  try {
    await save(config, 'other');
    await untilArchived(config);
  } finally {
    await databases.close();
  }
  expect(await readdir(join(archiveDir, 'wal'))).toContain('00000003.history');
  const restored = { code: 0, text: expect.stringMatching(/archive can be restored/) };
  for (const words of [[], ['--timeline', '1']])
    expect(await restore('unused', ['--rehearse', ...words, '--to', 'latest'])).toEqual(restored);
  const none = await restore('unused', ['--rehearse', '--timeline', '9', '--to', 'latest']);
  expect(none).toMatchObject({ code: 1, text: expect.stringContaining('leads to timeline 9.') });
});

test('keys of the data directory that were changed are in the archive with the next look, not with the next day', {
  timeout: long,
}, async () => {
  const config = configFor('rotated', { ARCHIVE_DIR: join(root, 'archive-rotated') });
  await prepareDataDirectory(config.dataDir);
  await masterSecret(config.dataDir, undefined);
  for (const text of ['{"a":1}', '{"a":2}']) {
    await writeFile(join(config.dataDir, 'latchkey.json'), text);
    const events: ArchiveEvent[] = [];
    const databases = await openProductDatabases(config, () => {});
    try {
      databases.keepArchive((event) => events.push(event));
      await untilCopied(events);
    } finally {
      await databases.close();
    }
    const archive = archiveOf(config) as Archive;
    const newest = (await listBases(archive)).at(-1) ?? '';
    expect((await readBase(archive, newest)).files).toMatchObject({ 'latchkey.json': text });
  }
});
