import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { type AuthHarness, goodPassword, randomAddress, startAuth } from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
const minute = 60_000;
const emailCode = { channel: 'email', strategy: 'verificationCode' };
const smsCode = { channel: 'sms', strategy: 'verificationCode' };
const password = { channel: 'email', strategy: 'password' };

beforeAll(async () => {
  auth = await startAuth();
  await auth.call(`PUT /tenants/${auth.rootId}`, {
    bearer: auth.adminKey,
    body: { authentication: { firstFactors: [password, emailCode, smsCode] } },
  });
});
afterAll(() => auth.close());
beforeEach(() => auth.clock.advance(24 * 60 * minute));

let counter = 0;
const newEmail = () => `c${++counter}-${Date.now()}@example.com`;
const newPhone = () => `+1702555${String(1000 + ++counter)}`;
const send = (body: object, address = randomAddress()) =>
  auth.call(`POST /tenants/${auth.rootId}/auth/code`, { body, address });
const use = (body: object) =>
  auth.call(`PUT /tenants/${auth.rootId}/auth/code`, { body, address: randomAddress() });

describe('protocol 7.10 and 7.11: codes', () => {
  test('a mailed code signs a new person up and a known one in, and confirms the address', async () => {
    const email = newEmail();
    const sent = await send({ channel: 'email', email, name: 'Ada' });
    expect(sent.body).toMatchObject({
      message: 'OK',
      result: { channel: 'email', email, verificationCode: expect.stringMatching(/^\d{6}$/) },
    });
    const first = await use({ channel: 'email', email, verificationCode: sent.body.result.verificationCode });
    expect(first.body).toMatchObject({
      isEmailConfirmed: true,
      name: 'Ada',
      redirectTo: '/continue-signup',
      isNewUser: true,
    });
    auth.clock.advance(minute);
    const again = await send({ channel: 'email', email });
    const second = await use({
      channel: 'email',
      email,
      verificationCode: again.body.result.verificationCode,
    });
    expect(second.body).toMatchObject({ userUuid: first.body.userUuid, redirectTo: '/' });
  });

  test('a texted code likewise; `sms` is the default channel', async () => {
    const phoneNumber = newPhone();
    const sent = await send({ phoneNumber });
    const [text] = await auth.outbox(phoneNumber);
    expect(text?.text).toBe(
      `${sent.body.result.verificationCode} is your Stint verification code. It works for 10 minutes. Never tell it to anybody.`,
    );
    const answer = await use({ phoneNumber, verificationCode: sent.body.result.verificationCode });
    expect(answer.body).toMatchObject({ phoneNumber, isPhoneNumberConfirmed: true });
  });

  test('the POST with verificationCode is the same call', async () => {
    const email = newEmail();
    const { body } = await send({ channel: 'email', email });
    expect(
      (await send({ channel: 'email', email, verificationCode: body.result.verificationCode })).body.tokens,
    ).toBeTruthy();
  });

  test.each([
    [{ channel: 'pigeon', email: 'a@example.com' }, 'Invalid channel'],
    [{ channel: 'email', email: 'nonsense' }, 'Email format is invalid'],
    [{ channel: 'email' }, 'Email format is invalid'],
    [{ phoneNumber: '12345' }, 'Phone number must be in E.164 format.'],
    [{ phoneNumber: '+1234567890123456' }, 'Phone number must be in E.164 format.'],
  ])('%j: %s', async (body, message) => {
    expect((await send(body)).body).toMatchObject({ statusCode: 400, message });
  });

  test('security 4: newest only, 10 minutes, single use', async () => {
    const email = newEmail();
    const older = (await send({ channel: 'email', email })).body.result.verificationCode;
    auth.clock.advance(minute);
    const newer = (await send({ channel: 'email', email })).body.result.verificationCode;
    const try_ = async (verificationCode: string) =>
      (await use({ channel: 'email', email, verificationCode })).status;
    // One time in a million both are the same.
    expect(older === newer ? 400 : await try_(older)).toBe(400);
    expect(await try_(newer)).toBe(200);
    expect(await try_(newer)).toBe(400);
    auth.clock.advance(minute);
    const late = (await send({ channel: 'email', email })).body.result.verificationCode;
    auth.clock.advance(10 * minute);
    expect(await try_(late)).toBe(400);
  });

  test('security 2: five wrong tries kill a code, ten an hour stop the account, in parallel too', async () => {
    const email = newEmail();
    const right = (await send({ channel: 'email', email })).body.result.verificationCode as string;
    const wrong = right === '000000' ? '000001' : '000000';
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => use({ channel: 'email', email, verificationCode: wrong })),
    );
    expect(answers.map((answer) => answer.body.message)).toEqual(Array(5).fill('Invalid verificationCode'));
    expect((await use({ channel: 'email', email, verificationCode: right })).status).toBe(400);
    const more = [];
    for (let turn = 0; turn < 5; turn++)
      more.push((await use({ channel: 'email', email, verificationCode: wrong })).status);
    expect(more).toEqual([400, 400, 400, 400, 429]);
  });

  test('security 2: 3 texts an hour and 6 a day per number, 10 an hour per address', async () => {
    const phoneNumber = newPhone();
    const statuses = [];
    for (let turn = 0; turn < 4; turn++) {
      statuses.push((await send({ phoneNumber })).status);
      auth.clock.advance(minute);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const daily = [];
    for (let turn = 0; turn < 5; turn++) {
      auth.clock.advance(30 * minute);
      daily.push((await send({ phoneNumber })).status);
    }
    expect(daily.filter((status) => status === 200)).toHaveLength(3);
    const address = randomAddress();
    const many = [];
    for (let turn = 0; turn < 11; turn++)
      many.push((await send({ phoneNumber: newPhone() }, address)).status);
    expect(many).toEqual([...Array(10).fill(200), 429]);
  });

  test('security 2: texts go to the countries that the tenant lists', async () => {
    await auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body: { smsCountries: ['US'] } });
    expect((await send({ phoneNumber: '+4915112345678' })).status).toBe(400);
    expect((await send({ phoneNumber: newPhone() })).status).toBe(200);
    await auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body: { smsCountries: [] } });
  });

  test('security 4: a code is bound to its tenant and stored as a MAC', async () => {
    const email = newEmail();
    const code = (await send({ channel: 'email', email })).body.result.verificationCode as string;
    const ada = await auth.signUp();
    const other = await auth.call('POST /tenants', { bearer: ada.accessToken, body: { name: 'Open house' } });
    await auth.call(`PUT /tenants/${other.body.tenantId}`, {
      bearer: auth.adminKey,
      body: { authentication: { firstFactors: [emailCode] } },
    });
    const body = { channel: 'email', email, verificationCode: code };
    expect((await auth.call(`PUT /tenants/${other.body.tenantId}/auth/code`, { body })).status).toBe(400);
    const rows = await auth.db.owner.rows<{ text: string }>(
      sql`select row_to_json(c)::text as text from auth.code c`,
    );
    expect(rows.some(({ text }) => text.includes(`"${code}"`))).toBe(false);
    expect((await use(body)).status).toBe(200);
  });

  test('a method that the flow does not list is refused', async () => {
    const answer = await auth.call(`POST /tenants/${auth.rootId}/auth/link`, { body: { email: newEmail() } });
    expect(answer.body.error.type).toBe('method_not_allowed_by_flow');
  });
});

