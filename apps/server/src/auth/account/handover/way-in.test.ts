import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  claimsOf,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';
import { authenticatorCode } from '../../../testing/authenticator.ts';
import { askHandover, challengePair, enterWorkspace, useHandover } from '../../../testing/hand-over.ts';
import { pairAuthenticator } from '../../../testing/paired-authenticator.ts';

const minute = 60_000;
const totp = { channel: 'authenticator', strategy: 'totp' };
const sms = { channel: 'sms', strategy: 'verificationCode' };
const mailed = { channel: 'email', strategy: 'verificationCode' };
const password = { channel: 'email', strategy: 'password' };
const link = { channel: 'email', strategy: 'link' };

let auth: AuthHarness;
let ada: Json;
let house: Json;
let bearer: string;
let houses = 0;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  await setFlow(auth.rootId, { firstFactors: [password, link, mailed] });
});
afterAll(() => auth.close());
beforeEach(async () => {
  auth.clock.advance(24 * 60 * minute);
  houses += 1;
  ada = await auth.signUp();
  house = await auth.makeWorkspace(ada as never, `house-${houses}`);
  bearer = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body).accessToken;
});

async function setFlow(tenantId: string, authentication: Json): Promise<void> {
  const body = { authentication };
  const answer = await auth.call(`PUT /tenants/${tenantId}`, { bearer: auth.adminKey, origin: null, body });
  expect(answer.status).toBe(200);
}
const requireSecond = (...secondFactors: object[]) =>
  setFlow(house.tenantId, { isMfaRequired: true, secondFactors });

const ask = async (token = bearer) =>
  (await askHandover(auth, house.tenantId, token, { codeChallenge: challengePair().codeChallenge })).body;
const enter = (token = bearer) => enterWorkspace(auth, house as never, token);

/** A sign-in call: at the workspace on the way in, at the root to sign in. */
const call = (route: string, token: string | null, body: Json, tenantId = house.tenantId) => {
  const [method, path] = route.split(' ');
  return auth.call(`${method} /tenants/${tenantId}/auth/${path}`, {
    bearer: token,
    body,
    address: randomAddress(),
  });
};
const useCode = (token: string, secret: string) =>
  call('POST totp', token, { totpCode: authenticatorCode(secret, auth.clock.now()) });
const signIn = async () =>
  (await call('POST basic', null, { emailOrUsername: ada.email, password: goodPassword }, auth.rootId)).body;

async function pair(token = bearer) {
  const paired = await pairAuthenticator(auth, token, house.tenantId);
  auth.clock.advance(minute);
  return paired;
}

/** A number proven by a code, on the way in. */
async function addPhone(token = bearer, phoneNumber = `+49301${String(1000000 + houses)}`) {
  const sent = await call('POST code', token, { channel: 'sms', phoneNumber });
  expect(sent.status).toBe(200);
  const { verificationCode } = sent.body.result;
  const answer = await call('PUT code', token, { channel: 'sms', phoneNumber, verificationCode });
  expect(answer.status).toBe(200);
  auth.clock.advance(minute);
  return { phoneNumber, ...withTokens(answer.body) };
}

