import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { goodPassword, type Json, randomAddress, withTokens } from '../../testing/auth-harness.ts';
import { openAuth } from '../../testing/open-auth.ts';
import { pairAuthenticator } from '../../testing/paired-authenticator.ts';

const minute = 60_000;

const auth = openAuth(5 * minute);

const credentials = (link: string) => {
  const { searchParams } = new URL(link);
  return { uuid: searchParams.get('uuid'), token: searchParams.get('token') };
};

describe('security 10: change of phone', () => {
  async function ownNumber(bearer: string, phoneNumber: string): Promise<void> {
    const put = (body: Json) => auth.call('PUT /self/phone', { bearer, body });
    const { verificationCode } = (await put({ phoneNumber })).body.result;
    expect((await put({ phoneNumber, verificationCode })).status).toBe(200);
  }

  async function proveAddress(email: string): Promise<void> {
    const body = credentials((await auth.outbox(email)).find(({ link }) => link)?.link);
    expect((await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, { body })).status).toBe(200);
  }

  test('the mail about a changed number takes the change back', async () => {
    const ada = await auth.signUp();
    const change = async (phoneNumber: string) => {
      const put = (body: Json) => auth.call('PUT /self/phone', { bearer: ada.accessToken, body });
      const { verificationCode } = (await put({ phoneNumber })).body.result;
      expect((await put({ phoneNumber, verificationCode })).status).toBe(200);
      return (await auth.outbox(ada.email))[0]?.text ?? '';
    };
    expect(await change('+17025550111')).not.toContain('undo');
    const link = /http\S+type=undo/.exec(await change('+17025550112'))?.[0] ?? '';
    expect((await auth.call('POST /self/undo', { body: credentials(link) })).status).toBe(200);
    const again = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body: { emailOrUsername: ada.email, password: goodPassword },
      address: randomAddress(),
    });
    expect(again.body.phoneNumber).toBe('+17025550111');
  });

  test('a code to the new number, then it takes effect; a taken one is refused; a notice is mailed', async () => {
    const ada = await auth.signUp();
    const phoneNumber = '+17025550101';
    const put = (person: Json, body: Json) =>
      auth.call('PUT /self/phone', { bearer: person.accessToken, body });
    const sent = await put(ada, { phoneNumber });
    expect((await put(ada, { phoneNumber, verificationCode: '000000' })).body.message).toBe(
      'Invalid verificationCode',
    );
    const { verificationCode } = sent.body.result;
    expect((await put(ada, { phoneNumber, verificationCode })).body).toEqual({ message: 'OK' });
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).body).toMatchObject({
      phoneNumber,
      isPhoneNumberConfirmed: true,
    });
    expect((await auth.outbox(ada.email))[0]?.subject).toBe('Your phone number was changed');
    const bob = await auth.signUp();
    expect((await put(bob, { phoneNumber })).body.message).toBe('Phone number exists');
    expect((await put(bob, { phoneNumber: '0702' })).body.message).toBe(
      'Phone number must be in E.164 format.',
    );
    const verify = await auth.call('POST /auth/verify/phone', {
      bearer: bob.accessToken,
      body: { phoneNumber: '+17025550102' },
    });
    expect(verify.body.result).toMatchObject({ channel: 'sms', phoneNumber: '+17025550102' });
  });

  test('a removed number is gone at once; the mail about it gives it back', async () => {
    const ada = await auth.signUp();
    const bearer = ada.accessToken;
    const remove = () => auth.call('DELETE /self/phone', { bearer });
    await proveAddress(ada.email);
    expect((await remove()).status).toBe(404);
    await ownNumber(bearer, '+17025550151');
    expect((await remove()).body).toEqual({ message: 'OK' });
    expect((await auth.call('GET /self', { bearer })).body).toMatchObject({
      phoneNumber: null,
      isPhoneNumberConfirmed: false,
    });
    const [mail] = await auth.outbox(ada.email);
    expect(mail?.subject).toBe('Your phone number was removed');
    const link = /http\S+type=undo/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await auth.call('POST /self/undo', { body: credentials(link) })).status).toBe(200);
    const again = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body: { emailOrUsername: ada.email, password: goodPassword },
      address: randomAddress(),
    });
    expect(again.body.phoneNumber).toBe('+17025550151');
  });

  test('to remove it takes a fresh proof, and the number itself as a second step where the session passed none', async () => {
    const ada = await auth.signUp();
    await ownNumber(ada.accessToken, '+17025550152');
    const again = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body: { emailOrUsername: ada.email, password: goodPassword },
      address: randomAddress(),
    });
    const bearer = withTokens(again.body).accessToken;
    const refused = await auth.call('DELETE /self/phone', { bearer });
    expect(refused.body.error.type).toBe('step_up_required');
    expect(refused.body.authentication.secondFactors).toMatchObject([{ channel: 'sms' }]);
    auth.clock.advance(9 * minute);
    const fresh = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
    auth.clock.advance(2 * minute);
    const late = await auth.call('DELETE /self/phone', { bearer: fresh.accessToken });
    expect(late.body.error.type).toBe('step_up_required');
  });

  test('the only second step that a workspace takes is kept until there is another', async () => {
    const ada = await auth.signUp();
    await proveAddress(ada.email);
    await ownNumber(ada.accessToken, '+17025550153');
    const house = await auth.makeWorkspace(ada, 'house-of-the-number', 'House of the number');
    const secondFactors = [
      { channel: 'sms', strategy: 'verificationCode' },
      { channel: 'authenticator', strategy: 'totp' },
    ];
    await auth.call(`PUT /tenants/${house.tenantId}`, {
      bearer: auth.adminKey,
      origin: null,
      body: { authentication: { secondFactors, isMfaRequired: true } },
    });
    // Tokens of before the workspace was made say nothing of it.
    const fresh = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
    const remove = () => auth.call('DELETE /self/phone', { bearer: fresh.accessToken });
    const refused = await remove();
    expect([refused.status, refused.body.error.type]).toEqual([422, 'last_factor']);
    expect((await auth.call('GET /self', { bearer: fresh.accessToken })).body.phoneNumber).toBe(
      '+17025550153',
    );
    await pairAuthenticator(auth, fresh.accessToken);
    expect((await remove()).status).toBe(200);
  });

  test('protocol 7.17 and 7.11: a code of verify/phone is checked by auth/code, and adds the number', async () => {
    const ada = await auth.signUp();
    const phoneNumber = '+17025550141';
    const bearer = ada.accessToken;
    const sent = await auth.call('POST /auth/verify/phone', { bearer, body: { phoneNumber } });
    const { verificationCode } = sent.body.result;
    const check = (options: { bearer?: string; code?: string } = {}) =>
      auth.call(`PUT /tenants/${auth.rootId}/auth/code`, {
        ...(options.bearer ? { bearer: options.bearer } : {}),
        body: { channel: 'sms', phoneNumber, verificationCode: options.code ?? verificationCode },
      });
    const bob = await auth.signUp();
    expect((await check()).status).toBe(400);
    expect((await check({ bearer: bob.accessToken })).status).toBe(400);
    expect((await check({ bearer, code: verificationCode === '000000' ? '000001' : '000000' })).status).toBe(
      400,
    );
    const done = await check({ bearer });
    expect(done.body).toMatchObject({
      message: 'OK',
      phoneNumber,
      isPhoneNumberConfirmed: true,
      sessionId: ada.sessionId,
    });
    expect((await auth.outbox(ada.email))[0]?.subject).toBe('Your phone number was changed');
    expect((await check({ bearer })).status).toBe(400);
  });

  describe('whom the number alone names', () => {
    const password = { channel: 'email', strategy: 'password' };
    const mailedLink = { channel: 'email', strategy: 'link' };
    const sms = { channel: 'sms', strategy: 'verificationCode' };
    beforeAll(() =>
      auth.call(`PUT /tenants/${auth.rootId}`, {
        bearer: auth.adminKey,
        origin: null,
        body: { authentication: { firstFactors: [password, mailedLink, sms] } },
      }),
    );

    /** Somebody new, by a code to their number. */
    async function enterByPhone(phoneNumber: string): Promise<string> {
      const send = (method: string, body: Json) =>
        auth.call(`${method} /tenants/${auth.rootId}/auth/code`, { body, address: randomAddress() });
      const { verificationCode } = (await send('POST', { phoneNumber })).body.result;
      return withTokens((await send('PUT', { phoneNumber, verificationCode })).body).accessToken;
    }
    const remove = async (bearer: string) => {
      const { status, body } = await auth.call('DELETE /self/phone', { bearer });
      return [status, body.error?.type];
    };
    const choose = (bearer: string, username: string) =>
      auth.call('PUT /self', { bearer, body: { username } });

    test('it stays in spite of a password, until there is another name', async () => {
      const bearer = await enterByPhone('+17025550161');
      const body = { password: goodPassword };
      const set = await auth.call(`PUT /tenants/${auth.rootId}/auth/basic`, { bearer, body });
      expect(set.status).toBe(200);
      expect(await remove(bearer)).toEqual([422, 'last_factor']);
      expect((await choose(bearer, 'named-by-phone')).status).toBe(200);
      expect((await remove(bearer))[0]).toBe(200);
      expect((await auth.signIn('named-by-phone')).status).toBe(200);
    });

    test('it stays in spite of an authenticator', async () => {
      const bearer = await enterByPhone('+17025550162');
      const { accessToken } = await pairAuthenticator(auth, bearer);
      expect(await remove(accessToken)).toEqual([422, 'last_factor']);
    });

    test('an address that nobody proved names nobody, and no link to it is a way in', async () => {
      const ada = await auth.signUp();
      await ownNumber(ada.accessToken, '+17025550163');
      expect(await remove(ada.accessToken)).toEqual([422, 'last_factor']);
      await choose(ada.accessToken, 'unproven-ada');
      await auth.db.owner.run(sql`delete from auth.credential where user_id = ${ada.userUuid}`);
      expect(await remove(ada.accessToken)).toEqual([422, 'last_factor']);
      await proveAddress(ada.email);
      expect((await remove(ada.accessToken))[0]).toBe(200);
    });
  });
});
