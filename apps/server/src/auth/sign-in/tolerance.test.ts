import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthHarness, goodPassword, startAuth } from '../../testing/auth-harness.ts';
import { codeOf, createPeople, expectShape, newEmail } from '../../testing/wire.ts';

/** What real clients send and a server has to tolerate (protocol 14), row by row. */
let auth: AuthHarness;
let people: ReturnType<typeof createPeople>;

beforeAll(async () => {
  auth = await startAuth();
  people = createPeople(auth);
  const firstFactors = ['password', 'link', 'verificationCode'].map((strategy) => ({
    channel: 'email',
    strategy,
  }));
  const secondFactors = [{ channel: 'authenticator', strategy: 'totp' }];
  const body = { authentication: { firstFactors, secondFactors, isMfaRequired: false } };
  await auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body });
});
afterAll(() => auth.close());
beforeEach(() => auth.clock.advance(5 * 60_000));

const call = (route: string, body?: object, bearer?: string) =>
  people.at(route.replace(' ~', ` /tenants/${auth.rootId}`), body, bearer);

/** A first-factor token that has been used up. */
async function spentToken(): Promise<string> {
  const ada = await people.withTotp();
  const token = await people.firstFactorOf(ada.email);
  expectShape('5.1', await call('POST ~/auth/totp', { totpCode: codeOf(auth, ada.totpSecret) }, token));
  return token;
}

describe('protocol 14: a server tolerates', () => {
  test('protocol 14.1: a spent first-factor token on create, basic, migrate, link and code; not where it is all there is', async () => {
    const spent = await spentToken();
    const email = newEmail();
    expectShape('5.1', await call('POST ~/auth/create', { email, password: goodPassword }, spent));
    const login = { emailOrUsername: email, password: goodPassword };
    expectShape('5.1', await call('POST ~/auth/basic', login, spent));
    expectShape('5.1', await call('POST ~/auth/password/migrate', login, spent));
    expectShape('5.4', await call('POST ~/auth/code', { channel: 'email', email: newEmail() }, spent));
    expectShape('5.1', await call('PUT ~/auth/link', await people.link(), spent));
    expect((await call('GET /auth/totp', undefined, spent)).status).toBe(401);
    expect((await call('POST ~/auth/totp', { totpCode: '123456' }, spent)).status).toBe(401);
  });

  test.each(['Bearer undefined', 'Bearer null', 'Bearer ', 'Bearer'])(
    'protocol 14.2: `Authorization: %s` counts as none',
    async (authorization) => {
      const headers = { authorization };
      for (const route of ['GET /self', 'GET /auth/refresh', 'GET /auth/totp']) {
        expect((await auth.call(route, { headers })).status).toBe(401);
      }
      const body = { email: newEmail(), password: goodPassword };
      expectShape('5.1', await auth.call(`POST /tenants/${auth.rootId}/auth/create`, { body, headers }));
    },
  );

  test('protocol 14.3: an empty linkType, an empty password and missing codes', async () => {
    expectShape('5.1', await call('PUT ~/auth/link', { ...(await people.link()), linkType: '' }));
    const link = await people.resetLink();
    expectShape('error', await call('PUT ~/auth/reset', { ...link, password: '' }));
    expectShape('5.1', await call('PUT ~/auth/reset', { ...link, password: 'a fine one 1234' }));
    const ada = await people.withTotp();
    const token = await people.firstFactorOf(ada.email);
    expectShape('error', await call('POST ~/auth/totp', {}, token));
    expectShape('error', await call('PUT ~/auth/code', { channel: 'email', email: ada.email }));
    expectShape('5.1', await call('POST ~/auth/totp', { totpCode: codeOf(auth, ada.totpSecret) }, token));
  });

  test('protocol 14.4: options.noResetEmail, and options that nobody knows', async () => {
    const ada = await auth.signUp(newEmail());
    const options = { noResetEmail: true, somethingNew: { deep: 1 } };
    const login = { emailOrUsername: ada.email, password: goodPassword, options };
    expectShape('5.1', await call('POST ~/auth/basic', login));
    expectShape('5.4', await call('POST ~/auth/link', { email: newEmail(), options }));
  });

  test('protocol 14.5: the mode asked again and again', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('GET ~/mode')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  test('protocol 14.6: link credentials presented twice: the second time a clean 400', async () => {
    const link = await people.link();
    const answers = await Promise.all([call('PUT ~/auth/link', link), call('PUT ~/auth/link', link)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const late = await call('PUT ~/auth/link', link);
    expectShape('error', late);
    expect(late.body.message).toBe('Invalid token');
  });

  test('protocol 14.7: a uuid with a fragment after it', async () => {
    const { uuid, token } = await people.link();
    expectShape('5.1', await call('PUT ~/auth/link', { uuid: `${uuid}#section`, token }));
  });

  test('protocol 14.8: an expired access token on logout', async () => {
    const { accessToken, refreshToken } = await auth.signUp(newEmail());
    auth.clock.advance(20 * 60_000);
    expectShape('message', await call('GET /auth/logout', undefined, accessToken));
    expect((await call('GET /auth/refresh', undefined, refreshToken)).status).toBe(401);
  });

  test.each<Record<string, string>>([
    { 'x-latchkey-source': 'something-unknown@9' },
    { 'x-another-vendor-source': 'core' },
    { 'x-application-id': 'https://app.example', 'x-origin': 'http://localhost:8080' },
    {},
  ])('protocol 14.9: source marker %j', async (headers) => {
    const body = { email: newEmail(), password: goodPassword };
    expectShape('5.1', await auth.call(`POST /tenants/${auth.rootId}/auth/create`, { body, headers }));
  });
});
