import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createHttpServer } from '../platform/http.ts';
import { createLogger } from '../platform/log.ts';
import { createWebService } from './service.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'languages-'));
  await writeFile(join(folder, 'site.html'), '<html lang="en"><!--page-head--></html>');
  await writeFile(join(folder, 'site.de.html'), '<html lang="de"><!--page-head--></html>');
  app = createHttpServer({ trustedProxies: [], logger: false });
  const web = await createWebService({
    config: readConfig({}),
    clock: { now: () => new Date() },
    log: createLogger('silent'),
    auth: { baseUrl: 'http://127.0.0.1:1/v0/', tenantId: 'root0001', adminKey: 'key' },
    folders: { content: folder, dist: folder, latchkey: folder },
  });
  await web.plugin(app);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

function open(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { host: 'stint.localhost:3000', accept: 'text/html', ...headers } });
}

test.each([
  ['nothing is known', '/select-region', {}, 'en'],
  ['the browser asks for it', '/select-region', { 'accept-language': 'de-AT,en;q=0.5' }, 'de'],
  [
    'the person chose English',
    '/select-region',
    { 'accept-language': 'de', cookie: 'a=b; language=en' },
    'en',
  ],
  ['the cookie is nonsense', '/select-region', { 'accept-language': 'de', cookie: 'language=..%2f' }, 'de'],
  ['the address asks for it', '/select-region?lang=de', { cookie: 'language=en' }, 'de'],
  ['the address asks twice', '/select-region?lang=de&lang=en', {}, 'en'],
  ['the address asks for what is not there', '/select-region?lang=fr', {}, 'en'],
])('when %s the page comes in its language', async (_, url, headers, language) => {
  const answer = await open(url, headers);
  expect(answer.payload).toContain(`<html lang="${language}"`);
  expect(answer.headers.vary).toContain('accept-language');
});

test('what an address asks for is kept for every host', async () => {
  const answer = await open('/select-region?lang=de');
  expect(answer.headers['set-cookie']).toBe(
    'language=de; Domain=stint.localhost; Path=/; Max-Age=31536000; SameSite=Lax',
  );
  expect((await open('/select-region')).headers['set-cookie']).toBeUndefined();
});
