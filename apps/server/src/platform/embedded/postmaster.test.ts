import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateLog } from './postmaster.ts';

const MIB = 1024 * 1024;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postgres-log-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a log that has grown long is put aside while it is written; what is written next begins anew', async () => {
  const path = join(folder, 'postgres.log');
  const sizes = async () => [await sizeOf(path), await sizeOf(`${path}.1`)];
  const writer = await open(path, 'a');
  await writer.write(Buffer.alloc(10 * MIB, 'a'));
  await rotateLog(path);
  expect(await sizes()).toEqual([10 * MIB, null]);
  await writer.write('b');
  await rotateLog(path);
  expect(await sizes()).toEqual([0, 10 * MIB + 1]);
  await writer.write('c');
  expect(await sizes()).toEqual([1, 10 * MIB + 1]);
  await writer.close();
  await rotateLog(join(folder, 'none.log'));
});

function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
