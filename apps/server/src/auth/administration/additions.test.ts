import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  startAuth,
  withTokens,
} from '../../testing/auth-harness.ts';
import { createPeople, expectShape, newEmail, pair } from '../../testing/wire.ts';

/** Every row of the table of protocol 17 with the callers that it names; 9.1 and 9.2 where a browser goes. */
let auth: AuthHarness;
let people: ReturnType<typeof createPeople>;
let owner: Json & { accessToken: string };
let house: Json;

beforeAll(async () => {
  auth = await startAuth();
  people = createPeople(auth);
  owner = await auth.signUp(newEmail());
  house = await auth.makeWorkspace(owner, 'row-house');
});
afterAll(() => auth.close());
beforeEach(async () => {
  auth.clock.advance(5 * 60_000);
  const body = { emailOrUsername: owner.email, password: goodPassword };
  owner = withTokens((await people.at(people.tenant('POST', '/auth/basic'), body)).body) as typeof owner;
});

const own = (path = '') => `/tenants/${house.tenantId}${path}`;
const asOwner = (route: string, body?: object) => people.at(route, body, owner.accessToken);
const asKey = (route: string, body?: object) => people.at(route, body, auth.adminKey);

describe('protocol 17: our own additions', () => {
  test('protocol 17: PUT /tenants/{t}: flow and settings, by key and by the owner; unknown fields are 400', async () => {
    const password = { channel: 'email', strategy: 'password' };
    const authentication = { firstFactors: [password], secondFactors: [], isMfaRequired: false };
    for (const call of [asOwner, asKey]) {
      const answer = await call(`PUT ${own()}`, { authentication, loginRedirectPath: '/time' });
      expect(answer.body).toMatchObject({ authentication, loginRedirectPath: '/time' });
    }
    // A person asks of others what they have passed themselves; a key may ask for it at once.
    const stricter = { ...authentication, isMfaRequired: ['owner'] };
    expectShape('error', await asOwner(`PUT ${own()}`, { authentication: stricter }));
    const asked = await asKey(`PUT ${own()}`, { authentication: stricter });
    expect(asked.body).toMatchObject({ authentication: stricter });
    expectShape('error', await asOwner(`PUT ${own()}`, { somethingNew: 1 }));
    expectShape('error', await asOwner(`PUT ${own()}`, { allowedOrigins: ['https://evil.example'] }));
    await asKey(`PUT ${own()}`, { authentication });
  });

  test('protocol 17: PUT and DELETE /tenants/{t}/sso/{provider} answer provider, issuer and clientId, never the secret', async () => {
    const body = { clientId: 'id.apps.example', clientSecret: 'the secret of the client' };
    for (const call of [asOwner, asKey]) {
      const answer = await call(`PUT ${own('/sso/google')}`, body);
      expect(answer.body).toMatchObject({
        provider: 'google',
        issuer: 'https://accounts.google.com',
        clientId: body.clientId,
      });
      expect(answer.text).not.toContain(body.clientSecret);
      expectShape('message', await call(`DELETE ${own('/sso/google')}`));
    }
  });

  test('protocol 17: PUT and DELETE /tenants/{t}/saml/sp', async () => {
    const body = { entityId: 'https://wiki.example/saml', acsUrl: 'https://wiki.example/acs' };
    for (const call of [asOwner, asKey]) {
      expect((await call(`PUT ${own('/saml/sp')}`, body)).body).toMatchObject(body);
      expectShape('message', await call(`DELETE ${own('/saml/sp')}`));
    }
  });

  test('protocol 17: PUT, GET and DELETE /tenants/{t}/saml/idp', async () => {
    const sp = await asKey(`PUT ${own('/saml/sp')}`, { entityId: 'x:y', acsUrl: 'https://wiki.example/acs' });
    const body = {
      entityId: 'https://idp.example',
      ssoUrl: 'https://idp.example/sso',
      certificates: [sp.body.idpCertificate],
      domains: ['customer.example'],
    };
    for (const call of [asOwner, asKey]) {
      const put = await call(`PUT ${own('/saml/idp')}`, body);
      expect(put.body).toMatchObject({ entityId: body.entityId });
      expect((await call(`GET ${own('/saml/idp')}`)).body).toEqual(put.body);
      expectShape('message', await call(`DELETE ${own('/saml/idp')}`));
    }
  });

  test('protocol 17: tenantId in the body of POST /users, /users/find, /users/invite and /auth/link/generate', async () => {
    const { tenantId } = house;
    const made = await asKey('POST /users', { email: newEmail(), tenantId });
    expect(made.body.authorization).toEqual({ [tenantId]: expect.objectContaining({ roles: [] }) });
    const found = await asKey('POST /users/find', { tenantId });
    const uuids = (found.body.results as Json[]).map(({ userUuid }) => userUuid);
    expect(new Set(uuids)).toEqual(new Set([owner.userUuid, made.body.userUuid]));
    expect(uuids).toHaveLength(2);
    const invited = await asKey('POST /users/invite', {
      email: newEmail(),
      tenantId,
      options: { noInviteEmail: true },
    });
    expect(invited.status).toBe(200);
    const link = await asKey('POST /auth/link/generate', {
      email: made.body.email,
      tenantId,
      options: { type: 'login' },
    });
    expect(new URL(link.body.link).host).toBe('row-house.stint.localhost:3000');
  });

  test('protocol 17: POST /tenants/{t}/auth/handover with an access token, POST /auth/handover with none', async () => {
    const { codeChallenge, codeVerifier } = pair();
    const made = await asOwner(`POST ${own('/auth/handover')}`, { codeChallenge });
    expect(made.body).toMatchObject({ code: expect.any(String), expiresAt: expect.any(String) });
    const entered = await auth.call('POST /auth/handover', {
      origin: 'http://row-house.stint.localhost:3000',
      body: { code: made.body.code, codeVerifier },
    });
    expectShape('5.1', entered);
    expect((await people.at(`POST ${own('/auth/handover')}`, { codeChallenge })).status).toBe(401);
  });

  test('protocol 17: POST /tenants/{t}/auth/pkce takes S256 only', async () => {
    await asKey(`PUT /tenants/${auth.rootId}`, { pkceLoginRedirectUri: 'my-app:/login' });
    const { codeChallenge, codeVerifier } = pair();
    const login = { emailOrUsername: owner.email, password: goodPassword };
    const issue = async (challenge: string) =>
      (await people.at(`${people.tenant('POST', '/auth/basic')}?code_challenge=${challenge}`, login)).body
        .authorizationCode;
    const exchange = { authorizationCode: await issue(codeChallenge), codeVerifier };
    expectShape('5.1', await people.at(people.tenant('POST', '/auth/pkce'), exchange));
    // A plain challenge is the verifier itself.
    const plain = { authorizationCode: await issue(codeVerifier), codeVerifier };
    expectShape('error', await people.at(people.tenant('POST', '/auth/pkce'), plain));
  });

  test('protocol 17: GET /outbox?to= in test mode, by an admin key alone', async () => {
    const ada = await auth.signUp(newEmail());
    const route = `GET /outbox?to=${encodeURIComponent(ada.email)}`;
    const { body } = await asKey(route);
    expect(body.results[0]).toMatchObject({
      id: expect.any(String),
      channel: 'email',
      to: ada.email,
      subject: expect.any(String),
      text: expect.any(String),
      html: expect.stringContaining('<html'),
      link: expect.any(String),
      createdAt: expect.any(String),
    });
    expect((await people.at(route, undefined, ada.accessToken)).status).toBeGreaterThanOrEqual(401);
    expect((await people.at(route)).status).toBe(401);
  });

  test('protocol 17: GET /outbox has the newest 200, and says how many there are', async () => {
    const to = newEmail();
    for (let n = 1; n <= 201; n++)
      await asKey('POST /messages', {
        to,
        subject: `Mail ${n}`,
        paragraphs: ['.'],
        footnote: '.',
        language: 'en',
        sender: 'Us',
      });
    const { body } = await asKey(`GET /outbox?to=${encodeURIComponent(to)}`);
    expect([body.results.length, body.total]).toEqual([200, 201]);
  });

  test('protocol 17: GET /self/sessions and DELETE /self/sessions/{id}', async () => {
    const [session] = (await asOwner('GET /self/sessions')).body.results as Json[];
    expect(session).toMatchObject({
      sessionId: expect.any(String),
      device: expect.any(String),
      lastUsedAt: expect.any(String),
    });
    const others = (await asOwner('GET /self/sessions')).body.results.filter(
      (one: Json) => !one.isCurrent,
    ) as Json[];
    expectShape('message', await asOwner(`DELETE /self/sessions/${others[0]?.sessionId}`));
  });

  test('protocol 17: the rules below the table: Email exists, the gap of 2 s, no isMfaRequired in a sign-on', async () => {
    const email = newEmail();
    const create = { email, password: goodPassword };
    expectShape('5.1', await people.at(people.tenant('POST', '/auth/create'), create));
    const again = await people.at(people.tenant('POST', '/auth/create'), create);
    expect([again.status, again.body.message]).toEqual([400, 'Email exists']);
  });
});

