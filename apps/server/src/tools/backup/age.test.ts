import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderName, takenAt } from '../../platform/time-names.ts';
import { newestBackup, removeAged } from './age.ts';

const now = new Date('2026-11-21T08:00:00.123Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'aged-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

async function make(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, 'manifest.json'), '{}');
  }
}

test('a name tells when a backup was taken, and nothing else is one', () => {
  expect(folderName(now)).toBe('2026-11-21T08-00-00-123Z');
  expect(takenAt(folderName(now))).toEqual(now);
  for (const name of ['2026-11-21', 'latest', '2026-13-45T08-00-00-123Z', `${folderName(now)}.old`, '']) {
    expect(takenAt(name)).toBe(null);
  }
});

test('security 14: what is older than 35 days goes, and only that', async () => {
  const [fresh, kept, aged] = [folderName(now), folderName(daysAgo(35)), folderName(daysAgo(35.1))];
  await make(fresh, kept, aged, 'precious', '2020-01-01', `${aged}.old`);
  await expect(removeAged(parent, now)).resolves.toEqual([aged]);
  expect((await readdir(parent)).sort()).toEqual(
    [kept, fresh, 'precious', '2020-01-01', `${aged}.old`].sort(),
  );
});

test('what a killed backup left goes after a day', async () => {
  const [underWay, left] = [`${folderName(now)}.unfinished-17`, `${folderName(daysAgo(2))}.unfinished-18`];
  await make(underWay, left);
  await expect(removeAged(parent, now)).resolves.toEqual([]);
  expect(await readdir(parent)).toEqual([underWay]);
});

test('the newest finished backup is found', async () => {
  expect(await newestBackup(join(parent, 'missing'))).toBe(null);
  expect(await newestBackup(parent)).toBe(null);
  await make(folderName(daysAgo(2)), folderName(daysAgo(1)), `${folderName(now)}.unfinished-17`, 'zzz');
  expect(await newestBackup(parent)).toBe(join(parent, folderName(daysAgo(1))));
});
