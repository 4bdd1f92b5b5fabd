import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyPrepared } from './prepared-data.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prepared-data-'));
  vi.stubEnv('STINT_PREPARED_DATA', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const makeWith = (file: string) => async (dataDir: string) => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, file), '');
};

test('what was half made is not built upon', async () => {
  const fail = async (dataDir: string) => {
    await makeWith('half')(dataDir);
    throw new Error('no room');
  };
  await expect(copyPrepared('boat', join(folder, 'first'), fail)).rejects.toThrow('no room');
  const second = await copyPrepared('boat', join(folder, 'second'), makeWith('whole'));
  expect(await readdir(second)).toEqual(['whole']);
});

test('it is made once, however many ask', async () => {
  const make = vi.fn<(dataDir: string) => Promise<void>>(makeWith('whole'));
  const copies = await Promise.all(
    ['a', 'b', 'c'].map((name) => copyPrepared('boat', join(folder, name), make)),
  );
  for (const copy of copies) expect(await readdir(copy)).toEqual(['whole']);
  expect(make).toHaveBeenCalledTimes(1);
});

test('a turn that nobody gives back is named', async () => {
  await mkdir(join(folder, 'boat.turn'));
  const asked = copyPrepared('boat', join(folder, 'copy'), makeWith('whole'), 10);
  await expect(asked).rejects.toThrow(`remove ${join(folder, 'boat.turn')}`);
});
