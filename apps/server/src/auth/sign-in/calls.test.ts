import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { type AuthHarness, goodPassword, startAuth } from '../../testing/auth-harness.ts';
import { codeOf, createPeople, expectShape, newEmail, newPhone, pair } from '../../testing/wire.ts';

/** Every row of the table of protocol 7, as a client makes the call: its columns FF and PKCE, and its answer. */
let auth: AuthHarness;
let people: ReturnType<typeof createPeople>;
const older = createServer((_request, response) => void response.end('{"name":"From the older system"}'));

beforeAll(async () => {
  auth = await startAuth();
  people = createPeople(auth);
  await new Promise<void>((resolve) => older.listen(0, '127.0.0.1', resolve));
  const migrateUrl = `http://127.0.0.1:${(older.address() as AddressInfo).port}/login`;
  const password = { channel: 'email', strategy: 'password' };
  const others = ['link', 'verificationCode'].map((strategy) => ({ channel: 'email', strategy }));
  const totp = { channel: 'authenticator', strategy: 'totp' };
  const sms = { channel: 'sms', strategy: 'verificationCode' };
  const authentication = {
    firstFactors: [password, ...others],
    secondFactors: [totp, sms],
    isMfaRequired: false,
  };
  const settings = { authentication, migrateUrl, pkceLoginRedirectUri: 'my-app:/login' };
  const answer = await auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body: settings });
  if (answer.status !== 200) throw new Error(answer.text);
});
afterAll(async () => {
  await auth.close();
  older.close();
});
beforeEach(() => auth.clock.advance(5 * 60_000));

type Row = {
  row: string;
  call: string;
  short?: string;
  /** The body, after whatever has to happen before. */
  body: () => Promise<object> | object;
};

const signOns: Row[] = [
  {
    row: '7.2',
    call: 'POST /auth/create',
    short: 'POST /auth/create',
    body: () => ({ email: newEmail(), password: goodPassword, name: 'Ada', data: { a: 1 } }),
  },
  {
    row: '7.3',
    call: 'POST /auth/basic',
    short: 'POST /auth/basic',
    body: async () => {
      const { email } = await auth.signUp(newEmail());
      return { emailOrUsername: email, password: goodPassword, options: { noResetEmail: true } };
    },
  },
  {
    row: '7.4',
    call: 'POST /auth/password/migrate',
    short: 'POST /auth/password/migrate',
    body: () => ({ emailOrUsername: newEmail(), password: 'the old password 1' }),
  },
  {
    row: '7.7',
    call: 'PUT /auth/link',
    short: 'PUT /auth/link',
    body: async () => ({ ...(await people.link()), linkType: '' }),
  },
  { row: '7.11', call: 'PUT /auth/code', short: 'PUT /auth/code', body: () => people.code() },
];

const withFactor: Row = {
  row: '7.13',
  call: 'POST /auth/totp',
  short: 'POST /auth/totp',
  body: async () => {
    const { email, totpSecret } = await people.withTotp();
    return { totpCode: codeOf(auth, totpSecret), bearer: await people.firstFactorOf(email) };
  },
};

const inTenant = (call: string) => call.replace(' ', ` /tenants/${auth.rootId}`);

async function run(call: string, { bearer, ...body }: Record<string, unknown>) {
  return people.at(call, body, bearer as string | undefined);
}

describe('protocol 7: calls that sign somebody in', () => {
  test.each([...signOns, withFactor])('contract $row: $call answers 5.1', async ({ call, body }) => {
    expectShape('5.1', await run(inTenant(call), (await body()) as Record<string, unknown>));
  });

  test.each([...signOns, withFactor])('contract $row: $short with the tenant in the body', async (row) => {
    const body = { tenantId: auth.rootId, ...((await row.body()) as Record<string, unknown>) };
    expectShape('5.1', await run(row.short ?? '', body));
  });

  test.each([...signOns, withFactor])('contract $row, column PKCE: $call answers 5.3', async (row) => {
    const { codeChallenge, codeVerifier } = pair();
    const call = `${inTenant(row.call)}?code_challenge=${codeChallenge}`;
    const answer = await run(call, (await row.body()) as Record<string, unknown>);
    expectShape('5.3', answer);
    const exchange = { authorizationCode: answer.body.authorizationCode, codeVerifier };
    expectShape('5.1', await people.at(inTenant('POST /auth/pkce'), exchange));
  });

  test.each(signOns)(
    'contract $row, column FF: an unknown first-factor token counts as none (14.1)',
    async (row) => {
      const body = { ...((await row.body()) as Record<string, unknown>), bearer: 'lk_test_first_factor_0' };
      expectShape('5.1', await run(inTenant(row.call), body));
    },
  );

  test('protocol 7.10 and 7.11, columns FF and PKCE: a texted code as second factor', async () => {
    const { userUuid, email } = await auth.signUp(newEmail());
    await auth.db.owner.run(sql`update auth.user_account set is_mfa_required = true where id = ${userUuid}`);
    const bearer = await people.firstFactorOf(email);
    const number = { channel: 'sms', phoneNumber: newPhone() };
    const sent = await people.at(inTenant('POST /auth/code'), number, bearer);
    expectShape('5.4', sent);
    const { codeChallenge } = pair();
    const { verificationCode } = sent.body.result;
    const use = `${inTenant('PUT /auth/code')}?code_challenge=${codeChallenge}`;
    expectShape('5.3', await people.at(use, { ...number, verificationCode }, bearer));
  });

  test('protocol 7.9: PUT /auth/reset answers 5.1, or 5.2 where a second factor is enrolled', async () => {
    const reset = { ...(await people.resetLink()), password: 'a new password 12' };
    expectShape('5.1', await people.at(inTenant('PUT /auth/reset'), reset));
    const { email } = await people.withTotp();
    const asked = await people.at(inTenant('POST /auth/reset/link'), { email });
    const { searchParams } = new URL(asked.body.result.link);
    const again = {
      uuid: searchParams.get('uuid'),
      token: searchParams.get('token'),
      password: 'a new password 12',
    };
    expectShape('5.2', await people.at('PUT /auth/reset', { tenantId: auth.rootId, ...again }));
  });
});