describe('a second factor is one that the workspace lists', () => {
  test('a mailed link and a mailed code enter no workspace that requires text messages or an authenticator', async () => {
    const linked = await call('POST link', null, { email: ada.email }, auth.rootId);
    auth.clock.advance(minute);
    const { searchParams } = new URL(linked.body.result.link);
    const credentials = { uuid: searchParams.get('uuid'), token: searchParams.get('token') };
    const session = withTokens((await call('PUT link', null, credentials, auth.rootId)).body);
    const sent = await call(
      'POST code',
      session.accessToken,
      { channel: 'email', email: ada.email },
      auth.rootId,
    );
    const { verificationCode } = sent.body.result;
    const code = { channel: 'email', email: ada.email, verificationCode };
    const stepped = withTokens((await call('PUT code', session.accessToken, code, auth.rootId)).body);
    expect(stepped.sessionId).toBe(session.sessionId);
    for (const second of [sms, totp]) {
      await requireSecond(second);
      expect(await ask(stepped.accessToken)).toMatchObject({
        statusCode: 403,
        missing: 'secondFactor',
        authentication: { secondFactors: [{ ...second, isConfiguredByUser: false }] },
      });
    }
    // One mailbox is one proof, also where the workspace lists the code.
    await requireSecond(mailed);
    expect(await ask(stepped.accessToken)).toMatchObject({
      missing: 'firstFactor',
      authentication: { firstFactors: [password] },
    });
  });

  test('nothing but the listed one counts, whatever else was passed', async () => {
    const phone = await addPhone();
    await requireSecond(totp);
    expect(await ask(phone.accessToken)).toMatchObject({
      missing: 'secondFactor',
      authentication: { secondFactors: [{ ...totp, isConfiguredByUser: false }] },
    });
    const paired = await pair(phone.accessToken);
    await requireSecond(sms);
    await enter(paired.accessToken);
    await requireSecond(mailed);
    expect((await ask(paired.accessToken)).missing).toBe('secondFactor');
  });

  test('the flow is asked again when the code is used, and what it lacks is named', async () => {
    const { codeVerifier, codeChallenge } = challengePair();
    const { code } = (await askHandover(auth, house.tenantId, bearer, { codeChallenge })).body;
    await requireSecond(totp);
    const refused = await useHandover(auth, house.slug, { code, codeVerifier });
    expect(refused.body).toMatchObject({ error: { type: 'factor_missing' }, missing: 'secondFactor' });
  });

  test('a code for a native application is refused when the flow has become stricter', async () => {
    await auth.call(`PUT /tenants/${house.tenantId}`, {
      bearer: auth.adminKey,
      origin: null,
      body: { pkceLoginRedirectUri: 'my-app:/login' },
    });
    const { codeVerifier, codeChallenge } = challengePair();
    const path = `POST basic?code_challenge=${codeChallenge}`;
    const signedIn = await call(path, null, { emailOrUsername: ada.email, password: goodPassword });
    const { authorizationCode } = signedIn.body;
    expect(authorizationCode).toBeTruthy();
    await requireSecond(totp);
    expect((await call('POST pkce', null, { authorizationCode, codeVerifier })).status).toBe(400);
  });
});

