import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthHarness, goodPassword, type Json, startAuth } from '../../testing/auth-harness.ts';
import { expectShape, newEmail } from '../../testing/wire.ts';

/** Every row of the table of protocol 10, called with an admin key as servers do. */
let auth: AuthHarness;
let child: Json;

beforeAll(async () => {
  auth = await startAuth();
  child = (await call('POST /tenants', { name: 'Child' })).body;
});
afterAll(() => auth.close());
beforeEach(() => auth.clock.advance(60_000));

const call = (route: string, body?: object, bearer = auth.adminKey) =>
  auth.call(route, { bearer, origin: null, ...(body ? { body } : {}) });

async function makeUser(): Promise<Json> {
  return (await call('POST /users', { email: newEmail() })).body;
}

/** A user record (protocol 7.16). */
function expectUser({ status, body }: { status: number; body: Json }): void {
  expect(status).toBe(200);
  expect(body).toMatchObject({
    mode: 'test',
    userId: expect.any(Number),
    userUuid: expect.any(String),
    uuid: body.userUuid,
    email: expect.any(String),
    locked: expect.any(Boolean),
    isConfirmed: expect.any(Boolean),
    createdAt: expect.any(String),
    authorization: expect.any(Object),
  });
}

describe('protocol 10: users', () => {
  test('protocol 10: POST /users', async () => {
    const body = { email: newEmail(), username: `u${Date.now()}`, name: 'Ada', data: { team: 1 } };
    const answer = await call('POST /users', body);
    expectUser(answer);
    expect(answer.body).toMatchObject(body);
  });

  test('protocol 10: GET /users/{id}, by number and by uuid', async () => {
    const { userId, userUuid } = await makeUser();
    for (const id of [userId, userUuid]) expectUser(await call(`GET /users/${id}`));
    expectShape('error', await call('GET /users/999999'));
  });

  test('protocol 10: PUT /users/{id} leaves missing fields unchanged', async () => {
    const { userId, email } = await makeUser();
    const answer = await call(`PUT /users/${userId}`, { name: 'Bob' });
    expectUser(answer);
    expect(answer.body).toMatchObject({ name: 'Bob', email });
  });

  test('protocol 10: DELETE /users/{id}', async () => {
    const { userId } = await makeUser();
    expectShape('message', await call(`DELETE /users/${userId}`));
    expect((await call(`GET /users/${userId}`)).status).toBe(404);
  });

  test('protocol 10: POST /users/createOrUpdate', async () => {
    const made = await call('POST /users/createOrUpdate', { email: newEmail() });
    expectUser(made);
    const changed = await call('POST /users/createOrUpdate', { userUuid: made.body.userUuid, name: 'Eve' });
    expect(changed.body).toMatchObject({ userId: made.body.userId, name: 'Eve' });
  });

  test('protocol 10: POST /users/{id}/active', async () => {
    const { userId } = await makeUser();
    const { body } = await call(`POST /users/${userId}/active`);
    expect(body).toEqual({ message: 'OK', lastActiveAt: auth.clock.now().toISOString() });
  });

  test.each(['POST /users/invite', 'POST /roles/invite', 'POST /tenants/{t}/roles/invite'])(
    'protocol 10: %s makes the user and mails a link',
    async (row) => {
      const email = newEmail();
      const isRole = row.includes('roles');
      const route = row.replace('{t}', child.tenantId);
      expectUser(
        await call(route, {
          email,
          ...(isRole ? { roles: ['member'] } : {}),
          options: { duration: '2 days' },
        }),
      );
      const [mail] = await auth.outbox(email);
      expect(new URL(mail?.link).searchParams.get('type')).toBe('invite');
    },
  );

  test.each(['POST /users/find', 'POST /tenants/{t}/users/find', 'POST /tenants/{t}/tenants/find'])(
    'protocol 10: %s answers results, totalCount and totalPages',
    async (row) => {
      const answer = await call(row.replace('{t}', auth.rootId), {});
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        results: expect.any(Array),
        totalCount: answer.body.results.length,
        totalPages: 1,
      });
    },
  );

  test('protocol 10: GET and DELETE /tenants/{t}/users/{id}', async () => {
    const { body } = await call('POST /users', { email: newEmail(), tenantId: child.tenantId });
    const path = `/tenants/${child.tenantId}/users/${body.userId}`;
    expectUser(await call(`GET ${path}`));
    expectShape('message', await call(`DELETE ${path}`));
    expect((await call(`GET ${path}`)).status).toBe(404);
  });
});

