import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { goodPassword, type Json, randomAddress, withTokens } from '../../testing/auth-harness.ts';
import { openAuth } from '../../testing/open-auth.ts';
import { statementsOf } from '../../testing/statements.ts';
import { stepAt, totpCode } from '../methods/totp/totp.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const auth = openAuth(5 * minute);

let counter = 0;
const newEmail = () => `s${++counter}-${Date.now()}@example.com`;
const credentials = (link: string) => {
  const { searchParams } = new URL(link);
  return { uuid: searchParams.get('uuid'), token: searchParams.get('token') };
};
const follow = (link: string) =>
  auth.call(`PUT /tenants/${auth.rootId}/auth/link`, { body: credentials(link) });

describe('protocol 7.16: own record', () => {
  test('is one statement, and none for 5 s; then whether the session lives is asked again, too (security 6)', async () => {
    const ada = await auth.signUp();
    const read = async () => {
      const texts = await statementsOf(auth.db.database, async () => {
        expect((await auth.call('GET /self', { bearer: ada.accessToken })).status).toBe(200);
      });
      const asksTenant = (text: string) => /from auth\.tenant t where/.test(text);
      const others = texts.filter((text) => !asksTenant(text));
      return others.map((text) => (/from auth\.session/.test(text) ? 'session' : 'record'));
    };
    expect(await read()).toEqual(['session', 'record']);
    auth.clock.advance(4999);
    expect(await read()).toEqual([]);
    auth.clock.advance(1);
    expect(await read()).toEqual(['session', 'record']);
  });

  test('has every field of the contract', async () => {
    const ada = await auth.signUp();
    const { body } = await auth.call('GET /self', { bearer: ada.accessToken });
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'mode',
        'userId',
        'userUuid',
        'uuid',
        'username',
        'email',
        'name',
        'image',
        'phoneNumber',
        'data',
        'locked',
        'isMfaRequired',
        'preferredFirstFactor',
        'preferredSecondFactor',
        'isEmailConfirmed',
        'isPhoneNumberConfirmed',
        'isConfirmed',
        'lastActiveAt',
        'createdAt',
        'updatedAt',
        'tenantId',
        'tenant',
        'authorization',
        'authentication',
      ]),
    );
    expect(body.tenant).toMatchObject({
      tenantId: auth.rootId,
      loginRedirectPath: '/',
      logoutRedirectPath: '/signin',
    });
  });

  test.each([
    ['nothing', {}],
    ['an unknown field', { email: 'x@example.com' }],
    ['a picture by http', { image: 'http://x.example/a.png' }],
    ['a script as picture', { image: 'javascript:alert(1)' }],
    ['a name of 201 letters', { name: 'x'.repeat(201) }],
    ['a username with @', { username: 'a@b' }],
  ])('PUT with %s is 400', async (_name, body) => {
    const ada = await auth.signUp();
    expect((await auth.call('PUT /self', { bearer: ada.accessToken, body })).status).toBe(400);
  });
});

