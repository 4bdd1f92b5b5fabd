import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import {
  type AuthHarness,
  claimsOf,
  goodPassword,
  startAuth,
  withTokens,
} from '../../testing/auth-harness.ts';
import { codeOf, createPeople, expectShape, newEmail, pair } from '../../testing/wire.ts';

/** The flows of protocol 8, call after call as a client that already speaks it makes them. Browsers: e2e/. */
let auth: AuthHarness;
let people: ReturnType<typeof createPeople>;

beforeAll(async () => {
  auth = await startAuth();
  people = createPeople(auth);
  const email = ['password', 'link', 'verificationCode'].map((strategy) => ({ channel: 'email', strategy }));
  const authenticator = { channel: 'authenticator', strategy: 'totp' };
  const text = { channel: 'sms', strategy: 'verificationCode' };
  const authentication = { firstFactors: email, secondFactors: [authenticator, text], isMfaRequired: false };
  const body = { authentication, pkceLoginRedirectUri: 'my-app:/login' };
  const answer = await auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body });
  if (answer.status !== 200) throw new Error(answer.text);
});
afterAll(() => auth.close());
beforeEach(() => auth.clock.advance(5 * 60_000));

const call = (route: string, body?: object, bearer?: string) =>
  people.at(route.replace(' ~', ` /tenants/${auth.rootId}`), body, bearer);

const linkOf = (answer: { body: { result?: { link?: string } } }) => {
  const { searchParams } = new URL(answer.body.result?.link ?? '');
  return {
    token: searchParams.get('token'),
    uuid: searchParams.get('uuid'),
    linkType: searchParams.get('type'),
  };
};

