import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createHttpServer } from '../platform/http.ts';
import { createLogger } from '../platform/log.ts';
import { createWebService } from './service.ts';

const MAIN = 'stint.localhost:3000';
const report = { message: 'Cannot read properties of undefined', path: '/time' };

let now: number;
let lines: Record<string, unknown>[];
let opened: FastifyInstance[];

beforeEach(() => {
  [now, lines, opened] = [Date.UTC(2026, 10, 22), [], []];
});
afterEach(() => Promise.all(opened.map((app) => app.close())));

async function open(env: Record<string, string> = {}): Promise<FastifyInstance> {
  const log = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
  const app = createHttpServer({ trustedProxies: ['127.0.0.1'], logger: log });
  const acme = { tenantId: 'acme0001', name: 'Acme', data: { tenantNameSlug: 'acme', regionCode: 'eu' } };
  const web = await createWebService({
    config: readConfig(env),
    clock: { now: () => new Date(now) },
    log,
    auth: { baseUrl: 'http://127.0.0.1:1/v0/', tenantId: 'root0001', adminKey: 'key' },
    fetch: async (_, init) => Response.json({ results: String(init?.body).includes('"acme"') ? [acme] : [] }),
  });
  await web.plugin(app);
  opened.push(app);
  return app;
}

const tell = (app: FastifyInstance, payload: object | string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/errors',
    headers: { host: MAIN, 'content-type': 'application/json', ...headers },
    payload,
  });

const logged = () => lines.filter(({ msg }) => msg === 'a page met an error');

describe('errors that pages met', () => {
  test('are taken on every host that serves pages, signed in or not, and logged with the id of the request', async () => {
    const app = await open();
    for (const host of [MAIN, `acme.${MAIN}`]) {
      const answer = await tell(app, report, {
        host,
        origin: `http://${host}`,
        'sec-fetch-site': 'same-origin',
      });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect(logged().at(-1)).toMatchObject({ reqId: answer.headers['x-request-id'], pageError: report });
    }
    expect((await tell(app, report, { host: `nobody.${MAIN}` })).statusCode).toBe(421);
  });

  test('say nothing in the log that names a person or lets somebody in', async () => {
    const app = await open();
    const stack =
      'at load (http://acme.stint.localhost/assets/app-B1x.js?q=Priya:10:200)\npriya@harbour.example';
    const path = '/share/mJ9dkf82hfk20fkw0fk2k4hf82kd9?token=abc#x';
    await tell(app, {
      message: 'no entry 0196e78e-8800-74b9-a9be-79cb0bb7faee',
      stack,
      path,
      release: '0.1.0',
    });
    expect(logged()[0]?.pageError).toEqual({
      message: 'no entry [id]',
      stack: 'at load (http://acme.stint.localhost/assets/app-B1x.js:10:200)\n[address]',
      path: '/share/[secret]',
      release: '0.1.0',
    });
    expect(JSON.stringify(lines)).not.toMatch(/priya|token=|mJ9dkf/i);
  });

  test.each([
    ['without a message', { path: '/time' }, 400],
    ['with a long message', { ...report, message: 'x'.repeat(501) }, 400],
    ['with an unknown field', { ...report, user: 'Priya' }, 400],
    ['that is too large', { ...report, stack: 'x'.repeat(20_000) }, 413],
    ['that is no JSON', '{', 400],
  ])('one %s is refused', async (_name, body, status) => {
    expect((await tell(await open(), body)).statusCode).toBe(status);
    expect(logged()).toEqual([]);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another workspace', { 'sec-fetch-site': 'same-site', origin: `http://acme.${MAIN}` }],
    ['an older browser on another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('those that %s sends are refused', async (_name, headers) => {
    expect((await tell(await open(), report, headers)).statusCode).toBe(403);
  });

  test('a form of another site cannot send one', async () => {
    const answer = await tell(await open(), 'message=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.statusCode).toBe(415);
  });

  test('security 2: an address tells ten a minute, all together sixty; then 429 with Retry-After', async () => {
    const app = await open();
    const from = (number: number) => tell(app, report, { 'x-forwarded-for': `203.0.113.${number}` });
    for (let sent = 0; sent < 10; sent += 1) expect((await from(1)).statusCode).toBe(204);
    const refused = await from(1);
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, 6]);
    for (let sent = 0; sent < 50; sent += 1) expect((await from(2 + sent)).statusCode).toBe(204);
    expect((await from(60)).statusCode).toBe(429);
    now += 6000;
    expect((await from(1)).statusCode).toBe(204);
    expect(logged()).toHaveLength(61);
  });
});

describe('with ERROR_REPORT_URL', () => {
  async function receive(status = 202) {
    let answer: (value: { headers: unknown; body: unknown }) => void = () => {};
    const received = new Promise<{ headers: unknown; body: unknown }>((resolve) => {
      answer = resolve;
    });
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += String(part);
      response.writeHead(status).end();
      answer({ headers: request.headers, body: JSON.parse(text) });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stint`;
    return { url, received, close: () => server.close() };
  }

  test('they are handed on as they are in the log', async () => {
    const receiver = await receive();
    const app = await open({ ERROR_REPORT_URL: receiver.url });
    const answer = await tell(app, { ...report, message: 'mail to priya@harbour.example' });
    const { body, headers } = await receiver.received;
    expect(body).toEqual({
      message: 'mail to [address]',
      path: '/time',
      requestId: answer.headers['x-request-id'],
      at: '2026-11-22T00:00:00.000Z',
      mode: 'test',
    });
    expect(headers).not.toHaveProperty('cookie');
    receiver.close();
  });

  test('a receiver that fails changes nothing for the page and is told of in the log', async () => {
    const receiver = await receive(500);
    const app = await open({ ERROR_REPORT_URL: receiver.url });
    expect((await tell(app, report)).statusCode).toBe(204);
    await expect
      .poll(() => lines.map(({ msg }) => msg), { timeout: 30_000 })
      .toContain('an error of a page could not be handed on');
    receiver.close();
  });

  test.each([
    'not an address',
    'http://collector.example',
    'https://10.0.0.7',
    'https://user:word@collector.example',
  ])('the start refuses %s', (url) => {
    expect(() => readConfig({ ERROR_REPORT_URL: url })).toThrow('ERROR_REPORT_URL');
  });
});
