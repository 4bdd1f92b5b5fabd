import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthHarness, startAuth } from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
let live: AuthHarness;

beforeAll(async () => {
  auth = await startAuth();
  live = await startAuth({ env: { MODE: 'live' } });
});
afterAll(async () => {
  await auth.close();
  await live.close();
});

const mode = (harness: AuthHarness, origin: string | null, headers: Record<string, string> = {}) =>
  harness.call(`GET /tenants/${harness.rootId}/mode`, {
    origin,
    headers: { host: new URL(harness.main).host, ...headers },
  });

describe('protocol 1.2 and security 7: CORS', () => {
  test.each([
    'x-latchkey-source',
    'content-type,x-latchkey-source',
    'authorization,x-latchkey-source',
    'authorization,content-type,x-latchkey-source',
    'x-application-id,x-latchkey-source,x-origin',
  ])('a preflight for %s is answered', async (asked) => {
    const answer = await auth.call(`OPTIONS /tenants/${auth.rootId}/auth/basic`, {
      origin: 'http://localhost:5173',
      headers: {
        host: 'stint.localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': asked,
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test.each([
    'http://evil.example',
    'https://stint.localhost.evil.example',
    'http://notstint.localhost.evil',
    'null',
    'http://192.168.1.5',
  ])('in test mode %s may not call', async (origin) => {
    const answer = await mode(auth, origin);
    expect([answer.status, answer.body.error.type]).toEqual([403, 'cross_site']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each([
    'http://localhost:4000',
    'http://127.0.0.1:8080',
    'http://other.localhost:9',
    'http://stint.localhost:3000',
  ])('in test mode the loopback page %s may (17)', async (origin) => {
    expect((await mode(auth, origin)).status).toBe(200);
  });

  test('live: main domain and listed origins only, by exact comparison; entries for a domain cover its subdomains (2)', async () => {
    for (const origin of [
      'http://localhost:4000',
      'http://stint.example',
      'https://unknown.stint.example',
      'https://app.customer.example',
    ]) {
      expect([origin, (await mode(live, origin)).status]).toEqual([origin, 403]);
    }
    expect((await mode(live, 'https://stint.example')).body.mode).toBe('live');
    await live.call(`PUT /tenants/${live.rootId}`, {
      bearer: live.adminKey,
      origin: null,
      body: { allowedOrigins: ['https://app.customer.example'], liveDomains: ['partner.example'] },
    });
    expect((await mode(live, 'https://app.customer.example')).body.mode).toBe('live');
    expect((await mode(live, 'https://deep.app.partner.example')).status).toBe(200);
    for (const origin of [
      'https://app.customer.example.evil.com',
      'https://xpartner.example',
      'http://app.customer.example',
    ]) {
      expect([origin, (await mode(live, origin)).status]).toEqual([origin, 403]);
    }
  });

  test('live: a test world exists only where enabled, for listed origins', async () => {
    const body = { testOrigins: ['http://localhost:4000'] };
    await live.call(`PUT /tenants/${live.rootId}`, { bearer: live.adminKey, origin: null, body });
    expect((await mode(live, 'http://localhost:4000')).status).toBe(403);
    await live.call(`PUT /tenants/${live.rootId}`, {
      bearer: live.adminKey,
      origin: null,
      body: { isTestModeEnabled: true },
    });
    expect((await mode(live, 'http://localhost:4000')).body.mode).toBe('test');
    const sent = await live.call(`POST /tenants/${live.rootId}/auth/link`, {
      origin: 'http://localhost:4000',
      headers: { host: 'stint.example' },
      body: { email: 'a@example.com' },
    });
    expect(sent.body.message).toBe('OK');
    expect(sent.body.result.link).toBeUndefined();
  });

  test('security 7: host and X-Forwarded-Proto never turn live into test', async () => {
    const answer = await mode(live, null, {
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'localhost',
      referer: '',
    });
    expect(answer.body.mode).toBe('live');
  });

  test('the mode comes from x-origin or Referer where there is no Origin (2)', async () => {
    expect((await mode(live, null, { 'x-origin': 'https://evil.example' })).status).toBe(403);
    expect((await mode(live, null, { 'x-origin': 'https://partner.example' })).body.mode).toBe('live');
    expect((await mode(live, null, { referer: 'https://stint.example/signin?x=1' })).body.mode).toBe('live');
  });
});

describe('security 7: cross-site calls', () => {
  const cookie = `__Host-sb=${'x'.repeat(43)}`;

  test('one that carries our cookies is refused, an allowed one without them may come (17)', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    expect((await mode(auth, 'http://localhost:4000', { ...crossSite, cookie })).status).toBe(403);
    expect((await mode(auth, 'http://localhost:4000', crossSite)).status).toBe(200);
    expect((await mode(auth, null, crossSite)).status).toBe(403);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a body of type %s is 415',
    async (type) => {
      const answer = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
        body: {},
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(415);
    },
  );
});

describe('security 7: hosts', () => {
  test('a host that is not ours is 421; test mode also answers on this machine', async () => {
    const status = async (host: string) =>
      (await auth.call(`GET /tenants/${auth.rootId}/mode`, { origin: null, headers: { host } })).status;
    expect(
      await Promise.all(['evil.example', 'stint.localhost.evil.example', '10.0.0.5'].map(status)),
    ).toEqual([421, 421, 421]);
    expect(await Promise.all(['stint.localhost:3000', 'localhost:1', '127.0.0.1:9'].map(status))).toEqual([
      200, 200, 200,
    ]);
  });

  test('live: only the main domain and existing workspaces', async () => {
    for (const host of [
      'evil.example',
      'nobody.stint.example',
      'localhost',
      '127.0.0.1',
      'stint.example:8443',
    ]) {
      expect([
        host,
        (await live.call(`GET /tenants/${live.rootId}/mode`, { origin: null, headers: { host } })).status,
      ]).toEqual([host, 421]);
    }
  });
});

describe('security 2 and 11: paths, bodies, headers', () => {
  test.each(['//tenants', '/tenants%2f', '/Tenants/x/mode', '/tenants/%5c', '/tenants//x'])(
    '%s is 404',
    async (path) => {
      expect((await auth.call(`GET ${path}`)).status).toBe(404);
    },
  );

  test.each([
    ['more than 16 KiB', JSON.stringify({ emailOrUsername: 'a', password: 'x'.repeat(17_000) }), 413],
    ['an unknown field', '{"emailOrUsername":"a","password":"b","isAdmin":true}', 400],
    ['__proto__', '{"__proto__":{"x":1},"password":"b"}', 400],
    ['NUL', '{"emailOrUsername":"a\\u0000","password":"b"}', 400],
    ['a lone surrogate', '{"emailOrUsername":"\\ud800","password":"b"}', 400],
    ['broken JSON', '{', 400],
    ['a list', '[]', 400],
    ['a number for a text', '{"emailOrUsername":1,"password":"b"}', 400],
  ])('%s: refused in the one error form', async (_name, payload, status) => {
    const answer = await auth.app.inject({
      method: 'POST',
      url: `/v0/tenants/${auth.rootId}/auth/basic`,
      payload,
      headers: { 'content-type': 'application/json', host: 'stint.localhost:3000', origin: auth.main },
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      statusCode: status,
      message: expect.any(String),
      error: { type: expect.any(String) },
      requestId: expect.any(String),
    });
    expect(answer.body).not.toMatch(/node_modules|at \w+ \(|select /i);
  });

  test('every answer, errors too, has the headers of security 7', async () => {
    for (const answer of [
      await mode(auth, auth.main),
      await auth.call('GET /self'),
      await auth.call('GET /nothing'),
    ]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-request-id': expect.any(String),
      });
    }
  });

  test('unknown tenants and missing ones are the same 404', async () => {
    expect((await auth.call('GET /tenants/zzzzzzzz/mode')).body).toMatchObject({
      statusCode: 404,
      message: 'Not Found',
    });
    expect((await auth.call('GET /tenants/toolongid/mode')).status).toBe(400);
  });

  test('the OpenAPI document names every call', async () => {
    const { body } = await auth.call('GET /openapi.json');
    expect(Object.keys(body.paths).length).toBeGreaterThan(50);
    expect(body.paths['/v0/tenants/{tenantId}/auth/basic'].post.summary).toContain('7.3');
  });
});

describe('signed out', () => {
  const routes = [
    'GET /self',
    'PUT /self',
    'DELETE /self',
    'PUT /self/email',
    'PUT /self/phone',
    'DELETE /self/phone',
    'DELETE /self/factors/totp',
    'POST /self/backup-codes',
    'GET /self/sessions',
    'DELETE /self/sessions/x',
    'POST /auth/verify/email',
    'POST /auth/verify/phone',
    'GET /auth/totp',
    'GET /auth/changes',
    'GET /outbox',
    'POST /tenants',
    'POST /users',
    'POST /users/find',
    'POST /users/invite',
    'GET /users/1',
    'PUT /users/1',
    'DELETE /users/1',
    'PUT /users/1/roles',
    'GET /roles',
    'POST /roles/invite',
    'POST /auth/link/generate',
    'POST /keys',
    'GET /keys/admin',
    'PUT /keys/invalidate',
    'DELETE /keys',
  ];

  test.each(routes)('%s is 401 without a token and with a bad one', async (route) => {
    const isBody = !route.startsWith('GET');
    const call = (bearer: string | null) => auth.call(route, { bearer, ...(isBody ? { body: {} } : {}) });
    expect((await call(null)).status).toBe(401);
    expect((await call('nonsense')).status).toBe(401);
    expect((await call(`lk_test_admin_${auth.rootId}_${'0'.repeat(64)}`)).status).toBe(401);
  });
});

describe('security 12: logs', () => {
  test('no canary of password, code, token, cookie or full address reaches a log line', async () => {
    const email = 'canary.person@example.com';
    const ada = await auth.signUp(email, 'canary-password-4711');
    await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body: { emailOrUsername: email, password: 'canary-wrong-4711' },
    });
    await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, {
      body: { uuid: 'canary-uuid', token: 'canary-token-4711' },
    });
    await auth.call('GET /self', {
      bearer: `${ada.accessToken}canary-bearer`,
      headers: { cookie: '__Host-sb=canary-cookie' },
    });
    await auth.call(`POST /tenants/${auth.rootId}/auth/code`, {
      body: { channel: 'email', email, verificationCode: '471147' },
    });
    const lines = auth.logLines.join('\n');
    expect(lines.length).toBeGreaterThan(100);
    expect(lines).not.toMatch(/canary|471147/);
    expect(lines).not.toContain(ada.accessToken);
    expect(lines).not.toContain(auth.adminKey);
  });
});
