import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { folderName } from '../time-names.ts';
import { type Archive, keepFile } from './files.ts';
import { type ArchiveEvent, keepArchive, removeNeedless } from './keeper.ts';
import { claimFolder } from './marker.ts';
import { archiveKey } from './sealed.ts';

const now = new Date('2026-11-21T08:00:00Z');
const daysAgo = (days: number) => folderName(new Date(now.getTime() - days * 24 * 60 * 60_000));
const segment = (number: number) => `0000000100000000000000${String(number).padStart(2, '0')}`;

let archive: Archive;

beforeEach(async () => {
  const folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'keeper-'));
  archive = { folder, keys: [archiveKey('Zr2pX0vQm8sKd4tWfY7hLb1nJc5gUe9aPo3i')] };
  await claimFolder(folder, '7431');
  for (let number = 1; number <= 9; number++) await writeFile(join(folder, 'wal', segment(number)), '');
});
afterEach(() => rm(archive.folder, { recursive: true, force: true }));

async function addBase(name: string, first: number): Promise<void> {
  await mkdir(join(archive.folder, 'base', name));
  await writeFile(join(archive.folder, 'base', name, 'data'), '');
  const manifest = Buffer.from(JSON.stringify({ firstSegment: segment(first) }));
  await keepFile(archive, `base/${name}/manifest`, () => Readable.from([manifest]));
}

const bases = async () => (await readdir(join(archive.folder, 'base'))).sort();
const log = async () => (await readdir(join(archive.folder, 'wal'))).sort();

test('so many copies stay, with the log since the oldest of them', async () => {
  for (const [days, first] of [
    [3, 2],
    [2, 4],
    [1, 6],
  ] as const)
    await addBase(daysAgo(days), first);
  expect(await removeNeedless(archive, 2, now)).toEqual([daysAgo(3)]);
  expect(await bases()).toEqual([daysAgo(2), daysAgo(1)]);
  expect(await log()).toEqual([4, 5, 6, 7, 8, 9].map(segment));
});

test('the log stays since the earliest place that any kept copy begins at, which after a restore is a later one', async () => {
  await addBase(daysAgo(2), 6);
  await addBase(daysAgo(1), 3);
  expect(await removeNeedless(archive, 2, now)).toEqual([]);
  expect(await log()).toEqual([3, 4, 5, 6, 7, 8, 9].map(segment));
});

test('security 14: a copy older than 35 days goes, unless it is the only one; one without its manifest is not touched', async () => {
  await addBase(daysAgo(40), 2);
  expect(await removeNeedless(archive, 7, now)).toEqual([]);
  await mkdir(join(archive.folder, 'base', daysAgo(0)));
  await addBase(daysAgo(34), 5);
  expect(await removeNeedless(archive, 7, now)).toEqual([daysAgo(40)]);
  expect(await bases()).toEqual([daysAgo(34), daysAgo(0)]);
  expect(await log()).toEqual([5, 6, 7, 8, 9].map(segment));
});

test('the age of the newest copy is told while no new one succeeds', async () => {
  const threeDays = 3 * 24 * 60 * 60;
  await addBase(folderName(new Date(Date.now() - threeDays * 1000)), 1);
  await writeFile(join(archive.folder, 'archived'), archive.folder);
  const events: ArchiveEvent[] = [];
  const keeper = keepArchive({
    source: {
      archive,
      clusterDirectory: join(archive.folder, 'postgres'),
      connect: (database) => ({ host: archive.folder, port: 5432, user: 'postgres', database }),
      databases: [],
      describe: async () => ({ secretFingerprint: '', files: {} }),
    },
    everySeconds: 60,
    baseHours: 24,
    keep: 7,
    tell: (event) => events.push(event),
  });
  try {
    await vi.waitFor(() => expect(events.map(({ kind }) => kind)).toEqual(['base_failed']), 10_000);
    const age = keeper.status().baseAgeSeconds ?? 0;
    expect(Math.abs(age - threeDays)).toBeLessThan(60);
  } finally {
    await keeper.stop();
  }
});
