import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';
import { base32, matchingStep, stepAt, totpCode } from './totp.ts';

let auth: AuthHarness;
const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());
beforeEach(() => auth.clock.advance(2 * day));

const path = () => `POST /tenants/${auth.rootId}/auth/totp`;
const basic = (email: string, options: object = {}) =>
  auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
    body: { emailOrUsername: email, password: goodPassword },
    address: randomAddress(),
    ...options,
  });

/** Bytes of a base32 text (RFC 4648 section 6), written apart from the code under test. */
function unbase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const codeAt = (secret: string, offsetSteps = 0) =>
  totpCode(unbase32(secret), stepAt(auth.clock.now()) + offsetSteps);

async function personWithTotp() {
  const ada = await auth.signUp();
  const proof = new URL((await auth.outbox(ada.email))[0]?.link).searchParams;
  await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, {
    body: { uuid: proof.get('uuid'), token: proof.get('token') },
  });
  const data = (await auth.call('GET /auth/totp', { bearer: ada.accessToken })).body;
  const confirmed = await auth.call(path(), {
    bearer: ada.accessToken,
    body: { totpCode: codeAt(data.totpSecret) },
  });
  expect(confirmed.status).toBe(200);
  auth.clock.advance(minute);
  return { ada, secret: data.totpSecret as string, backupCodes: data.backupCodes as string[] };
}

describe('RFC 6238', () => {
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('appendix B, SHA-1, at %i s', (seconds, expected) => {
    const secret = Buffer.from('12345678901234567890');
    expect(totpCode(secret, stepAt(new Date(seconds * 1000)))).toBe(expected.slice(-6));
  });

  test('base32 of RFC 4648 section 10', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  });

  test('steps -1 to +1 match, and only those later than the last accepted one (security 5)', () => {
    const secret = Buffer.from('12345678901234567890');
    const now = new Date(1_000_000_000_000);
    const offsets = [-2, -1, 0, 1, 2].map(
      (offset) => matchingStep(secret, totpCode(secret, stepAt(now) + offset), now, 0) !== null,
    );
    expect(offsets).toEqual([false, true, true, true, false]);
    expect(matchingStep(secret, totpCode(secret, stepAt(now)), now, stepAt(now))).toBeNull();
  });
});