describe('protocol 8.6: a code as second factor', () => {
  test('password, then a code to a number enrolled on the way, as the token tells whose it is', async () => {
    const ada = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'sms-house');
    await auth.call(`PUT /tenants/${house.tenantId}`, {
      bearer: auth.adminKey,
      body: {
        authentication: { firstFactors: [password], secondFactors: [smsCode], isMfaRequired: ['owner'] },
      },
    });
    const basic = await auth.call(`POST /tenants/${house.tenantId}/auth/basic`, {
      body: { emailOrUsername: ada.email, password: goodPassword },
      address: randomAddress(),
    });
    expect(basic.body).toMatchObject({
      message: 'MFA required',
      isMfaRequired: true,
      authentication: {
        firstFactor: password,
        secondFactors: [{ ...smsCode, isConfiguredByUser: false, isPreferredByUser: false }],
      },
    });
    expect(basic.body.tokens).toBeUndefined();
    expect(basic.body.redirectTo).toBeUndefined();
    const bearer = basic.body.firstFactorToken as string;
    expect(bearer).toMatch(/^lk_test_first_factor_[0-9a-f]{64}$/);
    expect((await auth.call('GET /self', { bearer })).status).toBe(401);
    expect((await auth.call('GET /auth/refresh', { bearer })).status).toBe(401);
    const phoneNumber = newPhone();
    const path = `/tenants/${house.tenantId}/auth/code`;
    const sent = await auth.call(`POST ${path}`, { bearer, body: { channel: 'sms', phoneNumber } });
    const body = { channel: 'sms', phoneNumber, verificationCode: sent.body.result.verificationCode };
    const done = await auth.call(`PUT ${path}`, { bearer, body });
    expect(done.body).toMatchObject({
      message: 'OK',
      phoneNumber,
      isPhoneNumberConfirmed: true,
      redirectTo: '/time',
      isMfaRequired: false,
    });
    expect((await auth.call(`PUT ${path}`, { bearer, body })).status).toBe(400);
  });
});
