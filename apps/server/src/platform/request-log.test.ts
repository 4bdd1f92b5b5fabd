import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { RouteTable } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import Type from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { registerHealth } from './health.ts';
import { createHttpServer, registerRoutes } from './http.ts';
import { createLogger } from './log.ts';

const row = { access: 'public', rate: 'none', response: Type.Any() } as const;
const query = Type.Object({ fail: Type.Optional(Type.Boolean()) });
const table = {
  'GET /news': { ...row, summary: 'What is new', query, isPolled: true },
  'GET /page': { ...row, summary: 'What somebody asked for' },
} as const satisfies RouteTable<'public'>;

let close = async () => {};
afterEach(() => close());

/** Routes with the statuses that the request log has of them at a level. */
async function logged(level: string, paths: string[]): Promise<[string, number][]> {
  const lines: { msg: string; route: string; status: number }[] = [];
  const app = createHttpServer({ trustedProxies: [], logger: false });
  close = () => app.close();
  registerHealth(app, {
    isReady: async () => true,
    log: createLogger(level, { write: (line) => void lines.push(JSON.parse(line)) }),
  });
  registerRoutes(app, {
    table,
    access: { public: async () => null },
    handlers: {
      'GET /news': async ({ query: { fail } }) => {
        if (fail) throw new AppError('bad_request');
        return {};
      },
      'GET /page': async () => ({}),
    },
  });
  for (const path of paths) await app.inject(path);
  return lines.filter(({ msg }) => msg === 'request').map(({ route, status }) => [route, status]);
}

test('what services, balancers and collectors ask every few seconds is written down only where it fails', async () => {
  expect(
    await logged('info', [
      '/healthz',
      '/readyz',
      '/metrics',
      '/page',
      '/news',
      '/news?fail=true',
      '/nowhere',
    ]),
  ).toEqual([
    ['/page', 200],
    ['/news', 400],
    ['unmatched', 404],
  ]);
});

test('all of it stands in the log at the level for looking closely', async () => {
  expect(await logged('debug', ['/page', '/news'])).toEqual([
    ['/page', 200],
    ['/news', 200],
  ]);
});

test('what is refused, and what fails, is written down with the id of its request', async () => {
  const lines: { msg: string; reqId?: string }[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const app = createHttpServer({ trustedProxies: [], logger });
  close = () => app.close();
  app.get('/refused', async () => {
    throw new AppError('bad_request');
  });
  app.get('/failed', async () => {
    throw new Error('nobody foresaw this');
  });
  const ids = [];
  for (const path of ['/refused', '/failed']) ids.push((await app.inject(path)).headers['x-request-id']);
  expect(lines.map(({ msg, reqId }) => [msg, reqId])).toEqual([
    ['request refused', ids[0]],
    ['request failed', ids[1]],
  ]);
});

test('a second reply, and an answer that breaks off halfway, are written down with the id of their request', async () => {
  const lines: { msg: string; reqId?: string }[] = [];
  const logger = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) });
  const app = createHttpServer({ trustedProxies: [], logger });
  close = () => app.close();
  app.get('/twice', async (_request, reply) => {
    await reply.send({ answer: 1 });
    await reply.send({ answer: 2 });
    return reply;
  });
  app.get('/broken', async (_request, reply) => {
    const answer = new Readable({ read() {} });
    answer.push('begun');
    void once(reply.raw, 'pipe').then(() => setImmediate(() => answer.destroy(new Error('broke off'))));
    return reply.send(answer);
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const ids: (string | null)[] = [];
  for (const path of ['/twice', '/broken']) {
    const answer = await fetch(`${address}${path}`);
    ids.push(answer.headers.get('x-request-id'));
    await answer.text().catch(() => null);
  }
  expect(lines.map(({ msg, reqId }) => [msg, reqId])).toEqual([
    [expect.stringContaining('Reply was already sent'), ids[0]],
    ['answer broke off', ids[1]],
  ]);
});