describe('protocol 7.12 and 8.9: set up while signed in', () => {
  test('gives secret, QR code and ten backup codes; the same secret again until confirmed; then never again', async () => {
    const ada = await auth.signUp();
    const get = () => auth.call('GET /auth/totp', { bearer: ada.accessToken });
    const first = await get();
    expect(first.body.totpSecret).toMatch(/^[A-Z2-7]{32}$/);
    expect(first.body.qrCode).toMatch(/^data:image\/png;base64,/);
    expect(first.body.backupCodes).toHaveLength(10);
    expect(first.body.backupCodes[0]).toMatch(/^[a-z2-7]{6}-[a-z2-7]{6}$/);
    const again = await get();
    expect(again.body).toEqual(first.body);
    expect(
      (await auth.call(path(), { bearer: ada.accessToken, body: { totpCode: '000000' } })).body.message,
    ).toBe('Invalid TOTP code');
    expect(
      (
        await auth.call(path(), {
          bearer: ada.accessToken,
          body: { totpCode: codeAt(first.body.totpSecret) },
        })
      ).body.message,
    ).toBe('OK');
    expect((await get()).body.error.type).toBe('factor_already_set');
    expect((await auth.outbox(ada.email))[0]?.subject).toBe('An authenticator was added');
  });

  test('security 5: looked at anew while it is confirmed, a pairing keeps the codes that were shown', async () => {
    const ada = await auth.signUp();
    const get = () => auth.call('GET /auth/totp', { bearer: ada.accessToken });
    const [first, second] = await Promise.all([get(), get()]);
    expect(second.body).toEqual(first.body);
    const { totpSecret, backupCodes } = first.body;
    const confirm = () =>
      auth.call(path(), { bearer: ada.accessToken, body: { totpCode: codeAt(totpSecret) } });
    const [looked, confirmed] = await Promise.all([get(), confirm(), get()]);
    expect(confirmed.status).toBe(200);
    expect([200, 403, 409]).toContain(looked.status);
    const { firstFactorToken } = (await basic(ada.email)).body;
    const used = await auth.call(path(), {
      bearer: firstFactorToken,
      body: { backupCode: backupCodes[0] },
    });
    expect(used.body.message).toBe('OK');
    expect(
      (await auth.call('GET /self', { bearer: withTokens(used.body).accessToken })).body.backupCodesLeft,
    ).toBe(9);
  });

  test('security 5: a pairing that lapsed takes its codes with it', async () => {
    const ada = await auth.signUp();
    const get = (bearer: string) => auth.call('GET /auth/totp', { bearer });
    const lapsed = await get(ada.accessToken);
    auth.clock.advance(16 * minute);
    const { accessToken } = withTokens((await basic(ada.email)).body);
    const { totpSecret, backupCodes } = (await get(accessToken)).body;
    expect(totpSecret).not.toBe(lapsed.body.totpSecret);
    await auth.call(path(), { bearer: accessToken, body: { totpCode: codeAt(totpSecret) } });
    const use = async (backupCode: string) => {
      const { firstFactorToken } = (await basic(ada.email)).body;
      return (await auth.call(path(), { bearer: firstFactorToken, body: { backupCode } })).status;
    };
    expect(await use(lapsed.body.backupCodes[0])).toBe(400);
    expect(await use(backupCodes[0])).toBe(200);
  });

  test('security 2: 20 looks a minute for each person, and none of them hashes', async () => {
    const ada = await auth.signUp();
    const { passwords } = auth.service.context;
    const hash = passwords.hash.bind(passwords);
    let hashes = 0;
    passwords.hash = (password) => {
      hashes++;
      return hash(password);
    };
    // One after the other: a busy machine lends out all connections to 25 at once.
    const statuses = [];
    for (let turn = 0; turn < 25; turn++) {
      statuses.push((await auth.call('GET /auth/totp', { bearer: ada.accessToken })).status);
    }
    passwords.hash = hash;
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    expect(hashes).toBe(0);
  });

  test('security 5: step-up is needed, and a pairing lapses after 15 minutes', async () => {
    const ada = await auth.signUp();
    const { totpSecret } = (await auth.call('GET /auth/totp', { bearer: ada.accessToken })).body;
    auth.clock.advance(9 * minute);
    const { accessToken } = withTokens(
      (await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body,
    );
    auth.clock.advance(7 * minute);
    expect(
      (await auth.call(path(), { bearer: accessToken, body: { totpCode: codeAt(totpSecret) } })).status,
    ).toBe(400);
    expect((await auth.call('GET /auth/totp', { bearer: accessToken })).body.error.type).toBe(
      'step_up_required',
    );
  });

  test('without a token: 401; with a spent or unknown first-factor token: 401 (14.1)', async () => {
    expect((await auth.call('GET /auth/totp')).status).toBe(401);
    expect(
      (await auth.call('GET /auth/totp', { bearer: `lk_test_first_factor_${'0'.repeat(64)}` })).status,
    ).toBe(401);
    expect((await auth.call(path(), { body: { totpCode: '123456' } })).status).toBe(401);
  });

  test('security 5: the secret is sealed and bound to the person', async () => {
    const { ada, secret } = await personWithTotp();
    const row = await auth.db.owner.one<{ sealed: Buffer }>(
      sql`select sealed_secret as sealed from auth.totp where user_id = ${ada.userUuid}`,
    );
    expect(row.sealed.includes(unbase32(secret))).toBe(false);
    const { secrets } = auth.service.context;
    expect(Buffer.from(secrets.open(row.sealed, `totp ${ada.userUuid}`), 'base64')).toEqual(unbase32(secret));
    expect(() => secrets.open(row.sealed, 'totp somebody-else')).toThrow(/authenticate/);
  });
});

describe('protocol 8.6: authenticator as second factor', () => {
  async function firstFactor(email: string) {
    const answer = await basic(email);
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
    const { ada, secret } = await personWithTotp();
    const bearer = await firstFactor(ada.email);
    expect((await auth.call('GET /auth/totp', { bearer })).status).toBe(403);
    const body = { totpCode: codeAt(secret), emailOrUsername: ada.email };
    const done = await auth.call(path(), { bearer, body });
    expect(done.body).toMatchObject({ message: 'OK', redirectTo: '/', isMfaRequired: false });
    expect((await auth.call(path(), { bearer, body: { totpCode: codeAt(secret, 1) } })).status).toBe(401);
  });

  test('security 5: a code counts once, also in parallel and in the next step', async () => {
    const { ada, secret } = await personWithTotp();
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
    const { ada, secret } = await personWithTotp();
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
    const { ada, secret } = await personWithTotp();
    const cookie = `__Host-sb=${'f'.repeat(43)}`;
    const { body } = await basic(ada.email, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
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
    const answer = await basic(ada.email, { bearer: `lk_test_first_factor_${'0'.repeat(64)}` });
    expect(answer.body.message).toBe('OK');
  });

  test('security 4: a reset by link asks the second factor before any token is issued', async () => {
    const { ada, secret } = await personWithTotp();
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

describe('backup codes', () => {
  const useBackup = async (email: string, backupCode: string) => {
    const { body } = await basic(email);
    return auth.call(path(), { bearer: body.firstFactorToken, body: { backupCode } });
  };

  test('security 5: single use, in any writing, mailed; stored as a keyed hash', async () => {
    const { ada, backupCodes } = await personWithTotp();
    const [first = '', second = ''] = backupCodes;
    expect((await useBackup(ada.email, first.toUpperCase().replace('-', ' '))).body.message).toBe('OK');
    expect((await useBackup(ada.email, first)).body.message).toBe('Invalid backup code');
    const mails = await auth.outbox(ada.email);
    expect(mails.find((mail) => mail.subject === 'A backup code was used')?.text).toContain('9 are left');
    const answers = await Promise.all([useBackup(ada.email, second), useBackup(ada.email, second)]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400]);
    const rows = await auth.db.owner.rows<{ mac: Buffer; hash: string | null }>(
      sql`select code_mac as mac, code_hash as hash from auth.backup_code where user_id = ${ada.userUuid}`,
    );
    expect(rows.map(({ mac, hash }) => [mac.length, hash])).toEqual(Array(10).fill([32, null]));
  });

  test('codes kept as Argon2id, from before, are good until they are used or renewed', async () => {
    const { ada, secret } = await personWithTotp();
    const [used, renewed] = ['abcdef-234567', 'ghijkl-765432'];
    await auth.db.owner.run(sql`delete from auth.backup_code where user_id = ${ada.userUuid}`);
    for (const code of [used, renewed]) {
      const hash = await auth.service.context.passwords.hash(code);
      await auth.db.owner.run(sql`insert into auth.backup_code (user_id, selector, code_hash, pepper_version, is_active, created_at)
        values (${ada.userUuid}, ${code.slice(0, 4)}, ${hash}, 1, true, ${auth.clock.now()})`);
    }
    expect((await useBackup(ada.email, 'abcdef-234566')).status).toBe(400);
    expect((await useBackup(ada.email, used)).status).toBe(200);
    expect((await useBackup(ada.email, used)).status).toBe(400);
    const signedIn = await auth.call(path(), {
      bearer: (await basic(ada.email)).body.firstFactorToken,
      body: { totpCode: codeAt(secret) },
    });
    const { accessToken } = withTokens(signedIn.body);
    expect((await auth.call('POST /self/backup-codes', { bearer: accessToken })).status).toBe(200);
    expect((await useBackup(ada.email, renewed)).status).toBe(400);
  });

  test('of two renewals at once one set counts', async () => {
    const { ada, secret } = await personWithTotp();
    const signedIn = await auth.call(path(), {
      bearer: (await basic(ada.email)).body.firstFactorToken,
      body: { totpCode: codeAt(secret) },
    });
    const { accessToken } = withTokens(signedIn.body);
    const renew = () => auth.call('POST /self/backup-codes', { bearer: accessToken });
    await Promise.all([renew(), renew(), renew()]);
    expect((await auth.call('GET /self', { bearer: accessToken })).body.backupCodesLeft).toBe(10);
  });

  test('security 2: five wrong ones an hour', async () => {
    const { ada } = await personWithTotp();
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await useBackup(ada.email, 'aaaaaa-aaaaaa')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test('renewing voids all older ones and needs step-up; removing the authenticator removes them', async () => {
    const { ada, secret, backupCodes } = await personWithTotp();
    const signedIn = await auth.call(path(), {
      bearer: (await basic(ada.email)).body.firstFactorToken,
      body: { totpCode: codeAt(secret) },
    });
    const { accessToken } = withTokens(signedIn.body);
    const renewed = await auth.call('POST /self/backup-codes', { bearer: accessToken });
    expect(renewed.body.backupCodes).toHaveLength(10);
    expect((await useBackup(ada.email, backupCodes[0] ?? '')).status).toBe(400);
    expect((await useBackup(ada.email, renewed.body.backupCodes[0])).status).toBe(200);
    expect((await auth.call('DELETE /self/factors/totp', { bearer: accessToken })).status).toBe(200);
    expect((await basic(ada.email)).body.message).toBe('OK');
    expect((await auth.call('DELETE /self/factors/totp', { bearer: accessToken })).status).toBe(404);
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
    const { ada, secret } = await personWithTotp();
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