describe('protocol 10: tenants and roles', () => {
  test('protocol 10: POST /tenants, GET, PUT and DELETE /tenants/{t}', async () => {
    const made = await call('POST /tenants', {
      name: 'Shop',
      data: { tenantNameSlug: `shop-${Date.now()}` },
    });
    expect(made.body.tenantId).toMatch(/^[a-z0-9]{8}$/);
    const path = `/tenants/${made.body.tenantId}`;
    expect((await call(`GET ${path}`)).body).toMatchObject({
      name: 'Shop',
      mode: 'test',
      roles: expect.any(Array),
      parent: { tenantId: auth.rootId },
      children: { totalCount: 0, totalPages: expect.any(Number), results: [] },
      loginRedirectPath: expect.any(String),
    });
    expect((await call(`PUT ${path}`, { name: 'Shop 2' })).body.name).toBe('Shop 2');
    expectShape('message', await call(`DELETE ${path}`));
  });

  test('protocol 10: GET /roles and GET /tenants/{t}/roles', async () => {
    for (const route of ['GET /roles', `GET /tenants/${child.tenantId}/roles`]) {
      expect((await call(route)).body.roles[0]).toEqual({ name: expect.any(String) });
    }
  });

  test('protocol 10: PUT /users/{id}/roles and /tenants/{t}/users/{id}/roles; an empty list removes all', async () => {
    const { userId } = await makeUser();
    expectUser(await call(`PUT /users/${userId}/roles`, { roles: ['admin'] }));
    const path = `PUT /tenants/${child.tenantId}/users/${userId}/roles`;
    const given = await call(path, { roles: ['member'] });
    expect(given.body.authorization).toMatchObject({ [child.tenantId]: { roles: ['member'] } });
    const { authorization } = (await call(path, { roles: [] })).body;
    expect(authorization).not.toHaveProperty(child.tenantId);
  });
});

describe('protocol 10: keys and links', () => {
  test('protocol 10: POST /keys, GET /keys/{type}, GET /tenants/{t}/keys/{type}', async () => {
    for (const type of ['admin', 'readonly', 'webhook']) {
      const made = await call('POST /keys', { type });
      expect(made.body.key).toMatch(new RegExp(`^lk_test_${type}_${auth.rootId}_`));
      const routes = [`GET /keys/${type}`, `GET /tenants/${auth.rootId}/keys/${type}`];
      for (const route of routes) expect((await call(route)).body.results.length).toBeGreaterThan(0);
    }
  });

  test('protocol 10: POST /keys/verify, PUT /keys/invalidate, DELETE /keys; the last active one stays', async () => {
    const first = (await call('POST /keys', { type: 'webhook' })).body;
    const second = (await call('POST /keys', { type: 'webhook' })).body;
    expect((await call('POST /keys/verify', { key: first.key })).body.result.isActive).toBe(true);
    expectShape('message', await call('PUT /keys/invalidate', { key: first.key }));
    const bad = await call('POST /keys/verify', { key: first.key });
    expect(bad.body).toMatchObject({
      statusCode: 400,
      message: 'Invalid API key',
      result: { mode: 'test', type: 'webhook', tenantId: auth.rootId, isActive: false },
    });
    expectShape('message', await call('DELETE /keys', { key: first.key }));
    const left = (await call('GET /keys/webhook')).body.results as Json[];
    const active = left.filter(({ isActive, keyId }) => isActive && keyId !== second.keyId);
    for (const { keyId } of active) await call('PUT /keys/invalidate', { keyId });
    expectShape('error', await call('PUT /keys/invalidate', { keyId: second.keyId }));
  });

  test('protocol 10: POST /auth/link/generate mails nothing; its credentials sign in', async () => {
    const { email } = await makeUser();
    const made = await call('POST /auth/link/generate', {
      email,
      options: { type: 'login', duration: '1 hour' },
    });
    expect(await auth.outbox(email)).toEqual([]);
    const { uuid, token } = made.body;
    const entered = await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, { body: { uuid, token } });
    expectShape('5.1', entered);
  });

  test('protocol 10: a made user signs in with the password that the server gave', async () => {
    const email = newEmail();
    await call('POST /users', { email, password: goodPassword });
    const body = { emailOrUsername: email, password: goodPassword };
    expectShape('5.1', await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, { body }));
  });
});
