import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthHarness,
  claimsOf,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
const second = 1000;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const pair = () => {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
};

async function person(slug: string) {
  const ada = await auth.signUp();
  const house = await auth.makeWorkspace(ada, slug);
  const fresh = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
  return { ada, house, bearer: fresh.accessToken, refreshToken: fresh.refreshToken };
}

const ask = (tenantId: string, bearer: string, body: Json) =>
  auth.call(`POST /tenants/${tenantId}/auth/handover`, { bearer, body });
const exchange = (slug: string, body: Json) =>
  auth.call('POST /auth/handover', { origin: `http://${slug}.stint.localhost:3000`, body });

describe('protocol 17: hand-over', () => {
  test('opens a child session with the workspace’s tenant; ending one member of the family ends all', async () => {
    const { house, bearer, refreshToken } = await person('family-house');
    const { codeVerifier, codeChallenge } = pair();
    const made = await ask(house.tenantId, bearer, { codeChallenge });
    expect(made.body).toMatchObject({
      origin: 'http://family-house.stint.localhost:3000',
      expiresAt: new Date(auth.clock.now().getTime() + 30 * second).toISOString(),
    });
    const entered = await exchange('family-house', { code: made.body.code, codeVerifier });
    const inside = withTokens(entered.body);
    expect(claimsOf(inside.accessToken)).toMatchObject({
      aud: house.tenantId,
      tenantId: house.tenantId,
      authorization: { [house.tenantId]: { roles: ['owner'] } },
    });
    expect(inside.sessionId).not.toBe(claimsOf(bearer).sid);
    expect((await auth.call('GET /auth/refresh', { bearer: inside.refreshToken })).status).toBe(200);
    await auth.call('GET /auth/logout', { bearer: inside.accessToken });
    expect((await auth.call('GET /auth/refresh', { bearer: refreshToken })).status).toBe(401);
  });

  test('single use, 30 s, bound to verifier and host', async () => {
    const { house, bearer } = await person('bound-house');
    const other = await person('thief-house');
    const { codeVerifier, codeChallenge } = pair();
    const code = async () => (await ask(house.tenantId, bearer, { codeChallenge })).body.code as string;
    const invalid = async (answer: Promise<{ status: number; body: Json }>) =>
      expect((await answer).body).toMatchObject({ statusCode: 400, message: 'Invalid token' });
    await invalid(exchange('bound-house', { code: await code(), codeVerifier: pair().codeVerifier }));
    await invalid(exchange('thief-house', { code: await code(), codeVerifier }));
    const late = await code();
    auth.clock.advance(31 * second);
    await invalid(exchange('bound-house', { code: late, codeVerifier }));
    const once = await code();
    const answers = await Promise.all([
      exchange('bound-house', { code: once, codeVerifier }),
      exchange('bound-house', { code: once, codeVerifier }),
    ]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400]);
    const early = await code();
    await auth.call('GET /auth/logout', { bearer });
    await invalid(exchange('bound-house', { code: early, codeVerifier }));
    expect(other.house.tenantId).toBeTruthy();
  });

  test('foreign, missing and provisioning workspaces are the same 404; signed out is 401', async () => {
    const { bearer } = await person('mine-house');
    const { house } = await person('theirs-house');
    const { codeChallenge } = pair();
    expect((await ask(house.tenantId, bearer, { codeChallenge })).status).toBe(404);
    expect((await ask('zzzzzzzz', bearer, { codeChallenge })).status).toBe(404);
    expect(
      (await auth.call(`POST /tenants/${house.tenantId}/auth/handover`, { body: { codeChallenge } })).status,
    ).toBe(401);
    expect((await ask(house.tenantId, bearer, { codeChallenge: 'short' })).status).toBe(400);
    expect(
      (await ask(house.tenantId, bearer, { codeChallenge, origin: 'https://evil.example' })).status,
    ).toBe(404);
  });

  test('the workspace’s flow is enforced: a missing first or second factor is named', async () => {
    const { house, bearer } = await person('strict-house');
    const { codeChallenge } = pair();
    const flow = (authentication: Json) =>
      auth.call(`PUT /tenants/${house.tenantId}`, {
        bearer: auth.adminKey,
        origin: null,
        body: { authentication },
      });
    await flow({ isMfaRequired: true });
    const second_ = await ask(house.tenantId, bearer, { codeChallenge });
    expect(second_.body).toMatchObject({
      statusCode: 403,
      error: { type: 'factor_missing' },
      missing: 'secondFactor',
      authentication: { secondFactors: [{ strategy: 'totp', isConfiguredByUser: false }] },
    });
    await flow({ isMfaRequired: false, firstFactors: [{ channel: 'email', strategy: 'google' }] });
    const first = await ask(house.tenantId, bearer, { codeChallenge });
    expect(first.body).toMatchObject({
      missing: 'firstFactor',
      authentication: { firstFactors: [{ strategy: 'google' }] },
    });
  });
});

describe('protocol 5.3 and 8.11: PKCE', () => {
  test('answers a code instead of tokens; exchanged once with the verifier; S256 only', async () => {
    const ada = await auth.signUp();
    const { codeVerifier, codeChallenge } = pair();
    const basic = (challenge: string) =>
      auth.call(`POST /tenants/${auth.rootId}/auth/basic?code_challenge=${challenge}`, {
        body: { emailOrUsername: ada.email, password: goodPassword },
        address: randomAddress(),
      });
    expect((await basic(codeChallenge)).body.message).toBe('Missing PKCE redirect url');
    await auth.call(`PUT /tenants/${auth.rootId}`, {
      bearer: auth.adminKey,
      origin: null,
      body: { pkceLoginRedirectUri: 'my-app:/login' },
    });
    const answer = await basic(codeChallenge);
    expect(answer.body).toEqual({
      mode: 'test',
      message: 'PKCE required',
      authorizationCode: expect.any(String),
      redirectTo: 'my-app:/login',
    });
    expect((await basic('plain')).status).toBe(400);
    const path = `POST /tenants/${auth.rootId}/auth/pkce`;
    const { authorizationCode } = answer.body;
    expect(
      (await auth.call(path, { body: { authorizationCode, codeVerifier: pair().codeVerifier } })).body
        .message,
    ).toBe('Invalid token');
    const again = (await basic(codeChallenge)).body.authorizationCode;
    expect((await auth.call(path, { body: { authorizationCode: again, codeVerifier } })).body).toMatchObject({
      message: 'OK',
      userUuid: ada.userUuid,
    });
    expect((await auth.call(path, { body: { authorizationCode: again, codeVerifier } })).status).toBe(400);
    const late = (await basic(codeChallenge)).body.authorizationCode;
    auth.clock.advance(61 * second);
    expect((await auth.call(path, { body: { authorizationCode: late, codeVerifier } })).status).toBe(400);
  });
});