describe('protocol 9: where a browser goes', () => {
  test('protocol 9.1: GET /auth/{provider}/login leads to the provider, and an unknown origin nowhere', async () => {
    const body = { clientId: 'id', clientSecret: 'secret' };
    await asKey(`PUT /tenants/${auth.rootId}/sso/github`, body);
    const firstFactors = ['password', 'github'].map((strategy) => ({ channel: 'email', strategy }));
    const authentication = { firstFactors, secondFactors: [], isMfaRequired: false };
    await asKey(`PUT /tenants/${auth.rootId}`, { authentication });
    const go = (origin: string) => {
      const query = new URLSearchParams({ origin, tenant_id: auth.rootId, redirect: '/time' });
      return auth.call(`GET /auth/github/login?${query}`, { origin: null });
    };
    const left = await go(auth.main);
    expect([302, 303]).toContain(left.status);
    expect(String(left.headers.location)).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/);
    expect((await go('https://evil.example')).status).toBeGreaterThanOrEqual(400);
  });

  test('protocol 9.2: GET /auth/saml/idp/login wants the handle of GET /auth/saml/idp/token', async () => {
    const { token } = (await asOwner('GET /auth/saml/idp/token')).body;
    const query = new URLSearchParams({ tenant_id: auth.rootId, token, uuid: owner.userUuid });
    // Without the request of a service provider there is nothing to answer: IdP-initiated sign-in is off.
    const answer = await auth.call(`GET /auth/saml/idp/login?${query}`, { origin: null });
    expect(answer.status).toBe(400);
  });
});