describe('security 10: change of email', () => {
  test('the new address is proven first; the old one is told and can undo it for 7 days, which ends every session', async () => {
    const ada = await auth.signUp();
    const email = newEmail();
    const sent = await auth.call('PUT /self/email', { bearer: ada.accessToken, body: { email } });
    expect(sent.body.result.email).toBe(email);
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).body.email).toBe(ada.email);
    const changed = await follow(sent.body.result.link);
    expect(changed.body).toMatchObject({ email, isEmailConfirmed: true, userUuid: ada.userUuid });
    const [notice] = await auth.outbox(ada.email);
    expect(notice?.subject).toBe('Your email address was changed');
    const link = /http\S+type=undo/.exec(notice?.text)?.[0] ?? '';
    const undo = credentials(link);
    const { pathname, search } = new URL(link);
    expect(pathname).toBe('/v0/self/undo');
    const page = await auth.call(`GET ${pathname.slice('/v0'.length)}${search}`);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await auth.call('GET /self', { bearer: withTokens(changed.body).accessToken })).body.email).toBe(
      email,
    );
    expect((await auth.call('POST /self/undo', { body: { ...undo, token: 'wrong' } })).status).toBe(400);
    expect((await auth.call('POST /self/undo', { body: undo })).body.message).toBe('OK');
    expect((await auth.call('GET /self', { bearer: withTokens(changed.body).accessToken })).status).toBe(401);
    const again = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body: { emailOrUsername: ada.email, password: goodPassword },
      address: randomAddress(),
    });
    expect(again.body.email).toBe(ada.email);
    expect((await auth.call('POST /self/undo', { body: undo })).status).toBe(400);
  });

  /** Ada's account, whose address a taker with her session changed. */
  async function taken() {
    const ada = await auth.signUp();
    const email = newEmail();
    const sent = await auth.call('PUT /self/email', { bearer: ada.accessToken, body: { email } });
    const taker = withTokens((await follow(sent.body.result.link)).body);
    const link = /http\S+type=undo/.exec((await auth.outbox(ada.email))[0]?.text)?.[0] ?? '';
    const undo = () => auth.call('POST /self/undo', { body: credentials(link) });
    return { ada, email, taker, undo };
  }
  const signIn = (emailOrUsername: string, password = goodPassword) =>
    auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body: { emailOrUsername, password },
      address: randomAddress(),
    });

  test('security 10: taking a change back ends the password, factor, number and sign-ins that were set since', async () => {
    const { ada, email, taker, undo } = await taken();
    const bearer = taker.accessToken;
    const password = 'chosen by the taker 7';
    const change = { password, existingPassword: goodPassword };
    expect((await auth.call(`PUT /tenants/${auth.rootId}/auth/basic`, { bearer, body: change })).status).toBe(
      200,
    );
    auth.clock.advance(minute);
    const { totpSecret, backupCodes } = (await auth.call('GET /auth/totp', { bearer })).body;
    const totp = `POST /tenants/${auth.rootId}/auth/totp`;
    const secret = Buffer.from(
      ([...totpSecret] as string[])
        .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
        .join('')
        .match(/.{8}/g)
        ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
    );
    const code = totpCode(secret, stepAt(auth.clock.now()));
    expect((await auth.call(totp, { bearer, body: { totpCode: code } })).status).toBe(200);
    const phoneNumber = '+17025550131';
    const put = (body: Json) => auth.call('PUT /self/phone', { bearer, body });
    const { verificationCode } = (await put({ phoneNumber })).body.result;
    expect((await put({ phoneNumber, verificationCode })).status).toBe(200);
    const { firstFactorToken } = (await signIn(email, password)).body;
    expect(firstFactorToken).toBeTruthy();

    expect((await undo()).status).toBe(200);
    expect((await signIn(ada.email, password)).status).toBe(400);
    expect((await signIn(email, password)).status).toBe(400);
    const use = { bearer: firstFactorToken, body: { backupCode: backupCodes[0] } };
    expect((await auth.call(totp, use)).status).toBe(401);
    const reset = (await auth.outbox(ada.email)).find((mail) => mail.link?.includes('type=reset'));
    const body = { ...credentials(reset?.link), password: 'chosen by the owner 7' };
    const done = await auth.call(`PUT /tenants/${auth.rootId}/auth/reset`, { body });
    expect(done.body).toMatchObject({ message: 'OK', email: ada.email, phoneNumber: null });
    const own = await auth.call('GET /self', { bearer: withTokens(done.body).accessToken });
    expect(own.body).toMatchObject({ hasAuthenticator: false });
  });

  test('security 10: a later change cannot be taken back to the address of whoever made the first', async () => {
    const { ada, email, taker, undo } = await taken();
    auth.clock.advance(minute);
    const next = await auth.call('PUT /self/email', {
      bearer: taker.accessToken,
      body: { email: newEmail() },
    });
    await follow(next.body.result.link);
    const theirs = /http\S+type=undo/.exec((await auth.outbox(email))[0]?.text)?.[0] ?? '';
    expect((await undo()).status).toBe(200);
    expect((await auth.call('POST /self/undo', { body: credentials(theirs) })).status).toBe(400);
    expect((await signIn(ada.email)).body.email).toBe(ada.email);
  });

  test('security 10: who signs up with the former address, and does not prove it, stands in nobody’s way', async () => {
    const { ada, undo } = await taken();
    const squatter = await auth.signUp(ada.email, 'a squatter chose this 7');
    expect((await undo()).status).toBe(200);
    expect((await signIn(ada.email)).body.userUuid).toBe(ada.userUuid);
    expect((await auth.call('GET /self', { bearer: squatter.accessToken })).status).toBe(401);
  });

  test('security 10: an address that somebody else proved meanwhile is theirs; the taker is out all the same', async () => {
    const { ada, email, taker, undo } = await taken();
    const other = await auth.signUp(ada.email, 'another person chose this 7');
    await auth.db.owner.run(
      sql`update auth.identifier set confirmed_at = now() where user_id = ${other.userUuid}`,
    );
    expect((await undo()).status).toBe(200);
    expect((await signIn(email)).status).toBe(400);
    expect((await auth.call('GET /self', { bearer: taker.accessToken })).status).toBe(401);
    expect((await signIn(ada.email, 'another person chose this 7')).body.userUuid).toBe(other.userUuid);
  });

  test('security 3: a taken address answers alike and gets no link', async () => {
    const ada = await auth.signUp();
    const bob = await auth.signUp();
    auth.clock.advance(minute);
    const before = (await auth.outbox(bob.email)).length;
    const answer = await auth.call('PUT /self/email', {
      bearer: ada.accessToken,
      body: { email: bob.email },
    });
    expect([answer.status, answer.body.message]).toEqual([200, 'OK']);
    expect(await auth.outbox(bob.email)).toHaveLength(before);
  });

  test('7.17: verify/email proves the own address again, by token and by key', async () => {
    const ada = await auth.signUp();
    auth.clock.advance(minute);
    const sent = await auth.call('POST /auth/verify/email', { bearer: ada.accessToken, body: {} });
    expect((await follow(sent.body.result.link)).body.isEmailConfirmed).toBe(true);
    auth.clock.advance(minute);
    expect(
      (
        await auth.call('POST /auth/verify/email', {
          bearer: auth.adminKey,
          origin: null,
          body: { userUuid: ada.userUuid },
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await auth.call('POST /auth/verify/email', {
          bearer: auth.adminKey,
          origin: null,
          body: { email: 'nobody@example.com' },
        })
      ).status,
    ).toBe(404);
  });
});

