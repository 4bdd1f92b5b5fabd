import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  claimsOf,
  goodPassword,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { isCommonPassword } from '../../mechanisms/passwords/common-passwords.ts';

let auth: AuthHarness;
const minute = 60_000;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());
beforeEach(() => auth.clock.advance(24 * 60 * minute));

let counter = 0;
const newEmail = () => `p${++counter}-${Date.now()}@example.com`;
const create = (body: object, address = randomAddress()) =>
  auth.call(`POST /tenants/${auth.rootId}/auth/create`, { body, address });
const basic = (
  emailOrUsername: string,
  password: string,
  options: { address?: string; headers?: Record<string, string> } = {},
) =>
  auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
    body: { emailOrUsername, password },
    address: randomAddress(),
    ...options,
  });

describe('protocol 7.2: sign up with a password', () => {
  test('signs in at once, mails a proof, and redirects to the after-signup path', async () => {
    const email = newEmail();
    const answer = await create({
      email,
      password: goodPassword,
      name: 'Ada',
      username: 'ada.l',
      data: { plan: 'x' },
    });
    expect(answer.body).toMatchObject({
      message: 'OK',
      redirectTo: '/continue-signup',
      email,
      name: 'Ada',
      username: 'ada.l',
      data: { plan: 'x' },
      isEmailConfirmed: false,
      isMfaRequired: false,
      isNewUser: true,
      mode: 'test',
      tenant: { tenantId: auth.rootId },
    });
    expect(answer.body.tokens.access.cookieOptions).toMatchObject({
      secure: false,
      sameSite: 'Lax',
      expires: 7,
      path: '/',
    });
    expect(answer.body.tokens.refresh.cookieOptions.sameSite).toBe('Strict');
    const [mail] = await auth.outbox(email);
    expect(mail?.subject).toBe('Confirm your email address for Stint');
    expect(mail?.html).toContain('<html lang="en">');
    expect(mail?.text).toContain(mail?.link);
  });

  test('`noSignupEmail` keeps the mail back', async () => {
    const email = newEmail();
    await create({ email, password: goodPassword, options: { noSignupEmail: true } });
    expect(await auth.outbox(email)).toEqual([]);
  });

  test('a known address or username is refused by name (17)', async () => {
    const ada = await auth.signUp();
    expect((await create({ email: ada.email.toUpperCase(), password: goodPassword })).body.message).toBe(
      'Email exists',
    );
    await create({ email: newEmail(), password: goodPassword, username: 'taken' });
    expect(
      (await create({ email: newEmail(), password: goodPassword, username: 'Taken' })).body.message,
    ).toBe('Username exists');
  });

  test('the tenant id in the body takes the short path', async () => {
    const body = { tenantId: auth.rootId, email: newEmail(), password: goodPassword };
    expect((await auth.call('POST /auth/create', { body, address: randomAddress() })).status).toBe(200);
    const { tenantId: _, ...without } = body;
    expect((await auth.call('POST /auth/create', { body: without, address: randomAddress() })).status).toBe(
      400,
    );
  });

  test.each([
    ['a short one', 'abc123'],
    ['letters alone', 'abcdefghijk'],
    ['digits alone', '123456789'],
    ['257 characters', `${'a1'.repeat(128)}x`],
    ['a common one', 'password123'],
    ['the local part of the address', 'somebody-4711-x'],
  ])('security 1: %s is refused with the reason', async (_name, password) => {
    const answer = await create({ email: 'somebody-4711@example.com', password });
    expect([answer.status, answer.body.error.type]).toEqual([400, 'password_refused']);
    expect(answer.body.errors[0]).toMatchObject({ field: 'password' });
  });

  test('security 1: the list has 100,000 common passwords and more', () => {
    const list = gunzipSync(
      readFileSync(join(import.meta.dirname, '../../mechanisms/passwords/common-passwords.txt.gz')),
    );
    const passwords = new Set(list.toString('utf8').split('\n').filter(Boolean));
    expect(passwords.size).toBeGreaterThanOrEqual(100_000);
    expect([...passwords].every(isCommonPassword)).toBe(true);
    expect(isCommonPassword('password1')).toBe(true);
    expect(isCommonPassword('correct horse battery 9')).toBe(false);
  });

  test.each(['test', 'dev', 'password'])(
    'the weak password %s works in the test world (2)',
    async (password) => {
      expect((await create({ email: newEmail(), password })).status).toBe(200);
    },
  );

  test('security 1: case and blanks count, and the same letters composed otherwise are the same password', async () => {
    const email = newEmail();
    await create({ email, password: ' Café-Zürich 2026 ' });
    expect((await basic(email, ' Cafe\u0301-Zu\u0308rich 2026 ')).status).toBe(200);
    expect((await basic(email, 'Café-Zürich 2026')).status).toBe(400);
    expect((await basic(email, ' café-zürich 2026 ')).status).toBe(400);
  });

  test('security 1: the stored hash is Argon2id with the pepper outside of the database', async () => {
    const ada = await auth.signUp();
    const row = await auth.db.owner.one<{ hash: string }>(
      sql`select password_hash as hash from auth.credential where user_id = ${ada.userUuid}`,
    );
    expect(row.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('security 2: the 11th sign-up of an address within an hour waits', async () => {
    const address = randomAddress();
    const statuses = [];
    for (let turn = 0; turn < 11; turn++)
      statuses.push((await create({ email: newEmail(), password: goodPassword }, address)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('protocol 7.3: sign in with a password', () => {
  test('by email or username, in any letter case', async () => {
    const email = newEmail();
    await create({ email, password: goodPassword, username: `user${counter}` });
    for (const name of [email, email.toUpperCase(), `user${counter}`, `USER${counter}`]) {
      const answer = await basic(name, goodPassword);
      expect(answer.body).toMatchObject({ message: 'OK', redirectTo: '/', email });
    }
  });

  test.each([
    ['an empty password', { emailOrUsername: 'a@example.com', password: '' }],
    ['no password', { emailOrUsername: 'a@example.com' }],
    ['no name', { password: goodPassword }],
    ['a name that cannot be one', { emailOrUsername: '@@@', password: goodPassword }],
  ])('%s answers as a wrong password', async (_name, body) => {
    const answer = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body,
      address: randomAddress(),
    });
    expect(answer.body).toMatchObject({
      statusCode: 400,
      message: 'Incorrect email or password',
      error: { type: 'bad_request_error' },
    });
  });

  test('security 3: unknown, wrong, locked, without a password and disabled answer alike but for the request id', async () => {
    const wrong = await auth.signUp();
    const locked = await auth.signUp();
    await auth.call(`PUT /users/${locked.userId}`, { bearer: auth.adminKey, body: { locked: true } });
    const passwordless = newEmail();
    await auth.call('POST /users', { bearer: auth.adminKey, body: { email: passwordless } });
    const cases = [
      ['nobody@example.com', goodPassword],
      [wrong.email, 'wrong password 1'],
      [locked.email, goodPassword],
      [passwordless, goodPassword],
    ];
    const answers: Awaited<ReturnType<typeof basic>>[] = [];
    // One after the other: a full hash queue would answer 503 for reasons of its own.
    for (const [email = '', password = ''] of cases) answers.push(await basic(email, password));
    const shown = answers.map(({ status, body, headers }) => {
      const { requestId: _, ...rest } = body;
      const { 'x-request-id': __, date: ___, ...others } = headers;
      return JSON.stringify({ status, rest, others });
    });
    expect(new Set(shown).size).toBe(1);
  });

  test('security 3: one statement before the hash and one after it, the same for every account that may not enter', async () => {
    const [ada, locked] = [await auth.signUp(), await auth.signUp()];
    const lock = { bearer: auth.adminKey, body: { locked: true } };
    expect((await auth.call(`PUT /users/${locked.userId}`, lock)).status).toBe(200);
    const bare = newEmail();
    await auth.call('POST /users', { bearer: auth.adminKey, body: { email: bare } });
    const statements = (emailOrUsername: string, password: string) =>
      statementsOf(auth.db.database, () =>
        auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
          body: { emailOrUsername, password, options: { noResetEmail: true } },
          address: randomAddress(),
        }),
      );
    const wrong = await statements(ada.email, 'wrong password 1');
    expect(wrong).toHaveLength(2);
    for (const [email, password] of [
      ['nobody@example.com', 'wrong password 1'],
      [bare, 'wrong password 1'],
      [locked.email, goodPassword],
    ] as const) {
      expect([email, await statements(email, password)]).toEqual([email, wrong]);
    }
    const right = await statements(ada.email, goodPassword);
    expect([right.length, right[0]]).toEqual([2, wrong[0]]);
  });

  test('an account without a password gets a reset link, unless noResetEmail is sent', async () => {
    const email = newEmail();
    await auth.call('POST /users', { bearer: auth.adminKey, body: { email } });
    const path = `POST /tenants/${auth.rootId}/auth/basic`;
    await auth.call(path, {
      body: { emailOrUsername: email, password: 'x', options: { noResetEmail: true } },
      address: randomAddress(),
    });
    expect(await auth.outbox(email)).toEqual([]);
    await auth.call(path, { body: { emailOrUsername: email, password: 'x' }, address: randomAddress() });
    await expect
      .poll(async () => (await auth.outbox(email)).map((mail) => mail.subject))
      .toEqual(['Reset your Stint password']);
  });
});

describe('security 2: password limits, exact', () => {
  test.each([
    ['a known account', true],
    ['an unknown one', false],
  ])('%s: 10 failures, then waits of 1, 2, 4, 8 and 15 minutes', async (_name, isKnown) => {
    const email = isKnown ? (await auth.signUp()).email : newEmail();
    const statuses = [];
    for (let turn = 0; turn < 12; turn++) statuses.push((await basic(email, 'wrong password 1')).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    for (const wait of [1, 2, 4, 8, 15, 15]) {
      auth.clock.advance(wait * minute - 1000);
      const early = await basic(email, 'wrong password 1');
      expect([wait, early.status, early.headers['retry-after']]).toEqual([wait, 429, '1']);
      auth.clock.advance(1000);
      expect([wait, (await basic(email, 'wrong password 1')).status]).toEqual([wait, 400]);
    }
  });

  test('in parallel no more tries get through than one after the other', async () => {
    const { email } = await auth.signUp();
    const answers = await Promise.all(Array.from({ length: 30 }, () => basic(email, 'wrong password 1')));
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
  });

  test('a right password starts the count anew', async () => {
    const { email } = await auth.signUp();
    for (let turn = 0; turn < 9; turn++) await basic(email, 'wrong password 1');
    expect((await basic(email, goodPassword)).status).toBe(200);
    for (let turn = 0; turn < 9; turn++) expect((await basic(email, 'wrong password 1')).status).toBe(400);
    expect((await basic(email, goodPassword)).status).toBe(200);
  });

  test('strangers cannot lock out a device that signed in before', async () => {
    const { email } = await auth.signUp();
    const device = { cookie: `__Host-sb=${'d'.repeat(43)}`, 'sec-fetch-site': 'same-origin' };
    expect((await basic(email, goodPassword, { headers: device })).status).toBe(200);
    for (let turn = 0; turn < 11; turn++) await basic(email, 'wrong password 1');
    expect((await basic(email, goodPassword)).status).toBe(429);
    expect((await basic(email, goodPassword, { headers: device })).status).toBe(200);
  });

  test('50 failures of one address, or 20 names, close it for every account', async () => {
    const address = randomAddress();
    const statuses = [];
    for (let turn = 0; turn < 21; turn++)
      statuses.push((await basic(newEmail(), 'wrong password 1', { address })).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
    const other = randomAddress();
    const names = await Promise.all(Array.from({ length: 10 }, () => auth.signUp()));
    let passed = 0;
    for (let turn = 0; turn < 60; turn++) {
      if ((await basic(names[turn % 10]?.email ?? '', 'wrong password 1', { address: other })).status === 400)
        passed++;
    }
    expect(passed).toBe(50);
  });

  test('100 failures in a row disable the password until a reset', async () => {
    const { email } = await auth.signUp();
    for (let turn = 0; turn < 100; turn++) {
      expect((await basic(email, 'wrong password 1')).status).toBe(400);
      auth.clock.advance(16 * minute);
    }
    auth.clock.advance(24 * 60 * minute);
    const refused = await basic(email, goodPassword);
    expect(refused.body).toMatchObject({ statusCode: 400, message: 'Incorrect email or password' });
    const sent = await auth.call(`POST /tenants/${auth.rootId}/auth/reset/link`, { body: { email } });
    const link = new URL(sent.body.result.link);
    const credentials = { uuid: link.searchParams.get('uuid'), token: link.searchParams.get('token') };
    await auth.call(`PUT /tenants/${auth.rootId}/auth/reset`, {
      body: { ...credentials, password: 'another fine one 7' },
    });
    expect((await basic(email, 'another fine one 7')).status).toBe(200);
  });
});

describe('protocol 7.5: change the own password', () => {
  const change = (bearer: string, body: object) =>
    auth.call(`PUT /tenants/${auth.rootId}/auth/basic`, { bearer, body });

  test('needs the current one; then other sessions and open links die and a notice is mailed (security 1)', async () => {
    const ada = await auth.signUp();
    const other = withTokens((await basic(ada.email, goodPassword)).body);
    const link = await auth.call(`POST /tenants/${auth.rootId}/auth/link`, { body: { email: ada.email } });
    expect((await change(ada.accessToken, { password: 'another fine one 7' })).body.message).toBe(
      'Incorrect password',
    );
    expect(
      (await change(ada.accessToken, { password: 'another fine one 7', existingPassword: 'wrong one 77' }))
        .status,
    ).toBe(400);
    const done = await change(ada.accessToken, {
      password: 'another fine one 7',
      existingPassword: goodPassword,
    });
    expect(done.body).toEqual({ message: 'OK' });
    expect((await auth.call('GET /self', { bearer: other.accessToken })).status).toBe(401);
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).status).toBe(200);
    const old = new URL(link.body.result.link);
    const body = { uuid: old.searchParams.get('uuid'), token: old.searchParams.get('token') };
    expect((await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, { body })).body.message).toBe(
      'Invalid token',
    );
    expect((await auth.outbox(ada.email))[0]?.subject).toBe('Your password was changed');
    expect((await basic(ada.email, 'another fine one 7')).status).toBe(200);
  });

  test('signed out it is refused', async () => {
    expect(
      (
        await auth.call(`PUT /tenants/${auth.rootId}/auth/basic`, {
          body: { password: 'another fine one 7' },
        })
      ).status,
    ).toBe(401);
  });
});

describe('protocol 7: step-up', () => {
  test('a call that needs it tells the factors; a password with the access token freshens the same session', async () => {
    const ada = await auth.signUp();
    auth.clock.advance(9 * minute);
    const fresh = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
    auth.clock.advance(2 * minute);
    const change = (bearer: string) => auth.call('PUT /self/email', { bearer, body: { email: newEmail() } });
    const refused = await change(fresh.accessToken);
    expect(refused.body).toMatchObject({
      statusCode: 403,
      error: { type: 'step_up_required' },
      authentication: {
        secondFactors: [{ channel: 'email', strategy: 'password', isConfiguredByUser: true }],
      },
    });
    const stepped = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      bearer: fresh.accessToken,
      body: { emailOrUsername: ada.email, password: goodPassword },
    });
    expect(stepped.body.sessionId).toBe(ada.sessionId);
    expect(claimsOf(withTokens(stepped.body).accessToken).gen).toBe(2);
    expect((await change(withTokens(stepped.body).accessToken)).status).toBe(200);
  });
});

describe('sign-up that waits for the address', () => {
  test('security 3: answers alike for known and new addresses; the owner of a known one hears of it', async () => {
    const slow = await startAuth();
    await slow.call(`PUT /tenants/${slow.rootId}`, {
      bearer: slow.adminKey,
      body: { signupConfirmation: 'email' },
    });
    const send = (email: string) =>
      slow.call(`POST /tenants/${slow.rootId}/auth/create`, {
        body: { email, password: goodPassword },
        address: randomAddress(),
      });
    const first = await send('new@example.com');
    slow.clock.advance(minute);
    const second = await send('new@example.com');
    expect(first.body).toEqual({ ...second.body });
    expect(first.body.tokens).toBeUndefined();
    const mails = (await slow.outbox('new@example.com')).map((mail) => mail.subject);
    expect(mails).toEqual(['You already have an account', 'Welcome to Stint']);
    await slow.close();
  });
});
