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