describe('security 13: deletion', () => {
  test('a sole owner hands over first; then sessions and links die at once and personal data is erased in 30 days', async () => {
    const ada = await auth.signUp();
    const bob = await auth.signUp();
    const house = await auth.makeWorkspace(ada, 'leaving-house', 'Leaving House');
    const fresh = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
    const refused = await auth.call('DELETE /self', { bearer: fresh.accessToken });
    expect(refused.body).toMatchObject({
      statusCode: 409,
      message: 'Make somebody else an owner of Leaving House first.',
    });
    await auth.call(`PUT /tenants/${house.tenantId}/users/${bob.userUuid}/roles`, {
      bearer: auth.adminKey,
      origin: null,
      body: { roles: ['owner'] },
    });
    expect((await auth.call('DELETE /self', { bearer: fresh.accessToken })).body.message).toBe('OK');
    expect((await auth.call('GET /self', { bearer: fresh.accessToken })).status).toBe(401);
    expect((await auth.call('GET /auth/refresh', { bearer: fresh.refreshToken })).status).toBe(401);
    const traces = await auth.db.owner.rows(sql`select 1 from auth.identifier where user_id = ${ada.userUuid}
      union all select 1 from auth.credential where user_id = ${ada.userUuid}`);
    expect(traces).toEqual([]);
    auth.clock.advance(31 * day);
    await auth.service.context.wakeWorkers();
    expect(await auth.db.owner.rows(sql`select 1 from auth.user_account where id = ${ada.userUuid}`)).toEqual(
      [],
    );
    const again = await auth.call(`POST /tenants/${auth.rootId}/auth/create`, {
      body: { email: ada.email, password: goodPassword },
      address: randomAddress(),
    });
    expect(again.status).toBe(200);
  });

  test('an old sign-in has to be confirmed first (step-up)', async () => {
    const ada = await auth.signUp();
    auth.clock.advance(9 * minute);
    const { accessToken } = withTokens(
      (await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body,
    );
    auth.clock.advance(2 * minute);
    expect((await auth.call('DELETE /self', { bearer: accessToken })).body.error.type).toBe(
      'step_up_required',
    );
  });
});
