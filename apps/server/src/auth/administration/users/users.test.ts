import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { goodPassword, type Json, randomAddress, withTokens } from '../../../testing/auth-harness.ts';
import { openAuth } from '../../../testing/open-auth.ts';

const minute = 60_000;

const auth = openAuth(3 * minute);

const key = (route: string, body?: unknown, bearer = auth.adminKey) =>
  auth.call(route, { bearer, origin: null, ...(body === undefined ? {} : { body }) });
let counter = 0;
const newEmail = () => `u${++counter}-${Date.now()}@example.com`;

describe('protocol 10: users', () => {
  test('made, read by number and uuid, changed, found, deleted', async () => {
    const email = newEmail();
    const made = await key('POST /users', { email, name: 'Ada', username: `ada${counter}`, data: { a: 1 } });
    expect(made.body).toMatchObject({
      email,
      name: 'Ada',
      isEmailConfirmed: false,
      hasPassword: false,
      data: { a: 1 },
      tenantId: auth.rootId,
    });
    const byNumber = await key(`GET /users/${made.body.userId}`);
    expect(byNumber.body.userUuid).toBe(made.body.userUuid);
    expect((await key(`PUT /users/${made.body.userUuid}`, { name: 'Ada L.' })).body).toMatchObject({
      name: 'Ada L.',
      data: { a: 1 },
    });
    expect((await key('POST /users', { email })).body.message).toBe('Email exists');
    expect(
      (await key('POST /users', { email: newEmail(), username: `ADA${counter - 1}` })).body.message,
    ).toBe('Username exists');
    expect((await key(`POST /users/${made.body.userId}/active`)).body.lastActiveAt).toBe(
      auth.clock.now().toISOString(),
    );
    expect((await key(`DELETE /users/${made.body.userId}`)).body.message).toBe('OK');
    expect((await key(`GET /users/${made.body.userId}`)).status).toBe(404);
  });

  test('createOrUpdate', async () => {
    const made = await key('POST /users/createOrUpdate', { email: newEmail(), name: 'One' });
    expect(
      (await key('POST /users/createOrUpdate', { userUuid: made.body.userUuid, name: 'Two' })).body,
    ).toMatchObject({ userId: made.body.userId, name: 'Two' });
    expect((await key('POST /users/createOrUpdate', { userId: 999_999, name: 'X' })).status).toBe(404);
  });

  test.each(['isConfirmed', 'isEmailConfirmed', 'roles', 'authorization', 'mode'])(
    'security 10: %s is not writable',
    async (field) => {
      const ada = await auth.signUp();
      expect(
        (await auth.call('PUT /self', { bearer: ada.accessToken, body: { [field]: true } })).status,
      ).toBe(400);
      expect((await key(`PUT /users/${ada.userId}`, { [field]: true })).status).toBe(400);
    },
  );

  test('locking ends all sessions within the call and refuses sign-in and refresh', async () => {
    const ada = await auth.signUp();
    await key(`PUT /users/${ada.userId}`, { locked: true });
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).status).toBe(401);
    expect((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).status).toBe(401);
  });

  test('an administrator ends a person’s sessions', async () => {
    const ada = await auth.signUp();
    expect((await key(`DELETE /users/${ada.userUuid}/sessions`)).body.ended).toBe(1);
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).status).toBe(401);
  });
});

