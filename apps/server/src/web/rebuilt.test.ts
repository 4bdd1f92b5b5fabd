import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssetFolder } from './assets.ts';
import { createBuiltShells } from './shell.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'rebuilt-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As a build leaves it, at a minute of a day. */
async function build(name: string, content: string, minute: number): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, content);
  const at = new Date(Date.UTC(2026, 10, 21, 12, minute));
  await utimes(path, at, at);
}

test('a running product serves the application that was built last', async () => {
  const shells = createBuiltShells(folder);
  await build('app.html', 'before', 0);
  await expect(shells.html({ name: 'app', language: 'en', url: '/time' })).resolves.toBe('before');
  await build('app.html', 'after', 1);
  await expect(shells.html({ name: 'app', language: 'en', url: '/time' })).resolves.toBe('after');
});

test('and the files that were built last, also those whose names stay', async () => {
  const app = Fastify();
  const assets = createAssetFolder(folder, 'no-store');
  app.get<{ Params: { '*': string } }>('/*', (request, reply) =>
    assets.send(request.params['*'], request, reply),
  );
  await build('widget.js', 'before', 0);
  expect((await app.inject('/widget.js')).body).toBe('before');
  await build('widget.js', 'after', 1);
  expect((await app.inject('/widget.js')).body).toBe('after');
  expect((await app.inject('/missing.js')).statusCode).toBe(404);
  await app.close();
});
