import { describe, expect, test } from 'vitest';
import { goodPassword, type Json, randomAddress, withTokens } from '../../../testing/auth-harness.ts';
import { authenticatorCode } from '../../../testing/authenticator.ts';
import { openAuth } from '../../../testing/open-auth.ts';
import { personWithAuthenticator } from '../../../testing/paired-authenticator.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

const auth = openAuth(2 * day);

const path = () => `POST /tenants/${auth.rootId}/auth/totp`;

const codeAt = (secret: string, offsetSteps = 0) =>
  authenticatorCode(secret, new Date(auth.clock.now().getTime() + offsetSteps * 30 * second));

describe('protocol 8.6: authenticator as second factor', () => {
  async function firstFactor(email: string) {
    const answer = await auth.signIn(email);
    expect(answer.body).toMatchObject({
      isMfaRequired: true,
      authentication: {
        secondFactors: [
          { channel: 'authenticator', strategy: 'totp', isConfiguredByUser: true, isPreferredByUser: true },
        ],
      },
    });
    return answer.body.firstFactorToken as string;
  }

  test('who set one up is asked for it; the token is worth one success; the answer is a sign-on', async () => {
    const { ada, secret } = await personWithAuthenticator(auth);
    const bearer = await firstFactor(ada.email);
    expect((await auth.call('GET /auth/totp', { bearer })).status).toBe(403);
    const body = { totpCode: codeAt(secret), emailOrUsername: ada.email };
    const done = await auth.call(path(), { bearer, body });
    expect(done.body).toMatchObject({ message: 'OK', redirectTo: '/', isMfaRequired: false });
    expect((await auth.call(path(), { bearer, body: { totpCode: codeAt(secret, 1) } })).status).toBe(401);
  });

  test('security 5: a code counts once, also in parallel and in the next step', async () => {
    const { ada, secret } = await personWithAuthenticator(auth);
    const totpCode = codeAt(secret);
    const tokens = [await firstFactor(ada.email), await firstFactor(ada.email), await firstFactor(ada.email)];
    const answers = await Promise.all(
      tokens.map((bearer) => auth.call(path(), { bearer, body: { totpCode } })),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400, 400]);
    auth.clock.advance(30 * second);
    const late = await auth.call(path(), { bearer: await firstFactor(ada.email), body: { totpCode } });
    expect(late.body.message).toBe('Invalid TOTP code');
  });

  test('security 2: five wrong codes in 15 minutes, then wait; 20 a day', async () => {
    const { ada, secret } = await personWithAuthenticator(auth);
    const bearer = await firstFactor(ada.email);
    const wrong = ['000001', '000002', '000003', '000004', '000005', '000006'].filter(
      (code) => code !== codeAt(secret),
    );
    const answers = await Promise.all(
      wrong.slice(0, 6).map((totpCode) => auth.call(path(), { bearer, body: { totpCode } })),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual(
      [400, 400, 400, 400, 400, 429].slice(6 - answers.length),
    );
    let counted = 5;
    for (let turn = 0; turn < 4; turn++) {
      auth.clock.advance(16 * minute);
      const again = await firstFactor(ada.email);
      for (const totpCode of wrong.slice(0, 5)) {
        if ((await auth.call(path(), { bearer: again, body: { totpCode } })).status === 400) counted++;
      }
    }
    expect(counted).toBe(20);
  });

  test('protocol 8.8: set up in the middle of a sign-in that asks for it', async () => {
    const ada = await auth.signUp();
    const house = await auth.makeWorkspace(ada, `mfa-house-${Date.now()}`);
    await auth.call(`PUT /tenants/${house.tenantId}`, {
      bearer: auth.adminKey,
      body: { authentication: { isMfaRequired: true } },
    });
    const first = await auth.call(`POST /tenants/${house.tenantId}/auth/basic`, {
      body: { emailOrUsername: ada.email, password: goodPassword },
      address: randomAddress(),
    });
    const bearer = first.body.firstFactorToken as string;
    expect(first.body.authentication.secondFactors).toMatchObject([
      { strategy: 'totp', isConfiguredByUser: false },
    ]);
    const data = await auth.call('GET /auth/totp', { bearer });
    const done = await auth.call(`POST /tenants/${house.tenantId}/auth/totp`, {
      bearer,
      body: { totpCode: codeAt(data.body.totpSecret) },
    });
    expect(done.body).toMatchObject({ message: 'OK', tenantId: house.tenantId, redirectTo: '/time' });
    expect((await auth.call('GET /self', { bearer: withTokens(done.body).accessToken })).body).toMatchObject({
      hasAuthenticator: true,
      backupCodesLeft: 10,
    });
  });

  test('security 5: a first-factor token is bound to the browser that got it, lives 10 minutes, and opens nothing else', async () => {
    const { ada, secret } = await personWithAuthenticator(auth);
    const cookie = `__Host-sb=${'f'.repeat(43)}`;
    const { body } = await auth.signIn(ada.email, goodPassword, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    const bearer = body.firstFactorToken as string;
    const use = (headers: Record<string, string>) =>
      auth.call(path(), { bearer, headers, body: { totpCode: codeAt(secret) } });
    for (const route of ['GET /self', 'GET /auth/refresh', 'GET /self/sessions', 'DELETE /self']) {
      expect([route, (await auth.call(route, { bearer })).status]).toEqual([route, 401]);
    }
    expect((await use({})).status).toBe(401);
    expect((await use({ cookie })).status).toBe(200);
    const late = await firstFactor(ada.email);
    auth.clock.advance(10 * minute);
    expect((await auth.call(path(), { bearer: late, body: { totpCode: codeAt(secret) } })).status).toBe(401);
  });

  test('14.1: a spent first-factor token on a first-factor call is ignored', async () => {
    const ada = await auth.signUp();
    const answer = await auth.signIn(ada.email, goodPassword, {
      bearer: `lk_test_first_factor_${'0'.repeat(64)}`,
    });
    expect(answer.body.message).toBe('OK');
  });

  test('security 4: a reset by link asks the second factor before any token is issued', async () => {
    const { ada, secret } = await personWithAuthenticator(auth);
    const sent = await auth.call(`POST /tenants/${auth.rootId}/auth/reset/link`, {
      body: { email: ada.email },
    });
    const link = new URL(sent.body.result.link).searchParams;
    const body = { uuid: link.get('uuid'), token: link.get('token'), password: 'another fine one 7' };
    const answer = await auth.call(`PUT /tenants/${auth.rootId}/auth/reset`, { body });
    expect(answer.body).toMatchObject({ message: 'MFA required' });
    expect(answer.body.tokens).toBeUndefined();
    const done = await auth.call(path(), {
      bearer: answer.body.firstFactorToken,
      body: { totpCode: codeAt(secret) },
    });
    expect(done.body.message).toBe('OK');
  });
});

describe('protocol 7.13: which body', () => {
  test.each([
    ['neither code', {}],
    ['both', { totpCode: '123456', backupCode: 'aaaaaa-aaaaaa' }],
    ['empty texts', { totpCode: '', backupCode: '' }],
  ])('%s: 400', async (_name, body) => {
    expect((await auth.call(path(), { body: { ...body, emailOrUsername: 'a@example.com' } })).status).toBe(
      400,
    );
  });
});

describe('security 2: the authenticator as sole first factor', () => {
  test('is off unless an admin key enables it; then five failures a day', async () => {
    const { ada, secret } = await personWithAuthenticator(auth);
    const signIn = (body: Json) =>
      auth.call(path(), { body: { emailOrUsername: ada.email, ...body }, address: randomAddress() });
    expect((await signIn({ totpCode: codeAt(secret) })).body.error.type).toBe('method_not_allowed_by_flow');
    const totp = { channel: 'authenticator', strategy: 'totp' };
    const flow = { firstFactors: [{ channel: 'email', strategy: 'password' }, totp], secondFactors: [] };
    const put = (body: Json) => auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body });
    expect((await put({ authentication: flow })).status).toBe(400);
    expect((await put({ isTotpFirstFactorEnabled: true, authentication: flow })).status).toBe(200);
    expect((await signIn({ totpCode: codeAt(secret) })).body.message).toBe('OK');
    auth.clock.advance(minute);
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await signIn({ totpCode: `00000${turn}` })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect(
      (await signIn({ userUuid: crypto.randomUUID(), emailOrUsername: undefined, totpCode: '123456' })).body
        .message,
    ).toBe('Invalid TOTP code');
  });

  test('20 accounts an hour per address, and 100 failures of a tenant close it for an hour', async () => {
    const totp = { channel: 'authenticator', strategy: 'totp' };
    const flow = { firstFactors: [{ channel: 'email', strategy: 'password' }, totp], secondFactors: [] };
    const body = { isTotpFirstFactorEnabled: true, authentication: flow };
    await auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body });
    let people = 0;
    const fail = async (address: string) => {
      const sent = { emailOrUsername: `alone-${++people}@example.com`, totpCode: '000000' };
      return (await auth.call(path(), { body: sent, address })).status;
    };
    const fromOne = randomAddress();
    const statuses = [];
    for (let turn = 0; turn < 21; turn++) statuses.push(await fail(fromOne));
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
    const spread = [];
    for (let turn = 0; turn < 81; turn++) spread.push(await fail(randomAddress()));
    expect(spread).toEqual([...Array(80).fill(400), 429]);
    auth.clock.advance(60 * minute);
    expect(await fail(randomAddress())).toBe(400);
  });
});
