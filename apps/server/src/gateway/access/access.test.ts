import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
  toAnswer,
} from '../../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let other: TestWorkspace;
let abroad: TestWorkspace;
let member: TestMember;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  [workspace, other, abroad] = await Promise.all([
    gateway.addWorkspace({ slug: 'acme' }),
    gateway.addWorkspace({ slug: 'other' }),
    gateway.addWorkspace({ slug: 'abroad', regionCode: 'eu' }),
  ]);
  member = await gateway.addMember(workspace);
});
afterAll(() => gateway?.close());

const path = 'AppRole';
const ask = (headers: Record<string, string | undefined> = {}, as: TestMember | null = member) =>
  gateway.call('GET', path, { as, headers });

async function withClaims(claims: Record<string, unknown>): Promise<Record<string, string>> {
  return gateway.headersOf(member, claims);
}

/** Exactly this text sends the client to /signin. */
async function expectRelogin(headers: Record<string, string | undefined>, as: TestMember | null = member) {
  const answer = await ask(headers, as);
  expect([answer.status, answer.text]).toEqual([401, 'Please re-login.']);
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
}

describe('the gateway answers at the main domain, its own name, and the addresses of workspaces', () => {
  const at = (host: string, method: 'GET' | 'OPTIONS', url: string, origin?: string) =>
    gateway.app.inject({ method, url, headers: { host, ...(origin ? { origin } : {}) } });
  const slugOf = (slug: string) => `${slug}.${gateway.config.mainDomain}`;

  test('an address that no workspace has is 421, whatever is asked there', async () => {
    for (const host of [slugOf('nobody'), slugOf('www'), slugOf('a.b'), 'stint.evil.example', 'localhost']) {
      for (const path of ['AppRole', 'openapi.json', 'reference']) {
        const answer = await at(host, 'GET', `/api/${path}`);
        expect([host, path, answer.statusCode]).toEqual([host, path, 421]);
      }
      expect((await at(host, 'OPTIONS', '/api/AppRole', `http://${host}`)).statusCode).toBe(421);
    }
    for (const host of [gateway.config.mainDomain, `api.${gateway.config.mainDomain}`, slugOf('abroad')]) {
      expect((await at(host, 'GET', '/api/openapi.json')).statusCode).toBe(200);
    }
  });

  test('a page at an address that no workspace has may not call', async () => {
    const { mainDomain } = gateway.config;
    const known = await at(mainDomain, 'OPTIONS', '/api/AppRole', `http://${slugOf('acme')}`);
    expect(known.headers['access-control-allow-origin']).toBe(`http://${slugOf('acme')}`);
    const unknown = await at(mainDomain, 'OPTIONS', '/api/AppRole', `http://${slugOf('nobody')}`);
    expect([unknown.statusCode, unknown.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  test('a workspace answers from its first moment, also where somebody asked before', async () => {
    const host = slugOf('just-made');
    expect((await at(host, 'GET', '/api/openapi.json')).statusCode).toBe(421);
    await gateway.addWorkspace({ slug: 'just-made' });
    expect((await at(host, 'GET', '/api/openapi.json')).statusCode).toBe(200);
  });
});

describe('security 6: what is no access token of ours answers 401 Please re-login.', () => {
  test('a right one is let in', async () => {
    const { status, body } = await ask();
    expect([status, body[0]]).toEqual([200, { id: 1, name: 'owner', rank: 4 }]);
  });

  test('none, an empty one, nonsense, a first-factor token', async () => {
    const host = { host: `acme.${gateway.config.mainDomain}` };
    await expectRelogin(host, null);
    for (const authorization of [
      'Bearer ',
      'Bearer nonsense',
      'Bearer a.b.c',
      `Bearer latchkey_test_first_factor_${'a'.repeat(32)}`,
    ]) {
      await expectRelogin({ authorization });
    }
  });

  test.each([
    ['expired', { exp: Math.floor(Date.now() / 1000) - 40 }],
    ['from another issuer', { iss: 'https://evil.example/v0/' }],
    ['for another audience', { aud: 'zzzzzzzz' }],
    ['with another subject than its user', { sub: '0190a000-0000-7000-8000-00000000dead' }],
    ['with another sid than its session', { sid: '0190a000-0000-7000-8000-00000000dead' }],
    ['of the other mode', { mode: 'live' }],
    ['without an end', { exp: undefined }],
  ])('one %s', async (_name, claims) => {
    await expectRelogin(await withClaims(claims));
  });

  test('an id or refresh token, another key, another algorithm, an unknown kid', async () => {
    const right = await withClaims({});
    const payload = JSON.parse(
      Buffer.from(String(right.authorization).split('.')[1] ?? '', 'base64url').toString(),
    );
    for (const header of [{ typ: 'JWT' }, { typ: 'rt+jwt' }, { kid: newId() }]) {
      await expectRelogin({
        ...right,
        authorization: `Bearer ${await gateway.provider.sign(payload, header)}`,
      });
    }
    const stranger = await generateKeyPair('ES256');
    const forged = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
      .sign(stranger.privateKey);
    await expectRelogin({ ...right, authorization: `Bearer ${forged}` });
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;
    await expectRelogin({ ...right, authorization: `Bearer ${none}` });
    const hmac = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(new TextEncoder().encode('x'.repeat(32)));
    await expectRelogin({ ...right, authorization: `Bearer ${hmac}` });
  });

  test('security 6: an ended session and a raised version act within 5 s, in every process', async () => {
    const peer = await gateway.startPeer();
    const person = await gateway.addMember(workspace);
    const headers = await gateway.headersOf(person);
    const onPeer = async () =>
      toAnswer(await peer.app.inject({ method: 'GET', url: `/api/${path}`, headers }));
    expect([(await ask(headers)).status, (await onPeer()).status]).toEqual([200, 200]);
    gateway.provider.endSession(String(headers.sessionid));
    gateway.clock.move(5001);
    await expectRelogin(headers);
    expect((await onPeer()).text).toBe('Please re-login.');

    const demoted = await gateway.addMember(workspace, { role: 'admin' });
    const before = await gateway.headersOf(demoted);
    expect((await ask(before)).status).toBe(200);
    gateway.provider.raiseVersion(demoted.userUuid, 2);
    gateway.clock.move(5001);
    await expectRelogin(before);
    expect((await ask(await gateway.headersOf(demoted, { authz_version: 2 }))).status).toBe(200);
    await peer.close();
  });

  test.each([
    ['is down', { status: 500 }],
    ['is somebody else', { status: 421 }],
    ['is not there', { status: 404 }],
    ['refuses us', { status: 401 }],
    ['gives nonsense', { status: 200, body: 'nonsense' }],
    ['gives no keys', { status: 200, body: { keys: 'none' } }],
  ])(
    'a provider that %s when asked for its keys is an outage: 503 with Retry-After, not 401',
    async (_name, answer) => {
      const peer = await gateway.startPeer();
      gateway.provider.failWith = { path: /jwks/, ...answer };
      const refused = toAnswer(
        await peer.app.inject({ url: `/api/${path}`, headers: await gateway.headersOf(member) }),
      );
      gateway.provider.failWith = null;
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
      await peer.close();
    },
  );

  test('without news from the provider for 5 s the answer is 503, not a guess', async () => {
    expect((await ask()).status).toBe(200);
    gateway.provider.failWith = { path: /changes/, status: 500 };
    gateway.clock.move(5001);
    const answer = await ask();
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true]);
    gateway.provider.failWith = null;
    expect((await ask()).status).toBe(200);
  });
});

describe('TenantID, SessionID, RegionCode and host agree with the token, else 401 as JSON', () => {
  test.each([
    ['another TenantID', { tenantid: 'zzzzzzzz' }],
    ['no TenantID', { tenantid: undefined }],
    ['another SessionID', { sessionid: '0190a000-0000-7000-8000-00000000dead' }],
    ['no SessionID', { sessionid: undefined }],
    ['another RegionCode', { regioncode: 'eu' }],
    ['an unknown RegionCode', { regioncode: 'xx' }],
    ['no RegionCode', { regioncode: undefined }],
    ["another workspace's host", { host: 'other.stint.localhost:3000' }],
    ['the main domain', { host: 'stint.localhost:3000' }],
  ])('%s', async (_name, headers) => {
    const answer = await ask(headers);
    expect([answer.status, answer.body?.errors[0].code]).toEqual([401, 'scope_mismatch']);
  });

  test('the gateway has a name of its own, other hosts are not ours', async () => {
    expect((await ask({ host: 'api.stint.localhost:3000' })).status).toBe(200);
    for (const host of ['evil.example', 'a.b.stint.localhost:3000', 'stint.localhost:3001']) {
      expect((await ask({ host })).status).toBe(421);
    }
  });

  test('a token of one workspace says nothing in another, nor one of another region', async () => {
    const foreign = await gateway.headersOf(other.owner);
    const mine = await gateway.headersOf(member);
    expect((await ask({ ...foreign, host: mine.host })).status).toBe(401);
    expect((await ask({ ...foreign, host: mine.host, tenantid: mine.tenantid })).status).toBe(401);
    const far = await gateway.headersOf(abroad.owner);
    expect((await ask({ ...far, regioncode: 'us' })).status).toBe(401);
    expect((await ask(far)).status).toBe(200);
  });

  test('somebody who signed in but is not in the workspace, or is archived, is refused', async () => {
    const stranger = { ...member, userUuid: newId() };
    expect((await ask({}, stranger)).status).toBe(403);
    const gone = await gateway.addMember(workspace);
    expect(
      (await gateway.call('DELETE', `TeamMember/${gone.teamMemberID}`, { as: workspace.owner })).status,
    ).toBe(200);
    expect((await ask({}, gone)).status).toBe(403);
    expect(gateway.provider.roleWrites.at(-1)).toEqual({
      path: `tenants/${workspace.publicId}/users/${gone.userUuid}/roles`,
      roles: [],
    });
  });
});

describe('roles, which the provider decides, and the copy of them', () => {
  test('a role that the provider changed counts from the next token, and the copy follows', async () => {
    const person = await gateway.addMember(workspace);
    const promoted = { ...person, role: 'admin' as const };
    expect((await gateway.call('GET', 'Audit', { as: promoted })).status).toBe(200);
    const row = await gateway
      .owner(workspace)
      .one<{ role: string }>(
        sql`select role from app.team_member where tenant_id = ${workspace.tenantId} and id = ${person.teamMemberID}`,
      );
    expect(row.role).toBe('admin');
  });

  test('a role changed here goes to the provider first; its refusal undoes the change', async () => {
    const person = await gateway.addMember(workspace);
    const change = (role: string, version: number) =>
      gateway.call('PUT', `TeamMember/${person.teamMemberID}`, {
        as: workspace.owner,
        body: { role, version },
      });
    expect((await change('editor', 1)).body).toMatchObject({ role: 'editor', version: 2 });
    expect(gateway.provider.roleWrites.at(-1)?.roles).toEqual(['editor']);
    gateway.provider.failWith = {
      path: /roles$/,
      status: 409,
      body: { message: 'x', error: { type: 'last_owner' } },
    };
    expect((await change('admin', 2)).body.errors[0].code).toBe('last_owner');
    gateway.provider.failWith = null;
    expect(
      (await gateway.call('GET', `TeamMember/${person.teamMemberID}`, { as: workspace.owner })).body.role,
    ).toBe('editor');
  });

  test('nobody gives a role above the own one, and the last owner stays, also when two go at once', async () => {
    const place = await gateway.addWorkspace();
    const admin = await gateway.addMember(place, { role: 'admin' });
    const person = await gateway.addMember(place);
    const raise = await gateway.call('PUT', `TeamMember/${person.teamMemberID}`, {
      as: admin,
      body: { role: 'owner', version: 1 },
    });
    expect(raise.status).toBe(403);
    const second = await gateway.addMember(place, { role: 'owner' });
    const leave = (who: TestMember) =>
      gateway.call('DELETE', `TeamMember/${who.teamMemberID}`, { as: place.owner });
    const answers = await Promise.all([leave(place.owner), leave(second)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const { count } = await gateway
      .owner(place)
      .one<{ count: number }>(
        sql`select count(*) as count from app.team_member where tenant_id = ${place.tenantId} and role = 'owner' and status = 'active'`,
      );
    expect(count).toBe(1);
  });
});

describe('what holds for every call', () => {
  test('security 7: headers of answers and refusals, and nothing from other sites', async () => {
    for (const answer of [await ask(), await ask({ tenantid: 'zzzzzzzz' })]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
    expect((await ask({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).status).toBe(403);
    const allowed = await ask({ origin: 'http://acme.stint.localhost:3000' });
    expect(allowed.headers['access-control-allow-origin']).toBe('http://acme.stint.localhost:3000');
    expect(
      (await ask({ origin: 'http://acme.stint.localhost.evil.example' })).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined();
  });

  test('a session has 100 at once, then 429 with Retry-After; another session is untouched', async () => {
    const busy = await gateway.addMember(workspace);
    const headers = await gateway.headersOf(busy);
    await gateway.clock.hold(async () => {
      const answers = await Promise.all(Array.from({ length: 130 }, () => ask(headers)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
      const refused = await ask(headers);
      expect([refused.status, Number(refused.headers['retry-after']) >= 1]).toEqual([429, true]);
    });
    expect((await ask()).status).toBe(200);
  });

  test('402: an inactive workspace is read, not written', async () => {
    const place = await gateway.addWorkspace();
    const past = new Date(gateway.clock.now().getTime() - 1000);
    await gateway
      .owner(place)
      .run(sql`update app.subscription set trial_ends_at = ${past} where tenant_id = ${place.tenantId}`);
    expect(
      (await gateway.call('GET', 'Subscription/GetSubscriptionActiveStatus', { as: place.owner })).body,
    ).toEqual({ isActive: false });
    const refused = await gateway.call('POST', 'Clients', { as: place.owner, body: { clientName: 'A' } });
    expect([refused.status, refused.body.errors[0].code]).toEqual([402, 'subscription_inactive']);
    expect(
      (await gateway.call('POST', 'Projects/SearchAllProjects', { as: place.owner, body: {} })).status,
    ).toBe(200);
  });

  test('an archived workspace answers 410', async () => {
    const place = await gateway.addWorkspace();
    await gateway
      .owner(place)
      .run(sql`update app.tenant set status = 'archived' where tenant_id = ${place.tenantId}`);
    expect((await gateway.call('GET', 'Clients', { as: place.owner })).status).toBe(410);
  });
});

describe('start-up calls', () => {
  test('region code, subscription, e-mail confirmed', async () => {
    const without = await gateway.headersOf(abroad.owner);
    expect(
      (
        await gateway.call('GET', 'RegionMaster/GetRegionCode', {
          headers: { ...without, regioncode: undefined },
        })
      ).body,
    ).toEqual({ regionCode: 'eu' });
    const confirmed = await gateway.call('GET', `General/IsEmailConfirm/${member.userUuid}`, { as: member });
    expect(confirmed.body.item2).toBe(true);
    expect(
      (await gateway.call('GET', `General/IsEmailConfirm/${other.owner.userUuid}`, { as: member })).status,
    ).toBe(404);
  });
});

describe('personal tokens', () => {
  test('act for their person where their scopes allow, end when they are revoked, and make no other token', async () => {
    const made = await gateway.call('POST', 'Tokens', {
      as: member,
      body: { name: 'Script', scopes: ['read'] },
    });
    expect(made.status).toBe(201);
    const host = { host: `acme.${gateway.config.mainDomain}` };
    const with_ = (headers: Record<string, string> = {}) => ({
      ...host,
      authorization: `Bearer ${made.body.token}`,
      ...headers,
    });
    expect((await gateway.call('GET', 'Clients', { headers: with_() })).status).toBe(200);
    expect((await gateway.call('POST', 'TimeSheet', { headers: with_(), body: {} })).status).toBe(403);
    expect((await gateway.call('GET', 'Tokens', { headers: with_() })).status).toBe(403);
    expect((await gateway.call('GET', 'Clients', { headers: with_({ tenantid: 'zzzzzzzz' }) })).status).toBe(
      401,
    );
    expect(
      (await gateway.call('GET', 'Clients', { headers: with_({ host: 'other.stint.localhost:3000' }) }))
        .status,
    ).toBe(401);
    const wrong = made.body.token.replace(
      /(.)(.{9})$/,
      (_: string, sign: string, rest: string) => `${sign === 'A' ? 'B' : 'A'}${rest}`,
    );
    await expectRelogin({ ...host, authorization: `Bearer ${wrong}` }, null);
    const listed = await gateway.call('GET', 'Tokens', { as: member });
    expect(listed.text).not.toContain(made.body.token.slice(-64));
    await gateway.call('DELETE', `Tokens/${made.body.tokenID}`, { as: member });
    await expectRelogin({ ...host, authorization: `Bearer ${made.body.token}` }, null);
  });

  test('end by themselves, and need a recent proof of who makes them', async () => {
    const made = await gateway.call('POST', 'Tokens', {
      as: member,
      body: { name: 'Short', scopes: ['read'], expiresInDays: 1 },
    });
    gateway.clock.move(24 * 60 * 60_000 + 1);
    await expectRelogin(
      { host: `acme.${gateway.config.mainDomain}`, authorization: `Bearer ${made.body.token}` },
      null,
    );
    const seconds = Math.floor(gateway.clock.now().getTime() / 1000);
    const stale = await gateway.headersOf(member, { auth_time: seconds - 700 });
    const refused = await gateway.call('POST', 'Tokens', {
      headers: stale,
      body: { name: 'Late', scopes: ['read'] },
    });
    expect(refused.body.errors[0].code).toBe('step_up_required');
  });
});
