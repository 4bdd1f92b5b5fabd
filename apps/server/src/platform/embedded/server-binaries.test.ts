import { execFileSync } from 'node:child_process';
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyServerBinaries, findServerBinaries } from './server-binaries.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stint-binaries-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the package’s server runs although no install script made its library names', async () => {
  const found = await findServerBinaries('npm', folder);
  expect(found).toMatchObject({ majorVersion: 18, version: expect.stringMatching(/^18\.\d+$/) });
  const copy = await copyServerBinaries(found, folder);
  expect(readlinkSync(join(dirname(copy.binDirectory), 'lib', 'libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/);
  expect(execFileSync(join(copy.binDirectory, 'postgres'), ['--version'], { encoding: 'utf8' })).toContain(
    found.version,
  );
});

test('finding it many times at once is as good as once', async () => {
  const found = await Promise.all(Array.from({ length: 8 }, () => findServerBinaries('npm', folder)));
  expect(new Set(found.map((binaries) => binaries.binDirectory)).size).toBe(1);
});

test('a folder without server is refused by name', async () => {
  await expect(findServerBinaries(folder, folder)).rejects.toMatchObject({
    code: 'no_binaries',
    message: expect.stringContaining(folder),
  });
});
