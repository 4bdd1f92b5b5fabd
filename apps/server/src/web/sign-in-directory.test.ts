import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createHttpServer } from '../platform/http.ts';
import { createLogger } from '../platform/log.ts';
import { createWebService } from './service.ts';

const MAIN = 'stint.localhost:3000';
const FLOW = { firstFactors: [{ channel: 'email', strategy: 'password' }], secondFactors: [] };
const MODE = { mode: 'test', authentication: FLOW, sso: [{ provider: 'saml', providerId: '' }] };

let folder: string;
let app: FastifyInstance;
let now: number;
let asked: { url: string; origin: string | null }[];
/** What the provider says next. */
let answer: () => Response;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-sign-in-'));
  await writeFile(join(folder, 'site.html'), '<head><!--page-head--></head>site');
  await writeFile(join(folder, 'app.html'), '<head><!--page-head--></head>app');
  now = 0;
  asked = [];
  answer = () => Response.json({ ...MODE, name: 'not for the page' });
  app = createHttpServer({ trustedProxies: [], logger: false });
  const web = await createWebService({
    config: readConfig({}),
    clock: { now: () => new Date(now) },
    log: createLogger('silent'),
    auth: { baseUrl: 'http://127.0.0.1:1/v0/', tenantId: 'root0001', adminKey: 'key' },
    fetch: async (url, init) => {
      asked.push({ url: String(url), origin: new Headers(init?.headers).get('origin') });
      return answer();
    },
    folders: { dist: folder, latchkey: folder },
  });
  await web.plugin(app);
});

afterEach(() => rm(folder, { recursive: true }));

async function signInOf(url = '/signin') {
  const { body } = await app.inject({ url, headers: { host: MAIN } });
  return JSON.parse(/id="stint-settings"[^>]*>(.*?)<\/script>/.exec(body)?.[1] ?? '').signIn;
}

test.each(['/signin', '/signup?redirect=/x', '/reset', '/password-reset/new'])(
  '%s comes with mode, flow and providers, as the provider tells the page of this origin',
  async (url) => {
    expect(await signInOf(url)).toEqual(MODE);
    expect(asked).toEqual([{ url: 'http://127.0.0.1:1/v0/tenants/root0001/mode', origin: `http://${MAIN}` }]);
  },
);

test('at a workspace it is the sign-in of the workspace, as told to the page of its own origin', async () => {
  const search = () =>
    Response.json({
      results: [{ tenantId: 'acme0001', name: 'Acme', data: { tenantNameSlug: 'acme', regionCode: 'us' } }],
    });
  answer = () => (asked.at(-1)?.url.endsWith('/mode') ? Response.json(MODE) : search());
  const { body } = await app.inject({ url: '/signin', headers: { host: `acme.${MAIN}` } });
  const settings = JSON.parse(/id="stint-settings"[^>]*>(.*?)<\/script>/.exec(body)?.[1] ?? '');
  expect(settings).toMatchObject({ signIn: MODE, workspace: { tenantId: 'acme0001' } });
  expect(asked.at(-1)).toEqual({
    url: 'http://127.0.0.1:1/v0/tenants/acme0001/mode',
    origin: `http://acme.${MAIN}`,
  });
});

test('a page without the widget asks for nothing', async () => {
  expect(await signInOf('/email-verification')).toBeNull();
  expect(asked).toEqual([]);
});

test('the answer is kept for five seconds and not longer', async () => {
  await signInOf();
  now = 4_999;
  await signInOf();
  expect(asked).toHaveLength(1);
  answer = () => Response.json({ ...MODE, authentication: { firstFactors: [], secondFactors: [] } });
  now = 5_000;
  expect((await signInOf()).authentication.firstFactors).toEqual([]);
});

test('pages that are asked for at once share one question', async () => {
  await Promise.all([signInOf(), signInOf(), signInOf()]);
  expect(asked).toHaveLength(1);
});

test.each([
  ['is down', () => Promise.reject(new Error('down')) as never],
  ['refuses', () => Response.json({ message: 'no' }, { status: 503 })],
  ['answers something else', () => new Response('<html>')],
  ['tells no flow', () => Response.json({ mode: 'test' })],
])('a provider that %s leaves the question to the page, and the next page asks again', async (_, said) => {
  answer = said;
  expect(await signInOf()).toBeNull();
  answer = () => Response.json(MODE);
  expect(await signInOf()).toEqual(MODE);
});

test('a flow that looks like markup stays text', async () => {
  const strategy = '</script><script>alert(1)</script>';
  answer = () =>
    Response.json({ ...MODE, authentication: { firstFactors: [{ channel: 'email', strategy }] } });
  const { body } = await app.inject({ url: '/signin', headers: { host: MAIN } });
  expect(body).not.toContain('<script>alert');
  expect((await signInOf()).authentication.firstFactors[0].strategy).toBe(strategy);
});
