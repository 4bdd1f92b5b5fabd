import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from './server-build.mjs';

let folder: string;
/** The text of each file that Node runs. */
let files: Map<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-build-'));
  await buildServer(folder);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cjs'));
  files = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as [string, string]),
    ),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const packages = () =>
  new Set(
    [...files.values()].flatMap((text) =>
      [...text.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(([, name]) => name),
    ),
  );

test('the server is built with the queue library, which looks for settings nowhere and brings no readers of them', () => {
  expect(packages()).toContain('graphile-worker');
  for (const name of ['cosmiconfig', 'js-yaml', 'parse-json', 'typescript'])
    expect(packages()).not.toContain(name);
});

test('no file has a character beyond ASCII, of which one makes V8 keep the whole file in two bytes a character', () => {
  expect([...files].filter(([, text]) => /[^\0-\x7f]/.test(text)).map(([name]) => name)).toEqual([]);
});
