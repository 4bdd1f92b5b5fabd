import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from '@stint/domain/errors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerHealth } from './health.ts';
import { createHttpServer } from './http.ts';
import { createLogger } from './log.ts';

type Line = { msg: string; method: string; route: string; status: number };

const lines: Line[] = [];
const seen: string[] = [];
const app = createHttpServer({ trustedProxies: [], logger: false });
let base: string;

beforeAll(async () => {
  registerHealth(app, {
    isReady: async () => true,
    log: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }),
  });
  app.addHook('onRequest', async (request) => void seen.push(request.method));
  app.get('/page/:name', async (request) => ({ asked: request.method, as: request.raw.method }));
  app.get('/file', async (_request, reply) =>
    reply
      .header('content-length', 6)
      .type('text/csv')
      .send(Readable.from(['a,b', 'c,d'])),
  );
  app.get('/export', async (_request, reply) => reply.type('text/csv').send(Readable.from(['a,b\n'])));
  app.get('/nothing', async (_request, reply) => reply.code(204).send());
  app.get('/refused', async () => {
    throw new AppError('forbidden');
  });
  app.post('/written', async () => ({}));
  base = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Headers of one answer or of its connection, which `fetch` does not keep after a HEAD. */
const ofThisAnswer = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];

/** What the answers to a GET and to a HEAD have in common. */
async function answersOf(path: string) {
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map(async (method) => {
      const answer = await fetch(base + path, { method });
      const headers = [...answer.headers].filter(([name]) => !ofThisAnswer.includes(name));
      return { status: answer.status, headers: Object.fromEntries(headers), body: await answer.text() };
    }),
  );
  if (!get || !head) throw new Error('no answer');
  return { get, head };
}

// RFC 9110 section 9.3.2
test.each([
  ['a page of a pattern', '/page/one', 200],
  ['a file that is streamed', '/file', 200],
  ['a file of unknown length', '/export', 200],
  ['an answer without content', '/nothing', 204],
  ['a refusal', '/refused', 403],
  ['an address that nobody knows', '/nowhere', 404],
  ['an address that is written to only', '/written', 404],
  ['an address that is not well-formed', '/page/%ff', 400],
])('HEAD of %s answers as its GET does, without the content', async (_name, path, status) => {
  const { get, head } = await answersOf(path);
  expect(head.status).toBe(status);
  expect(get.status).toBe(status);
  expect(head.headers).toEqual(sameLength(path, get.headers));
  expect(head.body).toBe('');
});

/** The page names the method, so that its contents differ by a character. */
function sameLength(path: string, headers: Record<string, string>): Record<string, string> {
  if (!path.startsWith('/page/one')) return headers;
  return { ...headers, 'content-length': String(Number(headers['content-length']) + 2) };
}

test('hooks, handlers, the log and the metrics see a HEAD', async () => {
  lines.length = 0;
  seen.length = 0;
  await fetch(`${base}/page/two`, { method: 'HEAD' });
  await fetch(`${base}/nowhere`, { method: 'HEAD' });
  const inside = await app.inject({ method: 'HEAD', url: '/page/three' });
  expect(inside.body).toBe('');
  expect(inside.headers['content-length']).toBe(String(JSON.stringify({ asked: 'HEAD', as: 'HEAD' }).length));
  expect(seen).toEqual(['HEAD', 'HEAD', 'HEAD']);
  expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['HEAD', '/page/:name', 200],
    ['HEAD', 'unmatched', 404],
    ['HEAD', '/page/:name', 200],
  ]);
  const metrics = await (await fetch(`${base}/metrics`)).text();
  expect(metrics).toContain(
    'http_request_duration_seconds_count{method="HEAD",route="/page/:name",status="200"}',
  );
});

test('requests that follow a HEAD on its connection are answered', async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  const of = (method: string, path: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nhost: here\r\n${more}\r\n`;
  socket.end(
    of('HEAD', '/export') + of('HEAD', '/page/four') + of('GET', '/page/five', 'connection: close\r\n'),
  );
  const [first, second, third, ...rest] = (await text(socket)).split('HTTP/1.1 ').slice(1);
  expect(rest).toEqual([]);
  expect(first).toMatch(/^200 OK\r\n[\s\S]*\r\n\r\n$/);
  expect(second).toMatch(/^200 OK\r\n[\s\S]*\r\n\r\n$/);
  expect(third).toMatch(/^200 OK\r\n[\s\S]*\r\n\r\n\{"asked":"GET","as":"GET"\}$/);
});