describe('protocol 10.1: search', () => {
  const find = (filters: Json[], conjunction = 'and') =>
    key('POST /users/find', { filters: { conjunction: 'and', filterGroups: [{ conjunction, filters }] } });

  test('every comparison of every type', async () => {
    const email = newEmail();
    const other = newEmail();
    await key('POST /users', {
      email,
      name: 'Grace % Hopper',
      data: { age: 40, tags: ['navy'], vip: true, since: '2026-01-01T00:00:00Z' },
    });
    await key('POST /users', { email: other, data: { age: 20 } });
    const only = { attr: 'email', type: 'string', comparison: 'is', value: email };
    const cases: [string, string, string, unknown, boolean][] = [
      ['name', 'string', 'is', 'grace % hopper', true],
      ['name', 'string', 'contains', '% H', true],
      ['name', 'string', 'contains', '_race', false],
      ['name', 'string', 'does not contain', 'Ada', true],
      ['name', 'string', 'starts with', 'grace', true],
      ['name', 'string', 'ends with', 'grace', false],
      ['username', 'string', 'is unknown', undefined, true],
      ['name', 'string', 'has any value', undefined, true],
      ['locked', 'boolean', 'is', false, true],
      ['isEmailConfirmed', 'boolean', 'is not', false, false],
      ['data.age', 'number', 'is', 40, true],
      ['data.age', 'number', 'more than', 39, true],
      ['data.age', 'number', 'less than', 40, false],
      ['data.vip', 'boolean', 'is', true, true],
      ['data.since', 'date', 'before', '2026-01-02', true],
      ['createdAt', 'date', 'after', '2030-01-01', false],
      ['createdAt', 'date', 'between', ['2026-01-01', '2027-01-01'], true],
      ['createdAt', 'date', 'less than', 1, true],
      ['createdAt', 'date', 'more than', 1, false],
      ['data.tags', 'array', 'contains', 'navy', true],
      ['data.tags', 'array', 'does not contain', 'navy', false],
      ['data.tags', 'array', 'any', undefined, true],
    ];
    for (const [attr, type, comparison, value, isFound] of cases) {
      const { body } = await find([only, { attr, type, comparison, value }]);
      expect([attr, comparison, body.totalCount]).toEqual([attr, comparison, isFound ? 1 : 0]);
    }
    const either = await find([only, { ...only, value: other }], 'or');
    expect(either.body.totalCount).toBe(2);
  });

  test('by role; order and pages; an empty body lists everybody', async () => {
    const ada = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'search-house');
    const role = (value: string) => find([{ attr: 'role', type: 'string', comparison: 'is', value }]);
    expect((await role(`${house.tenantId}:owner`)).body.results).toMatchObject([
      { userUuid: ada.userUuid, authorization: { [house.tenantId]: { roles: ['owner'] } } },
    ]);
    expect((await role(`${house.tenantId}:member`)).body.totalCount).toBe(0);
    expect((await role(house.tenantId)).body.totalCount).toBe(1);
    const all = await key('POST /users/find', { order: 'userId_DESC' });
    const numbers = all.body.results.map((one: Json) => one.userId as number);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect((await key('POST /users/find', { order: 'lastActiveAt_ASC', page: 1 })).status).toBe(200);
  });

  test.each([["' or 1=1 --"], ['%'], ['\\']])('a value such as %s is only a value', async (value) => {
    expect(
      (await find([{ attr: 'email', type: 'string', comparison: 'contains', value }])).body.totalCount,
    ).toBe(0);
  });
});

describe('roles', () => {
  test('security 10: one owner stays, also when two leave at once', async () => {
    const ada = await auth.signUp();
    const bob = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'owner-house');
    const set = (user: Json, roles: string[]) =>
      key(`PUT /tenants/${house.tenantId}/users/${user.userUuid}/roles`, { roles });
    expect((await set(ada, ['member'])).body.error.type).toBe('last_owner');
    await set(bob, ['owner']);
    expect((await auth.outbox(bob.email))[0]?.subject).toBe('You are now an owner');
    const answers = await Promise.all([set(ada, ['member']), set(bob, ['member'])]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await set(ada, ['king'])).status).toBe(400);
  });

  test('security 10: nobody grants above the own role; members and strangers cannot grant at all', async () => {
    const owner = await auth.signUp();
    const house = await auth.makeWorkspace(owner, 'grant-house');
    const people: Record<string, Json> = {};
    for (const role of ['admin', 'editor', 'member']) {
      const person = await auth.signUp();
      await key(`PUT /tenants/${house.tenantId}/users/${person.userUuid}/roles`, { roles: [role] });
      people[role] = {
        ...person,
        ...withTokens((await auth.call('GET /auth/refresh', { bearer: person.refreshToken })).body),
      };
    }
    const grant = async (by: string, whom: string, roles: string[]) =>
      (
        await auth.call(
          `PUT /tenants/${house.tenantId}/users/${people[whom]?.userUuid ?? owner.userUuid}/roles`,
          { bearer: people[by]?.accessToken, body: { roles } },
        )
      ).status;
    expect(await grant('admin', 'member', ['owner'])).toBe(403);
    expect(await grant('admin', 'owner', ['member'])).toBe(403);
    expect(await grant('editor', 'member', ['editor'])).toBe(403);
    expect(await grant('admin', 'editor', ['member'])).toBe(200);
    expect(await grant('admin', 'editor', [])).toBe(200);
    const stranger = await auth.signUp();
    expect(
      (
        await auth.call(`PUT /tenants/${house.tenantId}/users/${stranger.userUuid}/roles`, {
          bearer: people.admin?.accessToken,
          body: { roles: ['member'] },
        })
      ).status,
    ).toBe(404);
  });

  test('security 6: a role change voids older tokens; the next refresh brings the new roles', async () => {
    const ada = await auth.signUp();
    const bob = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'change-house');
    await key(`PUT /tenants/${house.tenantId}/users/${bob.userUuid}/roles`, { roles: ['member'] });
    expect((await auth.call('GET /self', { bearer: bob.accessToken })).status).toBe(401);
    const fresh = withTokens((await auth.call('GET /auth/refresh', { bearer: bob.refreshToken })).body);
    expect(
      (await auth.call('GET /self', { bearer: fresh.accessToken })).body.authorization[house.tenantId].roles,
    ).toEqual(['member']);
  });
});

