import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { goodPassword, randomAddress, startAuth } from '../../../testing/auth-harness.ts';
import { openAuth } from '../../../testing/open-auth.ts';
import { isCommonPassword } from '../../mechanisms/passwords/common-passwords.ts';

const minute = 60_000;

const auth = openAuth(24 * 60 * minute);

let counter = 0;
const newEmail = () => `p${++counter}-${Date.now()}@example.com`;
const create = (body: object, address = randomAddress()) =>
  auth.call(`POST /tenants/${auth.rootId}/auth/create`, { body, address });

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
    expect((await auth.signIn(email, ' Cafe\u0301-Zu\u0308rich 2026 ')).status).toBe(200);
    expect((await auth.signIn(email, 'Café-Zürich 2026')).status).toBe(400);
    expect((await auth.signIn(email, ' café-zürich 2026 ')).status).toBe(400);
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