describe('protocol 8: flows', () => {
  test('protocol 8.1: page load: signed out the mode is asked; with a session the refresh; with a link the link', async () => {
    expect((await call('GET ~/mode')).status).toBe(200);
    const ada = await auth.signUp(newEmail());
    expect((await call('GET /auth/refresh', undefined, ada.refreshToken)).body.tokens).toBeTruthy();
    const link = linkOf(await call('POST ~/auth/link', { email: newEmail() }));
    expectShape('5.1', await call('PUT ~/auth/link', link, ada.accessToken));
  });

  test('protocol 8.2: sign up and log in with a password', async () => {
    const email = newEmail();
    expectShape('5.1', await call('POST ~/auth/create', { email, password: goodPassword }));
    const login = { emailOrUsername: email, password: goodPassword, options: { noResetEmail: true } };
    expectShape('5.1', await call('POST ~/auth/basic', login));
  });

  test('protocol 8.3: a mailed link; a failed one while signed in leaves the session as it was', async () => {
    const email = newEmail();
    const link = linkOf(await call('POST ~/auth/link', { email }));
    const entered = withTokens((await call('PUT ~/auth/link', link)).body);
    expectShape('error', await call('PUT ~/auth/link', link, entered.accessToken));
    expect((await call('GET /auth/refresh', undefined, entered.refreshToken)).status).toBe(200);
  });

  test('protocol 8.4 and 8.5: a reset link sets a password; without a link the current one is asked', async () => {
    const ada = await auth.signUp(newEmail());
    const { linkType: _, ...link } = linkOf(await call('POST ~/auth/reset/link', { email: ada.email }));
    const reset = await call('PUT ~/auth/reset', { ...link, password: 'set by the link 1' });
    expectShape('5.1', reset);
    const own = withTokens(reset.body).accessToken;
    expectShape(
      'error',
      await call('PUT ~/auth/basic', { password: 'set by hand 22', existingPassword: 'wrong 1234' }, own),
    );
    const right = { password: 'set by hand 22', existingPassword: 'set by the link 1' };
    expectShape('message', await call('PUT ~/auth/basic', right, own));
  });

  test('protocol 8.6: only the Authorization header ties the second factor to the first; text message', async () => {
    await call('PUT ~', undefined, auth.adminKey);
    const ada = await people.withTotp();
    const asked = await call('POST ~/auth/basic', { emailOrUsername: ada.email, password: goodPassword });
    expectShape('5.2', asked);
    expect(asked.body.authentication.secondFactors).toContainEqual(
      expect.objectContaining({
        strategy: 'totp',
        channel: 'authenticator',
        isConfiguredByUser: true,
        isPreferredByUser: true,
      }),
    );
    const totpCode = codeOf(auth, ada.totpSecret);
    expectShape('error', await call('POST ~/auth/totp', { totpCode }));
    expectShape('5.1', await call('POST ~/auth/totp', { totpCode }, asked.body.firstFactorToken));
  });

  test('protocol 8.8 and 8.9: an authenticator is set up in a sign-in that asks for it, and while signed in', async () => {
    const ada = await auth.signUp(newEmail());
    await auth.db.owner.run(
      sql`update auth.user_account set is_mfa_required = true where id = ${ada.userUuid}`,
    );
    const asked = await call('POST ~/auth/basic', { emailOrUsername: ada.email, password: goodPassword });
    expectShape('5.2', asked);
    const token = asked.body.firstFactorToken;
    const { totpSecret, backupCodes } = (await call('GET /auth/totp', undefined, token)).body;
    expect(backupCodes).toHaveLength(10);
    const entered = await call('POST ~/auth/totp', { totpCode: codeOf(auth, totpSecret) }, token);
    expectShape('5.1', entered);
    const { accessToken } = withTokens(entered.body);
    expect(claimsOf(entered.body.tokens.id.value).isMfaRequired).toBe(true);
    expect((await call('GET /self', undefined, accessToken)).body.tenant.loginRedirectPath).toBe('/');
    expect((await people.withTotp()).totpSecret).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('protocol 8.7: the return of a provider is a link login, so a second factor can follow it', async () => {
    const ada = await people.withTotp();
    const { body } = await auth.call('POST /auth/link/generate', {
      bearer: auth.adminKey,
      body: { email: ada.email, options: { type: 'login' } },
    });
    await auth.db.owner.run(sql`update auth.link set kind = 'sso', data = '{"factor": {"channel": "email", "strategy": "custom"}}'
      where id = ${body.uuid}`);
    const asked = await call('PUT ~/auth/link', { uuid: body.uuid, token: body.token, linkType: 'sso' });
    expectShape('5.2', asked);
    expect(asked.body.authentication.firstFactor).toEqual({ channel: 'email', strategy: 'custom' });
    const totpCode = codeOf(auth, ada.totpSecret);
    expectShape('5.1', await call('POST ~/auth/totp', { totpCode }, asked.body.firstFactorToken));
  });

  test('protocol 8.10: session check: the access token while it lives, then the refresh token, then nothing', async () => {
    const ada = await auth.signUp(newEmail());
    expect((await call('GET /self', undefined, ada.accessToken)).status).toBe(200);
    auth.clock.advance(11 * 60_000);
    expect((await call('GET /self', undefined, ada.accessToken)).status).toBe(401);
    expect((await call('GET /auth/refresh', undefined, ada.refreshToken)).status).toBe(200);
    auth.clock.advance(8 * 24 * 60 * 60_000);
    expect((await call('GET /auth/refresh', undefined, ada.refreshToken)).status).toBe(401);
  });

  test('protocol 8.11: PKCE: a challenge on the call, a code for the absolute address, tokens for the verifier', async () => {
    const ada = await auth.signUp(newEmail());
    const { codeChallenge, codeVerifier } = pair();
    const login = { emailOrUsername: ada.email, password: goodPassword };
    const answer = await call(`POST ~/auth/basic?code_challenge=${codeChallenge}`, login);
    expectShape('5.3', answer);
    const { authorizationCode } = answer.body;
    expectShape(
      'error',
      await call('POST ~/auth/pkce', { authorizationCode, codeVerifier: pair().codeVerifier }),
    );
    const fresh = await call(`POST ~/auth/basic?code_challenge=${codeChallenge}`, login);
    expectShape(
      '5.1',
      await call('POST ~/auth/pkce', { authorizationCode: fresh.body.authorizationCode, codeVerifier }),
    );
  });

  const kinds = [
    ['login', '/signin'],
    ['welcome', '/signin'],
    ['verify', '/signin'],
    ['reset', '/reset'],
  ];
  test.each(kinds)(
    'protocol 8.12: a %s link leads to %s, with its parameters first and no fragment',
    async (type, path) => {
      const ada = await auth.signUp(newEmail());
      const body = { email: ada.email, options: { type, duration: '1 hour', redirect: '/time' } };
      const made = await auth.call('POST /auth/link/generate', { bearer: auth.adminKey, body });
      const link = new URL(made.body.link);
      expect([link.pathname, link.hash, [...link.searchParams.keys()]]).toEqual([
        path,
        '',
        ['token', 'uuid', 'type', 'redirect'],
      ]);
      const { token, uuid } = made.body;
      const use = type === 'reset' ? 'PUT ~/auth/reset' : 'PUT ~/auth/link';
      const other = type === 'reset' ? 'PUT ~/auth/link' : 'PUT ~/auth/reset';
      const password = { password: 'by the link 123' };
      expectShape('error', await call(other, { token, uuid, ...(type === 'reset' ? {} : password) }));
      expectShape('5.1', await call(use, { token, uuid, ...(type === 'reset' ? password : {}) }));
    },
  );

  test('protocol 8.13: two mails to one person within 2 s: 429 with Retry-After and a message', async () => {
    const email = newEmail();
    expectShape('5.4', await call('POST ~/auth/link', { email }));
    const early = await call('POST ~/auth/link', { email });
    expectShape('error', early);
    expect([early.status, early.headers['retry-after']]).toEqual([429, '2']);
    auth.clock.advance(2000);
    expectShape('5.4', await call('POST ~/auth/link', { email }));
  });
});
