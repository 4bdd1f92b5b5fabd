import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthHarness, type Json, startAuth } from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
let email: string;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
});
afterAll(() => auth.close());
beforeEach(() => {
  email = `guest-${randomBytes(4).toString('hex')}@example.com`;
  auth.clock.advance(60_000);
});

const key = (route: string, body?: unknown) =>
  auth.call(route, { bearer: auth.adminKey, origin: null, ...(body === undefined ? {} : { body }) });

describe('a call that needs nothing in its body', () => {
  test('may come without one', async () => {
    const none = await key('POST /users/find');
    const empty = await key('POST /users/find', {});
    expect(none.status).toBe(200);
    expect(none.body).toEqual(empty.body);
    expect((await key(`POST /tenants/${auth.rootId}/tenants/find`)).status).toBe(200);
  });

  test('what needs something says so', async () => {
    expect((await key('POST /users')).status).toBe(400);
  });

  test('the OpenAPI document says which', async () => {
    const { body } = await auth.call('GET /openapi.json', { origin: null });
    const requiredAt = (path: string) => body['paths'][path].post.requestBody.required;
    expect([requiredAt('/v0/users/find'), requiredAt('/v0/users')]).toEqual([false, true]);
  });
});

describe('a foreign page', () => {
  const told = ({ status, body }: { status: number; body: Json }) => {
    const { requestId: _requestId, ...rest } = body;
    return { status, ...rest };
  };
  const foreign = 'https://evil.example';
  const names: Record<string, string>[] = [
    { origin: foreign },
    { 'x-origin': foreign },
    { referer: `${foreign}/page` },
  ];

  test.each(['GET /mode', 'POST /auth/basic', 'POST /auth/link'])(
    'gets one answer, whatever header names it: %s',
    async (route) => {
      const [method, path] = route.split(' ') as [string, string];
      const body = method === 'GET' ? {} : { body: { email, password: 'x' } };
      const ask = (headers: Record<string, string>) =>
        auth.call(`${method} /tenants/${auth.rootId}${path}`, {
          ...body,
          origin: null,
          headers: { host: 'stint.localhost:3000', ...headers },
        });
      const answers = [];
      for (const headers of names) answers.push(told(await ask(headers)));
      expect(answers[0]).toMatchObject({ status: 403, error: { type: 'cross_site' } });
      expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    },
  );

  test('also on calls with a key or a token', async () => {
    const statuses = [];
    for (const headers of names)
      statuses.push(
        (await auth.call('POST /users/find', { bearer: auth.adminKey, origin: null, headers, body: {} }))
          .status,
      );
    expect(statuses).toEqual([403, 403, 403]);
  });
});
