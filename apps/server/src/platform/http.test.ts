import type { RouteTable } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer, RawJson, registerRoutes } from './http.ts';
import { toJsonText } from './json-text.ts';

const item = Type.Object(
  { name: Type.String({ maxLength: 20 }), tags: Type.Optional(Type.Array(Type.String())) },
  { additionalProperties: false },
);

const table = {
  'POST /items/:id': {
    summary: 'Keep an item',
    access: 'public',
    rate: 'write',
    params: Type.Object({ id: Type.String({ pattern: '^[0-9]+$' }) }),
    query: Type.Object(
      { page: Type.Optional(Type.Integer({ minimum: 1 })) },
      { additionalProperties: false },
    ),
    body: item,
    response: Type.Object({ id: Type.String(), page: Type.Integer(), name: Type.String() }),
    status: 201,
  },
  'GET /raw': { summary: 'JSON made elsewhere', access: 'public', rate: 'read', response: Type.Any() },
  'GET /secret': {
    summary: 'Needs a session',
    access: 'private',
    rate: 'read',
    response: Type.Object({ who: Type.String() }),
  },
  'GET /broken': { summary: 'Fails inside', access: 'public', rate: 'read', response: Type.Any() },
  'GET /part': {
    summary: 'Chooses a status of success',
    access: 'public',
    rate: 'read',
    response: Type.Object({ part: Type.Integer() }),
  },
} as const satisfies RouteTable<'public' | 'private'>;

const app = createHttpServer({ trustedProxies: [], logger: false });

beforeAll(async () => {
  registerRoutes(app, {
    table,
    access: {
      public: async () => null,
      private: async ({ request }) => {
        if (!request.headers.authorization) throw new AppError('relogin');
        return { who: 'somebody' };
      },
    },
    handlers: {
      'POST /items/:id': async ({ params, query, body }) => ({
        id: params.id,
        page: query.page ?? 1,
        name: body.name,
        inner: 'kept',
      }),
      'GET /raw': async () => new RawJson(toJsonText({ made: 'by the database' })),
      'GET /secret': async (_input, context) => ({ who: context.who }),
      'GET /broken': async () => {
        throw new Error('select secret from inside');
      },
      'GET /part': async (_input, _context, { reply }) => {
        reply.code(206);
        return { part: 1, inner: 'kept' };
      },
    },
  });
  await app.ready();
});
afterAll(() => app.close());

const post = (payload: unknown, url = '/items/7', headers = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: payload as string,
  });

describe('routes from a table', () => {
  test('input arrives checked and coerced, the answer holds only what the row declares', async () => {
    const answer = await post({ name: 'a' }, '/items/7?page=3');
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ id: '7', page: 3, name: 'a' });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('JSON from the database goes out as it is', async () => {
    const answer = await app.inject('/raw');
    expect(answer.body).toBe('{"made":"by the database"}');
    expect(answer.headers['content-type']).toContain('application/json');
  });

  test.each([
    ['an unknown field', { name: 'a', isAdmin: true }, 'isAdmin is not a known field.'],
    ['a missing field', {}, 'name is missing.'],
    ['a number where text belongs', { name: 7 }, 'name must be string.'],
    ['NUL in text', { name: 'a\u0000' }, 'The text has characters that cannot be stored.'],
    ['a lone surrogate', '{"name":"\\ud800"}', 'The text has characters that cannot be stored.'],
  ])('security 11: %s is refused with what to do', async (_name, payload, message) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ statusCode: 400, message, error: { type: expect.any(String) } });
    expect(answer.json().errors[0].message).toBe(message);
  });

  test.each([
    ['a polluted prototype', '{"__proto__":{"a":1},"name":"a"}', 400],
    ['broken JSON', '{"name":', 400],
    ['1001 items', JSON.stringify({ name: 'a', tags: Array.from({ length: 1001 }, () => 't') }), 400],
    ['33 levels', `{"name":"a","tags":${'['.repeat(33)}${']'.repeat(33)}}`, 400],
    ['more than a mebibyte', JSON.stringify({ name: 'a'.repeat(1_100_000) }), 413],
  ])('security 11: %s answers with status %#', async (_name, payload, status) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().requestId).toBe(answer.headers['x-request-id']);
  });

  test('security 7: a body that is not JSON is refused', async () => {
    expect((await post('name=a', '/items/7', { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect(
      (await post('name=a', '/items/7', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode,
    ).toBe(415);
  });

  test.each(['/items/x', '/items/7?page=0', '/items/7?other=1'])('%s is refused', async (url) => {
    expect((await post({ name: 'a' }, url)).statusCode).toBe(400);
  });

  test('an answer whose status the handler chose holds only what the row declares, too', async () => {
    const answer = await app.inject('/part');
    expect([answer.statusCode, answer.json()]).toEqual([206, { part: 1 }]);
  });

  test('a dead session answers exactly the text that clients wait for', async () => {
    const answer = await app.inject('/secret');
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toBe('Please re-login.');
    expect((await app.inject({ url: '/secret', headers: { authorization: 'x' } })).json()).toEqual({
      who: 'somebody',
    });
  });

  test('security 3: an unknown failure says nothing of the inside', async () => {
    const answer = await app.inject('/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.json().message).toBe('An internal server error occurred');
    expect(answer.body).not.toContain('select');
  });

  test('security 2: odd spellings of a path are not found', async () => {
    for (const url of ['//raw', '/RAW', '/raw/', '/items%2F7']) {
      expect((await app.inject(url)).statusCode).toBe(404);
    }
  });
});

test('a table row without handler or access check stops the start', () => {
  const other = createHttpServer({ trustedProxies: [], logger: false });
  expect(() => registerRoutes(other, { table, handlers: {} as never, access: {} as never })).toThrow(
    'route POST /items/:id has no',
  );
});
