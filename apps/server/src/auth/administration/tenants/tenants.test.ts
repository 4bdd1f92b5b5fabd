import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
const day = 24 * 60 * 60_000;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const key = (route: string, body?: unknown) =>
  auth.call(route, { bearer: auth.adminKey, origin: null, ...(body === undefined ? {} : { body }) });
const refreshed = async (person: { refreshToken: string }) =>
  withTokens((await auth.call('GET /auth/refresh', { bearer: person.refreshToken })).body);

describe('protocol 10: POST /tenants', () => {
  test('by a person: the owner is who asked, the address is reserved, people come by invitation', async () => {
    const ada = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'first-house', 'First House');
    expect(house).toMatchObject({
      name: 'First House',
      type: 'tenant',
      slug: 'first-house',
      regionCode: 'us',
      signup: 'invited',
      status: 'active',
      data: { tenantNameSlug: 'first-house', regionCode: 'us' },
      parent: { tenantId: auth.rootId },
      creator: { userUuid: ada.userUuid },
    });
    expect(house.tenantId).toMatch(/^[a-z0-9]{8}$/);
    const self = await auth.call('GET /self', { bearer: (await refreshed(ada)).accessToken });
    expect(self.body.authorization[house.tenantId].roles).toEqual(['owner']);
  });

  test('by key with an id made beforehand: asked again it is the same tenant', async () => {
    const body = {
      tenantId: 'a1b2c3d4',
      name: 'Saga',
      regionCode: 'eu',
      data: { tenantNameSlug: 'saga-house' },
    };
    const first = await key('POST /tenants', body);
    const second = await key('POST /tenants', body);
    expect(second.body.uuid).toBe(first.body.uuid);
    const bob = await auth.signUp();
    const stranger = await auth.call('POST /tenants', { bearer: bob.accessToken, body });
    expect(stranger.body.error.type).toBe('name_taken');
  });

  test.each([
    ['taken', { data: { tenantNameSlug: 'saga-house' } }, 409, 'slug_taken'],
    ['reserved', { data: { tenantNameSlug: 'www' } }, 400, 'slug_invalid'],
    ['capital letters', { data: { tenantNameSlug: 'Acme' } }, 400, 'slug_invalid'],
    ['punycode', { data: { tenantNameSlug: 'xn--abc' } }, 400, 'slug_invalid'],
    ['unknown region', { data: { tenantNameSlug: 'fine' }, regionCode: 'zz' }, 400, 'region_unknown'],
    ['no name', { name: '' }, 400, 'bad_request_error'],
  ])('%s: refused', async (_name, change, status, type) => {
    const answer = await key('POST /tenants', { name: 'X', ...change });
    expect([answer.status, answer.body.error.type]).toEqual([status, type]);
  });

  test('two at once for the same address: one gets it', async () => {
    const body = { name: 'Race', data: { tenantNameSlug: 'race-house' } };
    const answers = await Promise.all([
      key('POST /tenants', body),
      key('POST /tenants', body),
      key('POST /tenants', body),
    ]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test('security 2: three workspaces a day per person', async () => {
    const ada = await auth.signUp();
    const statuses = [];
    for (let turn = 0; turn < 4; turn++) {
      statuses.push(
        (await auth.call('POST /tenants', { bearer: ada.accessToken, body: { name: `Many ${turn}` } }))
          .status,
      );
      Object.assign(ada, await refreshed(ada));
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('protocol 17: PUT /tenants/{t}', () => {
  async function house(slug: string) {
    const ada = await auth.signUp();
    const made = await auth.makeWorkspace(ada, slug);
    return { owner: await refreshed(ada), tenantId: made.tenantId as string };
  }

  test('an owner changes name, flow and paths; what only a key may change is refused by name', async () => {
    const { owner, tenantId } = await house('settings-house');
    const put = (body: Json) => auth.call(`PUT /tenants/${tenantId}`, { bearer: owner.accessToken, body });
    const flow = {
      firstFactors: [{ channel: 'email', strategy: 'password' }],
      secondFactors: [{ channel: 'authenticator', strategy: 'totp' }],
      isMfaRequired: ['admin'],
    };
    const done = await put({ name: 'New name', authentication: flow, loginRedirectPath: '/dashboard' });
    expect(done.body).toMatchObject({
      name: 'New name',
      authentication: flow,
      loginRedirectPath: '/dashboard',
    });
    const mode = await auth.call(`GET /tenants/${tenantId}/mode`);
    expect(mode.body.authentication).toEqual({
      firstFactors: flow.firstFactors,
      secondFactors: flow.secondFactors,
    });
    for (const body of [
      { allowedOrigins: ['https://x.example'] },
      { liveDomains: ['x.example'] },
      { pkceLoginRedirectUri: 'app:/x' },
      { cookieOptionsSameSite: 'None' },
      { slug: 'other' },
      { status: 'archived' },
    ]) {
      const answer = await put(body);
      expect([answer.status, answer.body.message]).toEqual([
        403,
        `Only a server key may change ${Object.keys(body)[0]}.`,
      ]);
    }
    expect((await put({ isAdmin: true })).status).toBe(400);
  });

  test('an admin, a member, a stranger, another owner and nobody', async () => {
    const { tenantId } = await house('roles-house');
    const admin = await auth.signUp();
    await key(`PUT /tenants/${tenantId}/users/${admin.userUuid}/roles`, { roles: ['admin'] });
    const put = async (bearer?: string) =>
      (
        await auth.call(`PUT /tenants/${tenantId}`, {
          ...(bearer ? { bearer } : {}),
          body: { name: 'Stolen' },
        })
      ).status;
    expect(await put((await refreshed(admin)).accessToken)).toBe(403);
    const other = await house('elsewhere-house');
    expect(await put(other.owner.accessToken)).toBe(404);
    expect(await put()).toBe(401);
    expect((await auth.call(`GET /tenants/${tenantId}`, { bearer: other.owner.accessToken })).status).toBe(
      404,
    );
    expect(
      (await auth.call(`GET /tenants/${tenantId}`, { bearer: (await refreshed(admin)).accessToken })).status,
    ).toBe(200);
  });

  test.each([
    [
      'an unknown factor',
      { authentication: { firstFactors: [{ channel: 'email', strategy: 'telepathy' }] } },
    ],
    [
      'a link as second factor',
      { authentication: { secondFactors: [{ channel: 'email', strategy: 'link' }] } },
    ],
    ['an origin with a path', { allowedOrigins: ['https://x.example/y'] }],
    ['a wildcard origin', { allowedOrigins: ['*'] }],
    ['a live domain that is none', { liveDomains: ['*.example.com'] }],
    ['a redirect to another host', { loginRedirectPath: '//evil.example' }],
    ['a redirect with a backslash', { loginRedirectPath: '/\\evil.example' }],
    ['a path that parses to another host', { loginRedirectPath: '/..//evil.example' }],
    ['a script in disguise', { pkceLoginRedirectUri: 'java\nscript:alert(1)' }],
    ['a script address', { pkceLoginRedirectUri: 'javascript:alert(1)' }],
    ['nothing', {}],
  ])('security 8 and flow: %s is 400', async (_name, body) => {
    expect((await key(`PUT /tenants/${auth.rootId}`, body)).status).toBe(400);
  });

  test('security 8: a path that was stored before it was refused leads nowhere when it is used', async () => {
    const ada = await auth.signUp();
    const settings = sql`update auth.tenant set settings = jsonb_set(settings, '{loginRedirectPath}',`;
    await auth.db.owner.run(sql`${settings} '"/..//evil.example"') where public_id = ${auth.rootId}`);
    auth.service.context.tenants.forget();
    const body = { emailOrUsername: ada.email, password: goodPassword };
    const signedIn = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, { body });
    await auth.db.owner.run(sql`${settings} '"/"') where public_id = ${auth.rootId}`);
    auth.service.context.tenants.forget();
    expect(signedIn.body.redirectTo).toBe('/dashboard');
  });

  test('lives are cut to what security 6 allows', async () => {
    const answer = await key(`PUT /tenants/${auth.rootId}`, {
      accessTokenDuration: 604_800,
      refreshTokenDuration: 2_592_000,
      sessionDuration: 99_999_999,
    });
    expect(answer.body).toMatchObject({
      accessTokenDuration: 600,
      refreshTokenDuration: 604_800,
      sessionDuration: 2_592_000,
    });
  });

  test('a stale version is 409 with the current record', async () => {
    const { body } = await key(`GET /tenants/${auth.rootId}`);
    expect((await key(`PUT /tenants/${auth.rootId}`, { name: 'Stint', version: body.version })).status).toBe(
      200,
    );
    const stale = await key(`PUT /tenants/${auth.rootId}`, { name: 'Stint', version: body.version });
    expect(stale.body).toMatchObject({ statusCode: 409, current: { version: body.version + 1 } });
  });

  test('a new address; the former one is nobody else’s for 180 days (security 7)', async () => {
    const { tenantId } = await house('old-name');
    expect((await key(`PUT /tenants/${tenantId}`, { data: { tenantNameSlug: 'new-name' } })).body.slug).toBe(
      'new-name',
    );
    const free = await auth.call(`GET /tenants/${auth.rootId}/slug/old-name`);
    expect(free.body).toMatchObject({ isAvailable: false, reason: 'taken' });
    const other = await house('waiting-house');
    expect((await key(`PUT /tenants/${other.tenantId}`, { slug: 'old-name' })).body.error.type).toBe(
      'slug_taken',
    );
    auth.clock.advance(181 * day);
    expect((await key(`PUT /tenants/${other.tenantId}`, { slug: 'old-name' })).body.slug).toBe('old-name');
  });

  test('archiving ends the sessions there and closes the door; by-slug tells hosts', async () => {
    const { owner, tenantId } = await house('archive-house');
    expect((await auth.call(`GET /tenants/${auth.rootId}/by-slug/archive-house`)).body).toMatchObject({
      tenantId,
      status: 'active',
    });
    await key(`PUT /tenants/${tenantId}`, { status: 'archived' });
    expect((await auth.call(`GET /tenants/${auth.rootId}/by-slug/archive-house`)).body.status).toBe(
      'archived',
    );
    const handover = await auth.call(`POST /tenants/${tenantId}/auth/handover`, {
      bearer: owner.accessToken,
      body: { codeChallenge: 'x'.repeat(43) },
    });
    expect(handover.status).toBe(410);
    await key(`DELETE /tenants/${tenantId}`);
    expect((await auth.call(`GET /tenants/${auth.rootId}/by-slug/archive-house`)).status).toBe(404);
    expect((await key(`DELETE /tenants/${tenantId}`)).status).toBe(404);
    expect((await key(`DELETE /tenants/${auth.rootId}`)).status).toBe(422);
  });
});

describe('who may enter', () => {
  test('an invited workspace refuses strangers as it refuses wrong passwords; an open tenant makes a membership without roles', async () => {
    const ada = await auth.signUp();
    const bob = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'closed-house');
    const basic = (tenantId: string, email: string) =>
      auth.call(`POST /tenants/${tenantId}/auth/basic`, {
        body: { emailOrUsername: email, password: goodPassword },
        address: randomAddress(),
      });
    const refused = await basic(house.tenantId, bob.email);
    expect(refused.body).toMatchObject({
      statusCode: 400,
      message: 'Incorrect email or password',
      error: { type: 'bad_request_error' },
    });
    expect((await basic(house.tenantId, ada.email)).body.redirectTo).toBe('/time');
    const create = await auth.call(`POST /tenants/${house.tenantId}/auth/create`, {
      body: { email: 'new@closed.example', password: goodPassword },
      address: randomAddress(),
    });
    expect(create.status).toBe(400);
    const open = await key('POST /tenants', { name: 'Open house' });
    const entered = await basic(open.body.tenantId, bob.email);
    expect(entered.body.authorization).toEqual({ [open.body.tenantId]: { roles: [] } });
  });
});

describe('protocol 10.1: search of children', () => {
  test('by slug, as the gateway does, with paging and order; other roots see nothing', async () => {
    const filter = { attr: 'data.tenantNameSlug', type: 'string', comparison: 'is', value: 'first-house' };
    const find = (body: Json) => key(`POST /tenants/${auth.rootId}/tenants/find`, body);
    const found = await find({
      filters: { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters: [filter] }] },
    });
    expect(found.body).toMatchObject({
      totalCount: 1,
      totalPages: 1,
      results: [{ name: 'First House', data: { tenantNameSlug: 'first-house', regionCode: 'us' } }],
    });
    const all = await find({ order: 'name_ASC' });
    const names = all.body.results.map((one: Json) => one.name as string);
    expect(all.body.totalCount).toBe(names.length);
    expect((await find({ page: 2 })).body.results).toEqual([]);
    for (const bad of [
      { order: 'password_ASC' },
      { filters: { filterGroups: [{ filters: [{ ...filter, attr: 'settings' }] }] } },
      { filters: { filterGroups: [{ filters: [{ ...filter, comparison: 'sounds like' }] }] } },
    ]) {
      expect((await find(bad)).status).toBe(400);
    }
  });
});
