import { describe, expect, test } from 'vitest';
import {
  type AuthHarness,
  claimsOf,
  goodPassword,
  randomAddress,
  withTokens,
} from '../../../testing/auth-harness.ts';
import { openAuth } from '../../../testing/open-auth.ts';
import { statementsOf } from '../../../testing/statements.ts';

const minute = 60_000;

const auth = openAuth(24 * 60 * minute);

let counter = 0;
const newEmail = () => `p${++counter}-${Date.now()}@example.com`;
const create = (body: object, address = randomAddress()) =>
  auth.call(`POST /tenants/${auth.rootId}/auth/create`, { body, address });

describe('protocol 7.3: sign in with a password', () => {
  test('by email or username, in any letter case', async () => {
    const email = newEmail();
    await create({ email, password: goodPassword, username: `user${counter}` });
    for (const name of [email, email.toUpperCase(), `user${counter}`, `USER${counter}`]) {
      const answer = await auth.signIn(name, goodPassword);
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
    const answers: Awaited<ReturnType<AuthHarness['signIn']>>[] = [];
    // One after the other: a full hash queue would answer 503 for reasons of its own.
    for (const [email = '', password = ''] of cases) answers.push(await auth.signIn(email, password));
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
    const { tenantId } = await auth.makeWorkspace(ada, `closed-${++counter}`);
    const statements = (emailOrUsername: string, password: string, at: string = auth.rootId) =>
      statementsOf(auth.db.database, () =>
        auth.call(`POST /tenants/${at}/auth/basic`, {
          body: { emailOrUsername, password, options: { noResetEmail: true } },
          address: randomAddress(),
        }),
      );
    // The first call after the workspace was made reads the tenant, and is not counted.
    for (const at of [auth.rootId, tenantId]) await statements(ada.email, goodPassword, at);
    const wrong = await statements(ada.email, 'wrong password 1');
    expect(wrong).toHaveLength(2);
    for (const [email, password] of [
      ['nobody@example.com', 'wrong password 1'],
      [bare, 'wrong password 1'],
      [locked.email, goodPassword],
    ] as const) {
      expect([email, await statements(email, password)]).toEqual([email, wrong]);
    }
    const stranger = await auth.signUp();
    const wrongThere = await statements(ada.email, 'wrong password 1', tenantId);
    expect(wrongThere).toHaveLength(2);
    expect(await statements(stranger.email, goodPassword, tenantId)).toEqual(wrongThere);
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

describe('protocol 7.5: change the own password', () => {
  const change = (bearer: string, body: object) =>
    auth.call(`PUT /tenants/${auth.rootId}/auth/basic`, { bearer, body });

  test('needs the current one; then other sessions and open links die and a notice is mailed (security 1)', async () => {
    const ada = await auth.signUp();
    const other = withTokens((await auth.signIn(ada.email, goodPassword)).body);
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
    expect((await auth.signIn(ada.email, 'another fine one 7')).status).toBe(200);
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
