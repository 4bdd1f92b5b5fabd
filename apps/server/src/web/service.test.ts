import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { createHttpServer } from '../platform/http.ts';
import { createLogger } from '../platform/log.ts';
import { publicPaths } from './pages.ts';
import { createWebService } from './service.ts';

const MAIN = 'stint.localhost:3000';
const PAGE = { accept: 'text/html' };

let folder: string;
let asked: string[] = [];

/** The provider as the pages see it: it knows one workspace and has one message in its outbox. */
const provider: typeof fetch = async (url, init) => {
  asked.push(String(url));
  if (String(url).endsWith('/by-slug/old-acme')) {
    return Response.json({ tenantId: 'acme0001', name: 'Acme', slug: 'acme', regionCode: 'eu' });
  }
  if (String(url).includes('/outbox')) return Response.json({ results: [{ id: '1', to: 'a@example.com' }] });
  const isAcme = String(init?.body).includes('"acme"');
  const record = { tenantId: 'acme0001', name: 'Acme', data: { tenantNameSlug: 'acme', regionCode: 'eu' } };
  return Response.json({ results: isAcme ? [record] : [], totalCount: 0, totalPages: 0 });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  const html =
    '<head><!--page-head--><script type="module" nonce="__CSP_NONCE__" src="/assets/x.js"></script></head>';
  await writeFile(join(folder, 'app.html'), `${html}app`);
  await writeFile(join(folder, 'site.html'), `${html}site`);
  await writeFile(
    join(folder, '.vite/manifest.json'),
    '{"src/styles/public.css":{"file":"assets/public-1.css"}}',
  );
  await writeFile(join(folder, 'assets/x-1.js'), `console.log('${'long '.repeat(200)}');`);
  await writeFile(join(folder, 'worker.js'), 'self;');
  await writeFile(join(folder, 'widget.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), 'secret');
});

afterAll(() => rm(folder, { recursive: true }));

async function open(env: Record<string, string> = {}): Promise<FastifyInstance> {
  asked = [];
  const config = readConfig({ ...env });
  const app = createHttpServer({ trustedProxies: [], logger: false });
  const web = await createWebService({
    config,
    clock: systemClock,
    log: createLogger('silent'),
    auth: { baseUrl: 'http://127.0.0.1:1/v0/', tenantId: 'root0001', adminKey: 'key' },
    fetch: provider,
    folders: { dist: folder, latchkey: folder },
  });
  await web.plugin(app);
  return app;
}

const liveEnv = {
  MODE: 'live',
  MAIN_DOMAIN: 'stint.example',
  SECRET_KEY: 'kTn3x0vQm1pR8sZy5uWc7bE2dGh4jLaFoVi9',
  SMTP_URL: 'smtp://mail.example:25',
};

describe('hosts', () => {
  test('the main domain, an existing workspace and nobody else are answered (security 7: others 421)', async () => {
    const app = await open();
    const status = async (host: string) =>
      (await app.inject({ url: '/time', headers: { ...PAGE, host } })).statusCode;
    expect(await status(`acme.${MAIN}`)).toBe(200);
    expect(await status(`nobody.${MAIN}`)).toBe(421);
    expect(await status('evil.example')).toBe(421);
    expect(await status('stint.localhost:3000.evil.example')).toBe(421);
    expect(await status(`www.${MAIN}`)).toBe(421);
  });

  test('the former address of a workspace leads to its new one, path and query kept', async () => {
    const app = await open();
    const moved = await app.inject({
      url: '/time?week=2026-11-15',
      headers: { ...PAGE, host: `old-acme.${MAIN}` },
    });
    expect([moved.statusCode, moved.headers.location]).toEqual([
      302,
      `http://acme.${MAIN}/time?week=2026-11-15`,
    ]);
  });

  test('localhost leads to the main domain in test mode and nowhere in live mode', async () => {
    const host = 'localhost:3000';
    const inTest = await (await open()).inject({ url: '/features?x=1', headers: { host } });
    expect(inTest.headers.location).toBe(`http://${MAIN}/features?x=1`);
    const inLive = await (await open(liveEnv)).inject({ url: '/', headers: { host } });
    expect(inLive.statusCode).toBe(421);
  });

  test('a found workspace is asked for once, not on every page', async () => {
    const app = await open();
    for (const url of ['/time', '/projects', '/time'])
      await app.inject({ url, headers: { host: `acme.${MAIN}` } });
    expect(asked).toHaveLength(1);
  });

  test('a provider that does not answer gives 503 with Retry-After, not a missing workspace', async () => {
    const app = createHttpServer({ trustedProxies: [], logger: false });
    const web = await createWebService({
      config: readConfig({}),
      clock: systemClock,
      log: createLogger('silent'),
      auth: { baseUrl: 'http://127.0.0.1:1/v0/', tenantId: 'root0001', adminKey: 'key' },
      fetch: () => Promise.reject(new Error('down')),
      folders: { dist: folder },
    });
    await web.plugin(app);
    const answer = await app.inject({ url: '/time', headers: { host: `acme.${MAIN}` } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
  });
});

describe('headers (security 7)', () => {
  test('the policy is the one of the rules, with a nonce of its own for every page', async () => {
    const app = await open();
    const ask = () => app.inject({ url: '/signin', headers: { host: MAIN } });
    const [first, second] = [await ask(), await ask()];
    const nonce = /nonce-([\w-]+)'/.exec(String(first.headers['content-security-policy']))?.[1] ?? '';
    expect(nonce.length).toBeGreaterThanOrEqual(22);
    expect(first.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app; report-to csp`,
    );
    expect(second.headers['content-security-policy']).not.toContain(nonce);
    expect(first.body).toContain(`nonce="${nonce}"`);
    expect(first.body).not.toContain('__CSP_NONCE__');
  });

  test.each(['/signin', '/features', '/assets/missing.js', '/nothing.html'])(
    'every answer carries the common headers, errors too: %s',
    async (url) => {
      const { headers } = await (await open()).inject({ url, headers: { host: MAIN } });
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-site',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
    },
  );

  test('a page opened with a secret in its address sends no referrer (security 4)', async () => {
    const app = await open();
    const answer = await app.inject({ url: '/signin?token=x&uuid=y', headers: { host: MAIN } });
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['x-robots-tag']).toBe('noindex');
  });
});

describe('pages', () => {
  test.each(Object.keys(publicPaths))('%s is public HTML without a framework', async (url) => {
    const answer = await (await open()).inject({ url, headers: { host: MAIN } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(/<h1>[^<]+<\/h1>/);
    expect(answer.body).not.toContain('type="module"');
  });

  test('/ is the home page signed out and the application signed in', async () => {
    const app = await open();
    const signedOut = await app.inject({
      url: '/?error=unauthorize_access&redirect=/x',
      headers: { host: MAIN },
    });
    expect(signedOut.body).toContain('You do not have access to that page.');
    expect(signedOut.body).toContain('/signin?redirect=%2Fx');
    const signedIn = await app.inject({ url: '/', headers: { host: MAIN, cookie: 'access.root0001=t' } });
    expect(signedIn.body).toMatch(/site$/);
  });

  test('a page of a workspace sends a visitor who is not signed in to the root, and others to the chooser', async () => {
    const app = await open();
    const person = await app.inject({ url: '/projects/0190?tab=team', headers: { host: MAIN } });
    expect(person.headers.location).toBe('/?redirect=%2Fprojects%2F0190%3Ftab%3Dteam');
    const visitor = await app.inject({ url: '/time?week=x', headers: { host: MAIN } });
    expect(visitor.headers.location).toBe('/?redirect=%2Ftime%3Fweek%3Dx');
    const cookie = 'access.root0001=t';
    const member = await app.inject({ url: '/time', headers: { host: MAIN, cookie } });
    expect(member.headers.location).toBe('/');
  });

  test.each([{}, { cookie: 'access.root0001=t' }])(
    'an address that nothing has says so (%j)',
    async (more) => {
      const lost = await (await open()).inject({
        url: '/nowhere',
        headers: { ...PAGE, host: MAIN, ...more },
      });
      expect(lost.statusCode).toBe(404);
      expect(lost.body).toContain('This page does not exist');
      expect(lost.body).toContain(`href="http://${MAIN}/"`);
    },
  );

  test('a workspace host has the application, and sends pages of the main domain there', async () => {
    const app = await open();
    const host = `acme.${MAIN}`;
    const time = await app.inject({ url: '/time', headers: { host } });
    expect(time.body).toMatch(/app$/);
    expect(time.body).toContain('"tenantId":"acme0001"');
    // The hand-over too, so that the week after it finds its script in the cache.
    expect((await app.inject({ url: '/auth?code=x', headers: { host } })).body).toMatch(/app$/);
    expect((await app.inject({ url: '/auth', headers: { host: MAIN } })).body).toMatch(/site$/);
    expect((await app.inject({ url: '/', headers: { host } })).headers.location).toBe('/time');
    expect((await app.inject({ url: '/signup?a=b', headers: { host } })).headers.location).toBe(
      `http://${MAIN}/signup?a=b`,
    );
  });

  test.each([
    '/signin?token=x&uuid=y&type=login',
    '/reset?token=x&uuid=y&type=reset',
    '/email-verification?verified=true',
  ])(
    'a link of a workspace is opened at its own host, and the main domain never sees it: %s',
    async (url) => {
      const answer = await (await open()).inject({ url, headers: { host: `acme.${MAIN}` } });
      expect(answer.body).toMatch(/site$/);
      expect(answer.body).toContain('"tenantId":"acme0001"');
    },
  );

  test.each([MAIN, 'localhost:3000', 'evil.example'])(
    'unknown calls of the services stay JSON at %s',
    async (host) => {
      const answer = await (await open()).inject({ url: '/api/nothing', headers: { ...PAGE, host } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ error: { type: 'not_found' } });
    },
  );
});

describe('assets', () => {
  test('are compressed and kept for good', async () => {
    const app = await open();
    const headers = { host: MAIN, 'accept-encoding': 'gzip, br' };
    const answer = await app.inject({ url: '/assets/x-1.js', headers });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('long long');
    const refused = await app.inject({
      url: '/assets/x-1.js',
      headers: { host: MAIN, 'accept-encoding': 'br;q=0' },
    });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets//x-1.js',
  ])('nothing outside the folder is served: %s', async (url) => {
    const answer = await (await open()).inject({ url, headers: { host: MAIN } });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('"secret"');
  });

  test('the widget may be used by other sites', async () => {
    const answer = await (await open()).inject({ url: '/latchkey/widget.js', headers: { host: MAIN } });
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
  });
});

describe('the outbox', () => {
  test('is read with the server key in test mode, from this machine and this page only', async () => {
    const app = await open();
    const answer = await app.inject({ url: '/outbox/messages?to=a@example.com', headers: { host: MAIN } });
    expect(answer.json()).toEqual({ results: [{ id: '1', to: 'a@example.com' }] });
    expect(asked).toEqual(['http://127.0.0.1:1/v0/outbox?to=a%40example.com']);
    const remote = await app.inject({
      url: '/outbox/messages',
      headers: { host: MAIN },
      remoteAddress: '10.0.0.5',
    });
    expect(remote.statusCode).toBe(404);
    const site = { host: MAIN, 'sec-fetch-site': 'cross-site' };
    expect((await app.inject({ url: '/outbox/messages', headers: site })).statusCode).toBe(404);
  });

  test('does not exist in live mode', async () => {
    const app = await open(liveEnv);
    const headers = { host: 'stint.example', cookie: 'access.root0001=t' };
    expect((await app.inject({ url: '/outbox/messages', headers })).statusCode).toBe(404);
    expect((await app.inject({ url: '/outbox', headers })).statusCode).toBe(404);
  });
});

describe('a workspace that is installed', () => {
  const host = `acme.${MAIN}`;

  test('is named in a manifest of its own', async () => {
    const answer = await (await open()).inject({ url: '/manifest.webmanifest', headers: { host } });
    expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(answer.json()).toMatchObject({ name: 'Acme · Stint', start_url: '/time', display: 'standalone' });
    const page = await (await open()).inject({ url: '/time', headers: { ...PAGE, host } });
    expect(page.body).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  });

  test('security 7: its worker is asked for anew each time and may run nothing but itself', async () => {
    const answer = await (await open()).inject({ url: '/worker.js', headers: { host } });
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'",
    );
  });

  test.each(['/manifest.webmanifest', '/worker.js'])('the main domain has no %s', async (url) => {
    const answer = await (await open()).inject({ url, headers: { host: MAIN } });
    expect(answer.statusCode).toBe(404);
  });
});