describe('who lacks the second factor is led to it', () => {
  test('an authenticator is set up by a fresh first factor; the next sign-in asks for it', async () => {
    await requireSecond(totp);
    expect(await ask()).toMatchObject({
      missing: 'secondFactor',
      authentication: { secondFactors: [{ ...totp, isConfiguredByUser: false }] },
    });
    const { secret, backupCodes, ...session } = await pair();
    expect(claimsOf(session.accessToken).sid).toBe(claimsOf(bearer).sid);
    expect(claimsOf((await enter(session.accessToken)).accessToken).tenantId).toBe(house.tenantId);

    const second = async () => {
      const { firstFactorToken } = await signIn();
      expect(firstFactorToken).toBeTruthy();
      return firstFactorToken as string;
    };
    const wrong = await call('POST totp', await second(), { totpCode: '000000' }, auth.rootId);
    expect(wrong.body.message).toBe('Invalid TOTP code');
    const totpCode = authenticatorCode(secret, auth.clock.now());
    const again = await call('POST totp', await second(), { totpCode }, auth.rootId);
    await enter(withTokens(again.body).accessToken);
    // A backup code counts as the authenticator.
    const backup = await call('POST totp', await second(), { backupCode: backupCodes[0] }, auth.rootId);
    await enter(withTokens(backup.body).accessToken);
  });

  test('who has it already proves it: a wrong code is refused, a right one leads in', async () => {
    const { secret } = await pair();
    await requireSecond(totp);
    // A session from before the authenticator has passed a password alone.
    await auth.db.owner.run(
      sql`update auth.session set amr = '{email/password}' where id = ${claimsOf(bearer).sid}`,
    );
    auth.service.context.sessions.forget();
    const elsewhere = bearer;
    expect(await ask(elsewhere)).toMatchObject({
      missing: 'secondFactor',
      authentication: { secondFactors: [{ ...totp, isConfiguredByUser: true }] },
    });
    expect((await call('POST totp', elsewhere, { totpCode: '000000' })).status).toBe(400);
    expect((await ask(elsewhere)).missing).toBe('secondFactor');
    const stepped = withTokens((await useCode(elsewhere, secret)).body);
    await enter(stepped.accessToken);
  });

  test('an old session proves first who it is, then sets up', async () => {
    await requireSecond(totp);
    auth.clock.advance(11 * minute);
    const old = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
    expect(await ask(old.accessToken)).toMatchObject({
      missing: 'freshProof',
      authentication: { secondFactors: [password] },
    });
    expect((await auth.call('GET /auth/totp', { bearer: old.accessToken })).body.error.type).toBe(
      'step_up_required',
    );
    const proof = { emailOrUsername: ada.email, password: goodPassword };
    const fresh = withTokens((await call('POST basic', old.accessToken, proof)).body);
    expect((await ask(fresh.accessToken)).missing).toBe('secondFactor');
    await enter((await pair(fresh.accessToken)).accessToken);
  });

  test('a number for text messages is added where the workspace lists them', async () => {
    await requireSecond(sms, totp);
    const { phoneNumber, ...session } = await addPhone();
    await enter(session.accessToken);
    expect((await auth.call('GET /self', { bearer: session.accessToken })).body).toMatchObject({
      phoneNumber,
      isPhoneNumberConfirmed: true,
    });
    expect((await auth.outbox(ada.email))[0]?.subject).toBe('A phone number was added');
  });

  test('the own mailbox is proven by a code where the workspace lists it', async () => {
    await requireSecond(mailed);
    expect((await ask()).authentication.secondFactors).toMatchObject([mailed]);
    const { verificationCode } = (await call('POST code', bearer, { channel: 'email' })).body.result;
    const wrong = { channel: 'email', verificationCode: 'abc' };
    expect((await call('PUT code', bearer, wrong)).status).toBe(400);
    const right = await call('PUT code', bearer, { channel: 'email', verificationCode });
    await enter(withTokens(right.body).accessToken);
  });

  test('who has text messages proves them before an authenticator is set up', async () => {
    const { phoneNumber } = await addPhone();
    const fresh = withTokens(await signIn()).accessToken;
    await requireSecond(totp);
    expect(await ask(fresh)).toMatchObject({
      missing: 'secondFactor',
      authentication: { secondFactors: [{ ...sms, isConfiguredByUser: true }] },
    });
    // The password alone sets up no authenticator, and puts no other number in place of the proven one.
    const refused = await auth.call('GET /auth/totp', { bearer: fresh });
    expect(refused.body).toMatchObject({
      error: { type: 'step_up_required' },
      authentication: { secondFactors: [sms] },
    });
    const other = await auth.call('PUT /self/phone', {
      bearer: fresh,
      body: { phoneNumber: '+4930999999' },
    });
    expect(other.body.error.type).toBe('step_up_required');
    const { verificationCode } = (await call('POST code', fresh, { channel: 'sms' })).body.result;
    const code = { channel: 'sms', phoneNumber, verificationCode };
    const stepped = withTokens((await call('PUT code', fresh, code)).body);
    expect(await ask(stepped.accessToken)).toMatchObject({
      authentication: { secondFactors: [{ ...totp, isConfiguredByUser: false }] },
    });
    await enter((await pair(stepped.accessToken)).accessToken);
  });

  test('signing in at the workspace itself asks the same, one step after the other', async () => {
    const { phoneNumber } = await addPhone();
    await requireSecond(totp);
    const first = (await call('POST basic', null, { emailOrUsername: ada.email, password: goodPassword }))
      .body;
    expect(first.authentication.secondFactors).toMatchObject([{ ...sms, isConfiguredByUser: true }]);
    expect((await auth.call('GET /auth/totp', { bearer: first.firstFactorToken })).status).toBe(401);
    const sent = await call('POST code', first.firstFactorToken, { channel: 'sms' });
    const code = { channel: 'sms', phoneNumber, verificationCode: sent.body.result.verificationCode };
    const second = (await call('PUT code', first.firstFactorToken, code)).body;
    expect(second.tokens).toBeUndefined();
    expect(second.authentication.secondFactors).toMatchObject([{ ...totp, isConfiguredByUser: false }]);
    const { totpSecret } = (await auth.call('GET /auth/totp', { bearer: second.firstFactorToken })).body;
    const done = withTokens((await useCode(second.firstFactorToken, totpSecret)).body);
    expect(claimsOf(done.accessToken).tenantId).toBe(house.tenantId);
  });

  test('a first factor that excludes every second is refused, with those that would do', async () => {
    await setFlow(house.tenantId, {
      firstFactors: [password, link],
      secondFactors: [mailed],
      isMfaRequired: true,
    });
    const linked = await call('POST link', null, { email: ada.email });
    const { searchParams } = new URL(linked.body.result.link);
    const credentials = { uuid: searchParams.get('uuid'), token: searchParams.get('token') };
    expect((await call('PUT link', null, credentials)).body).toMatchObject({
      error: { type: 'factor_missing' },
      authentication: { firstFactors: [password] },
    });
  });
});
