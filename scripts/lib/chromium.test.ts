import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, findInstalledChromium, UNPACKED } from './chromium.mjs';

let folder: string;
let installed: string;
let named: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-'));
  [installed, named] = [join(folder, 'chromium'), join(folder, 'another')];
  for (const path of [installed, named]) {
    await writeFile(path, '#!/bin/sh\n');
    await chmod(path, 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('which browser', () => {
  test('tests use the unpacked one before what is installed', () => {
    expect([installed, join(UNPACKED, 'chromium')]).toContain(findChromium({ PATH: folder }));
    expect(findChromium({ PATH: '' })).not.toBe(installed);
  });

  test('is measured: the installed one', () => {
    expect(findInstalledChromium({ PATH: `/nowhere:${folder}` })).toBe(installed);
  });

  test.each([findChromium, findInstalledChromium])('one that is named is taken, or none', (find) => {
    expect(find({ PATH: folder, CHROMIUM_PATH: named })).toBe(named);
    expect(find({ PATH: folder, CHROMIUM_PATH: join(folder, 'missing') })).toBeUndefined();
  });
});