describe('invitations', () => {
  const linkOf = async (email: string) => new URL((await auth.outbox(email))[0]?.link).searchParams;

  test('an owner invites an address; following the link gives the roles once', async () => {
    const ada = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'invite-house', 'Invite House');
    const owner = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
    const email = newEmail();
    const invited = await auth.call(`POST /tenants/${house.tenantId}/roles/invite`, {
      bearer: owner.accessToken,
      body: { email, roles: ['editor'], name: 'Bob' },
      address: randomAddress(),
    });
    expect(invited.body).toMatchObject({ email, name: 'Bob' });
    const link = await linkOf(email);
    expect(link.get('type')).toBe('invite');
    const body = { uuid: link.get('uuid'), token: link.get('token'), linkType: 'invite' };
    const entered = await auth.call(`PUT /tenants/${house.tenantId}/auth/link`, { body });
    expect(entered.body).toMatchObject({
      authorization: { [house.tenantId]: { roles: ['editor'] } },
      redirectTo: '/time',
    });
    expect((await auth.call(`PUT /tenants/${house.tenantId}/auth/link`, { body })).status).toBe(400);
  });

  test('security 10: who invited must still be allowed to when the link is followed', async () => {
    const owner = await auth.signUp();
    const admin = await auth.signUp();
    const house = await auth.makeWorkspace(owner, 'recheck-house');
    await key(`PUT /tenants/${house.tenantId}/users/${admin.userUuid}/roles`, { roles: ['admin'] });
    const inviter = withTokens((await auth.call('GET /auth/refresh', { bearer: admin.refreshToken })).body);
    const email = newEmail();
    const invite = (roles: string[]) =>
      auth.call(`POST /tenants/${house.tenantId}/roles/invite`, {
        bearer: inviter.accessToken,
        body: { email, roles },
        address: randomAddress(),
      });
    expect((await invite(['owner'])).status).toBe(403);
    expect((await invite(['admin'])).status).toBe(200);
    await key(`PUT /tenants/${house.tenantId}/users/${admin.userUuid}/roles`, { roles: ['member'] });
    const link = await linkOf(email);
    const answer = await auth.call(`PUT /tenants/${house.tenantId}/auth/link`, {
      body: { uuid: link.get('uuid'), token: link.get('token') },
    });
    expect(answer.body.message).toBe('Invalid token');
  });

  test('by key: users/invite, reset kind, duration, without a mail; link/generate', async () => {
    const email = newEmail();
    await key('POST /users/invite', { email, options: { type: 'reset', duration: '1 hour' } });
    const link = new URL((await auth.outbox(email))[0]?.link);
    expect(link.pathname).toBe('/reset');
    const body = {
      uuid: link.searchParams.get('uuid'),
      token: link.searchParams.get('token'),
      password: goodPassword,
    };
    expect((await auth.call(`PUT /tenants/${auth.rootId}/auth/reset`, { body })).body.message).toBe('OK');
    const silent = newEmail();
    await key('POST /users/invite', { email: silent, options: { noInviteEmail: true } });
    expect(await auth.outbox(silent)).toEqual([]);
    for (const duration of ['9 seconds', '8 days', '2 weeks', 'forever', '-1 day']) {
      expect((await key('POST /auth/link/generate', { email, options: { duration } })).status).toBe(400);
    }
    const made = await key('POST /auth/link/generate', {
      email,
      options: { type: 'login', duration: '30 seconds' },
    });
    const { uuid, token } = made.body;
    auth.clock.advance(31_000);
    expect((await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, { body: { uuid, token } })).status).toBe(
      400,
    );
    expect((await key('POST /auth/link/generate', { email: 'nobody@example.com' })).status).toBe(404);
  });
});