describe('protocol 7: calls that send something', () => {
  const sends = [
    { row: '7.6', call: 'POST /auth/link', body: () => ({ email: newEmail(), name: 'Ada' }) },
    { row: '7.8', call: 'POST /auth/reset/link', body: () => ({ email: newEmail() }) },
    { row: '7.10', call: 'POST /auth/code', body: () => ({ channel: 'email', email: newEmail() }) },
  ];

  test.each(sends)('contract $row: $call answers 5.4, by the short path too', async ({ call, body }) => {
    expectShape('5.4', await people.at(inTenant(call), body()));
    expectShape('5.4', await people.at(call, { tenantId: auth.rootId, ...body() }));
  });
});

describe('protocol 7: the other calls', () => {
  test('protocol 7.1: GET /tenants/{t}/mode needs no session and answers mode and flow', async () => {
    const { status, body } = await people.at(inTenant('GET /mode'));
    expect([status, body.mode]).toEqual([200, 'test']);
    expect(body.authentication.firstFactors[0]).toEqual({ channel: 'email', strategy: 'password' });
    expect(body.authentication.secondFactors[0]).toEqual({ channel: 'authenticator', strategy: 'totp' });
    // 14.5: each mounted form asks again.
    const again = await Promise.all(Array.from({ length: 5 }, () => people.at(inTenant('GET /mode'))));
    expect(again.map((answer) => answer.text)).toEqual(Array(5).fill(JSON.stringify(body)));
  });

  test('protocol 7.5: PUT /auth/basic answers a message and no tokens', async () => {
    const { accessToken } = await auth.signUp(newEmail());
    const body = { password: 'another fine one 7', existingPassword: goodPassword };
    const answer = await people.at(inTenant('PUT /auth/basic'), body, accessToken);
    expect(answer.body).toEqual({ message: 'OK' });
  });

  test('protocol 7.12: GET /auth/totp with an access token, and with a first-factor token', async () => {
    const data = {
      totpSecret: expect.any(String),
      qrCode: expect.stringMatching(/^data:image\/png;base64,/),
    };
    const { accessToken } = await auth.signUp(newEmail());
    expect((await people.at('GET /auth/totp', undefined, accessToken)).body).toMatchObject(data);
    const { email } = await people.withTotp();
    const token = await people.firstFactorOf(email);
    // A stolen password must not reveal the secret.
    expectShape('error', await people.at('GET /auth/totp', undefined, token));
  });

  test('protocol 7.13: a backup code, and an identifier beside the first-factor token', async () => {
    const { email, backupCodes } = await people.withTotp();
    const bearer = await people.firstFactorOf(email);
    const body = { backupCode: backupCodes[0], emailOrUsername: 'somebody-else@contract.example' };
    const answer = await people.at(inTenant('POST /auth/totp'), body, bearer);
    expectShape('5.1', answer);
    expect(answer.body.email).toBe(email);
    expectShape('error', await people.at(inTenant('POST /auth/totp'), {}, bearer));
  });

  test('protocol 7.14: GET /auth/refresh answers exactly 200 with tokens', async () => {
    const { refreshToken } = await auth.signUp(newEmail());
    const { status, body } = await people.at('GET /auth/refresh', undefined, refreshToken);
    expect(status).toBe(200);
    expect(Object.keys(body.tokens).sort()).toEqual(['access', 'id', 'refresh']);
  });

  test('protocol 7.15: GET /auth/logout answers message and redirectTo', async () => {
    const { accessToken } = await auth.signUp(newEmail());
    const { body } = await people.at('GET /auth/logout', undefined, accessToken);
    expect(body).toEqual({ message: 'OK', redirectTo: '/signin' });
  });

  test('protocol 7.16: GET and PUT /self', async () => {
    const { accessToken } = await auth.signUp(newEmail());
    const changed = await people.at('PUT /self', { name: 'Ada', username: `ada${Date.now()}` }, accessToken);
    expect(changed.status).toBe(200);
    const { body } = await people.at('GET /self', undefined, accessToken);
    expect(body).toMatchObject({ name: 'Ada', tenant: { loginRedirectPath: '/' } });
  });

  test('protocol 7.17: GET /auth/saml/idp/token, POST /auth/verify/email and /auth/verify/phone', async () => {
    const { accessToken } = await auth.signUp(newEmail());
    const handle = await people.at('GET /auth/saml/idp/token', undefined, accessToken);
    expect(handle.body).toEqual({ token: expect.any(String) });
    auth.clock.advance(60_000);
    expectShape('5.4', await people.at('POST /auth/verify/email', {}, accessToken));
    const phoneNumber = '+17025550142';
    expectShape('5.4', await people.at('POST /auth/verify/phone', { phoneNumber }, accessToken));
  });
});
