import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { contentFolder } from '../gateway/content/pages.ts';
import { createHttpServer } from '../platform/http.ts';
import { createLogger } from '../platform/log.ts';
import { publicPaths } from './pages.ts';
import { createWebService } from './service.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'languages-'));
  await writeFile(join(folder, 'site.html'), '<html lang="en"><!--page-head--></html>');
  await writeFile(join(folder, 'site.de.html'), '<html lang="de"><!--page-head--></html>');
  const assets = '{"src/styles/public.css":{"file":"assets/public-1.css"}}';
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), assets);
  app = createHttpServer({ trustedProxies: [], logger: false });
  const web = await createWebService({
    config: readConfig({}),
    clock: { now: () => new Date() },
    log: createLogger('silent'),
    auth: { baseUrl: 'http://127.0.0.1:1/v0/', tenantId: 'root0001', adminKey: 'key' },
    folders: { content: contentFolder, dist: folder, latchkey: folder },
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

const host = 'stint.localhost:3000';

/** What a page consists of, whatever its words: its headings by rank, where its links lead, how many points and cells. */
function shapeOf(html: string): object {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  const count = (tag: string) => main.split(`<${tag}`).length - 1;
  return {
    headings: [...main.matchAll(/<h(\d)/g)].map(([, rank]) => rank),
    links: [...main.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    counts: ['li', 'td', 'th', 'p', 'code'].map(count),
  };
}

test.each(Object.keys(publicPaths))(
  '%s is there in German, with all that the English one has',
  async (path) => {
    const [english, german] = await Promise.all(
      ['en', 'de'].map((language) =>
        app.inject({ url: path, headers: { host, 'accept-language': language } }),
      ),
    );
    expect(german?.statusCode).toBe(200);
    expect(german?.body).toContain('<html lang="de"');
    // Shown as its own language, not as an English text on a German page.
    expect(german?.body).toContain('<main id="main">');
    expect(shapeOf(german?.body ?? '')).toEqual(shapeOf(english?.body ?? ''));
  },
);

test('a public page offers itself in each language, and keeps what was chosen', async () => {
  const { body, headers } = await app.inject({ url: '/features?lang=de', headers: { host } });
  expect(body).toMatch(/href="[^"]*\/features\?lang=en"[^>]*>English</);
  expect(body).toMatch(/href="[^"]*\/features\?lang=de"[^>]*aria-current="true">Deutsch</);
  expect(String(headers['set-cookie'])).toContain('language=de');
});

test('what is not there is said in the language of the browser', async () => {
  const headers = { host, accept: 'text/html', 'accept-language': 'de' };
  const { body, statusCode } = await app.inject({
    url: '/nowhere/at/all?x',
    headers: { ...headers, cookie: 'access.root0001=x' },
  });
  expect(statusCode).toBe(404);
  expect(body).toContain('Diese Seite gibt es nicht');
});