describe('protocol 10: keys', () => {
  test('made, shown once, listed by hint, verified, invalidated; the last one of a type stays', async () => {
    const made = await key('POST /keys', { type: 'readonly', name: 'reports' });
    expect(made.body.key).toMatch(new RegExp(`^lk_test_readonly_${auth.rootId}_[0-9a-f]{64}$`));
    const list = await key('GET /keys/readonly');
    expect(list.body.results[0]).toMatchObject({ keyId: made.body.keyId, name: 'reports', isActive: true });
    expect(list.text).not.toContain(made.body.key);
    expect((await auth.call('POST /keys/verify', { body: { key: made.body.key } })).body.result).toEqual({
      mode: 'test',
      type: 'readonly',
      tenantId: auth.rootId,
      isActive: true,
    });
    expect((await key('PUT /keys/invalidate', { keyId: made.body.keyId })).body.error.type).toBe('last_key');
    const second = await key('POST /keys', { type: 'readonly' });
    expect((await key('PUT /keys/invalidate', { key: made.body.key })).body.message).toBe('OK');
    const dead = await auth.call('POST /keys/verify', { body: { key: made.body.key } });
    expect(dead.body).toMatchObject({
      statusCode: 400,
      message: 'Invalid API key',
      result: { isActive: false, type: 'readonly' },
    });
    expect((await key('GET /users/1', undefined, made.body.key)).status).toBe(401);
    expect((await key('DELETE /keys', { keyId: made.body.keyId })).status).toBe(200);
    const stored = await auth.db.owner.rows<{ text: string }>(
      sql`select row_to_json(k)::text as text from auth.api_key k`,
    );
    expect(stored.some(({ text }) => text.includes(second.body.key))).toBe(false);
  });

  test('security 12: a readonly key reads and does not write; a child’s key sees its members alone', async () => {
    const readonly = (await key('POST /keys', { type: 'readonly' })).body.key as string;
    expect((await key('POST /users/find', {}, readonly)).status).toBe(200);
    expect((await key('POST /users', { email: newEmail() }, readonly)).status).toBe(403);
    const ada = await auth.signUp();
    const bob = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'keys-house');
    const child = (await key('POST /keys', { type: 'admin', tenantId: house.tenantId })).body.key as string;
    expect((await key(`GET /users/${ada.userUuid}`, undefined, child)).body.authorization).toMatchObject({
      [house.tenantId]: { roles: ['owner'] },
    });
    expect((await key(`GET /users/${bob.userUuid}`, undefined, child)).status).toBe(404);
    expect((await key('POST /users/find', {}, child)).body.totalCount).toBe(1);
    expect((await key(`GET /tenants/${auth.rootId}`, undefined, child)).status).toBe(404);
    expect((await key(`DELETE /users/${ada.userUuid}`, undefined, child)).status).toBe(403);
  });
});

describe('security 12: audit', () => {
  test('owners see what happened in their workspace; the runtime role can only add', async () => {
    const ada = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'audit-house');
    const owner = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
    await auth.call(`PUT /tenants/${house.tenantId}`, {
      bearer: owner.accessToken,
      body: { name: 'Renamed' },
    });
    const log = await auth.call(`GET /tenants/${house.tenantId}/audit`, { bearer: owner.accessToken });
    expect(log.body.results.map((one: Json) => one.action)).toEqual(['tenant.changed', 'tenant.created']);
    expect(log.body.results[0]).toMatchObject({
      actorKind: 'user',
      actorId: ada.userUuid,
      detail: { fields: ['name'] },
      requestId: expect.any(String),
    });
    const stranger = await auth.signUp();
    expect(
      (await auth.call(`GET /tenants/${house.tenantId}/audit`, { bearer: stranger.accessToken })).status,
    ).toBe(404);
    await expect(auth.db.database.run(sql`delete from auth.audit_event`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(auth.db.database.run(sql`update auth.audit_event set action = 'x'`)).rejects.toThrow(
      /permission denied/,
    );
  });
});
