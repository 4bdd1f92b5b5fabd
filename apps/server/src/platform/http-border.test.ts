import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { RouteTable } from '@stint/domain/api/route.ts';
import inject from 'light-my-request';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerHealth } from './health.ts';
import { createHttpServer, registerRoutes } from './http.ts';
import { arrival, callTimeout } from './http-border.ts';
import { createInProcessFetch } from './in-process-fetch.ts';
import { responseHeaders } from './response-headers.ts';

const table = {
  'POST /notes/:id': {
    summary: 'Keep a note',
    access: 'public',
    rate: 'write',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ text: Type.Optional(Type.String()) }, { additionalProperties: false }),
    body: Type.Object({ text: Type.String() }, { additionalProperties: false }),
    response: Type.Object({ text: Type.String() }),
  },
  'POST /whole': {
    takes: 'zip',
    summary: 'Keep a large file',
    access: 'public',
    rate: 'import',
    response: Type.Null(),
  },
} as const satisfies RouteTable<'public'>;

const app = createHttpServer({ trustedProxies: [], logger: false });
const routes = new Map<string, unknown>();
let port: number;

beforeAll(async () => {
  registerHealth(app, { isReady: async () => false });
  app.addHook('onRoute', ({ url, config }) => void routes.set(url, config));
  registerRoutes(app, {
    table,
    access: { public: async () => null },
    handlers: {
      'POST /notes/:id': async ({ body }) => ({ text: body.text }),
      'POST /whole': async () => null,
    },
  });
  app.post('/soon', { config: { arrivesWithinMs: 300 } }, async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** Bytes to the port as they are; the first answer, once the other side has closed. */
async function send(bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(parts).toString().split('\r\n\r\n', 2);
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((text) => [
    text.slice(0, text.indexOf(':')).toLowerCase(),
    text.slice(text.indexOf(':') + 1).trim(),
  ]);
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), body };
}

const get = (path: string, more = '') =>
  send(`GET ${path} HTTP/1.1\r\nhost: stint.example\r\n${more}connection: close\r\n\r\n`);

function post(body: string | Buffer, { path = '/notes/1', type = 'application/json' } = {}) {
  const bytes = Buffer.from(body);
  const head = `POST ${path} HTTP/1.1\r\nhost: stint.example\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\nconnection: close\r\n\r\n`;
  return send(Buffer.concat([Buffer.from(head), bytes]));
}

describe('whatever never reaches a route is answered in the one form', () => {
  const refusals: [string, () => Promise<RawAnswer>, number, string][] = [
    ['an address that is no text', () => get('/%E0%A4%A'), 400, 'bad_request'],
    ['a query that is no text', () => get('/healthz?text=%FF'), 400, 'bad_request'],
    ['a query cut off in a character', () => get('/healthz?text=%C3'), 400, 'bad_request'],
    ['a surrogate written as bytes', () => get('/healthz?text=%ED%A0%80'), 400, 'bad_request'],
    ['an address with bare bytes', () => get('/healthz?text=\u00fc'), 400, 'bad_request'],
    ['a part of an address without end', () => get(`/notes/${'a'.repeat(600)}`), 404, 'not_found'],
    ['an address that nobody has', () => get('/nothing'), 404, 'not_found'],
    [
      'a method that nobody has',
      () => send('PROPFIND / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'),
      404,
      'not_found',
    ],
    ['a method that is none', () => send('FETCH / HTTP/1.1\r\nhost: a\r\n\r\n'), 400, 'bad_request'],
    ['no host', () => send('GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'), 400, 'bad_request'],
    [
      'two lengths',
      () => send('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'),
      400,
      'bad_request',
    ],
    ['what is not HTTP', () => send('hello\r\n\r\n'), 400, 'bad_request'],
    [
      'a head without end',
      () => get('/healthz', `cookie: ${'a'.repeat(20_000)}\r\n`),
      431,
      'headers_too_large',
    ],
    ['an expectation', () => get('/nothing', 'expect: miracles\r\n'), 404, 'not_found'],
    ['broken JSON', () => post('{"text":'), 400, 'bad_request'],
    ['no body where one belongs', () => post(''), 400, 'bad_request'],
    ['a body that is no text', () => post(Buffer.from([0x22, 0xff, 0x22])), 400, 'bad_request'],
    [
      'a text in a body that is none',
      () => post(Buffer.from('{"text":"caf\xe9"}', 'latin1')),
      400,
      'bad_request',
    ],
    [
      'a form',
      () => post('text=a', { type: 'application/x-www-form-urlencoded' }),
      415,
      'unsupported_media_type',
    ],
    [
      'a body too large',
      () => post(JSON.stringify({ text: 'a'.repeat(1_100_000) })),
      413,
      'payload_too_large',
    ],
  ];

  test.each(refusals)('%s', async (_name, ask, status, type) => {
    const answer = await ask();
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
    const body = JSON.parse(answer.body);
    expect(body).toMatchObject({ statusCode: status, error: { type } });
    expect(body.errors[0].message).toBe(body.message);
    expect(body.requestId).toBe(answer.headers['x-request-id']);
    expect(answer.headers).toMatchObject(responseHeaders);
  });
});

test.each(['/healthz', '/readyz', '/metrics', '/nothing'])(
  '%s carries the headers of every answer',
  async (path) => {
    expect((await get(path)).headers).toMatchObject(responseHeaders);
  },
);

test.each(['käse', '日本語', '🙂', '\u{10ffff}'])('%s is kept letter by letter', async (text) => {
  const answer = await post(JSON.stringify({ text }), { path: `/notes/1?text=${encodeURIComponent(text)}` });
  expect(JSON.parse(answer.body)).toEqual({ text });
});

describe('a connection that says too little', () => {
  test('is closed 15 s after it began with half a head', async () => {
    expect([arrival.headersTimeout, callTimeout]).toEqual([15_000, 30_000]);
    expect(app.server.headersTimeout).toBe(arrival.headersTimeout);
    // What is done after that time is the same after a shorter one.
    app.server.headersTimeout = 500;
    const answer = await send('GET /healthz HTTP/1.1\r\nhost: stint.example\r\nx-half: ').finally(() => {
      app.server.headersTimeout = arrival.headersTimeout;
    });
    expect([answer.status, JSON.parse(answer.body).error.type]).toEqual([408, 'request_timeout']);
  });

  test('may take longer with a large file', () => {
    expect(routes.get('/whole')).toMatchObject({ arrivesWithinMs: 600_000 });
    expect(routes.get('/notes/:id')).not.toHaveProperty('arrivesWithinMs');
    expect(app.server.requestTimeout).toBe(600_000);
  });

  test.each(['chunked', 'of a length'])('is closed when its body, %s, does not arrive', async (kind) => {
    const size = kind === 'chunked' ? 'transfer-encoding: chunked' : 'content-length: 100';
    const answer = await send(
      `POST /soon HTTP/1.1\r\nhost: stint.example\r\ncontent-type: application/json\r\n${size}\r\n\r\n`,
    );
    expect([answer.status, JSON.parse(answer.body).error.type]).toEqual([408, 'request_timeout']);
  });
});

test('while the process drains the network is told to go elsewhere, and its own services are answered', async () => {
  const draining = createHttpServer({ trustedProxies: [], logger: false });
  draining.get('/v0/self', async () => ({ at: 'home' }));
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  draining.addHook('preClose', () => {
    begun.resolve();
    return ended.promise;
  });
  const ask = createInProcessFetch(draining, 'http://stint.example/v0/', fetch);
  await ask('http://stint.example/v0/self');
  const closing = draining.close();
  await begun.promise;
  // As the listener hands a request on whose connection is still open.
  const refused = await inject((request, response) => draining.routing(request as never, response as never), {
    url: '/v0/self',
    headers: { host: 'stint.example' },
  });
  expect([refused.statusCode, refused.json().error.type]).toEqual([503, 'unavailable']);
  expect(refused.headers).toMatchObject({ ...responseHeaders, 'retry-after': '1', connection: 'close' });
  expect(await (await ask('http://stint.example/v0/self')).json()).toEqual({ at: 'home' });
  ended.resolve();
  await closing;
});
