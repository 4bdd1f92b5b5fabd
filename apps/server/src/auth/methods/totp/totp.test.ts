import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { withTokens } from '../../../testing/auth-harness.ts';
import { authenticatorCode, unbase32 } from '../../../testing/authenticator.ts';
import { openAuth } from '../../../testing/open-auth.ts';
import { personWithAuthenticator } from '../../../testing/paired-authenticator.ts';
import { base32, matchingStep, stepAt, totpCode } from './totp.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

const auth = openAuth(2 * day);

const path = () => `POST /tenants/${auth.rootId}/auth/totp`;

const codeAt = (secret: string) => authenticatorCode(secret, auth.clock.now());

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
    const { firstFactorToken } = (await auth.signIn(ada.email)).body;
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
    const { accessToken } = withTokens((await auth.signIn(ada.email)).body);
    const { totpSecret, backupCodes } = (await get(accessToken)).body;
    expect(totpSecret).not.toBe(lapsed.body.totpSecret);
    await auth.call(path(), { bearer: accessToken, body: { totpCode: codeAt(totpSecret) } });
    const use = async (backupCode: string) => {
      const { firstFactorToken } = (await auth.signIn(ada.email)).body;
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
    const { ada, secret } = await personWithAuthenticator(auth);
    const row = await auth.db.owner.one<{ sealed: Buffer }>(
      sql`select sealed_secret as sealed from auth.totp where user_id = ${ada.userUuid}`,
    );
    expect(row.sealed.includes(unbase32(secret))).toBe(false);
    const { secrets } = auth.service.context;
    expect(Buffer.from(secrets.open(row.sealed, `totp ${ada.userUuid}`), 'base64')).toEqual(unbase32(secret));
    expect(() => secrets.open(row.sealed, 'totp somebody-else')).toThrow(/authenticate/);
  });
});
