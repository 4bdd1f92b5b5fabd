import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { withTokens } from '../../../testing/auth-harness.ts';
import { authenticatorCode } from '../../../testing/authenticator.ts';
import { openAuth } from '../../../testing/open-auth.ts';
import { personWithAuthenticator } from '../../../testing/paired-authenticator.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

const auth = openAuth(2 * day);

const path = () => `POST /tenants/${auth.rootId}/auth/totp`;

const codeAt = (secret: string) => authenticatorCode(secret, auth.clock.now());

describe('backup codes', () => {
  const useBackup = async (email: string, backupCode: string) => {
    const { body } = await auth.signIn(email);
    return auth.call(path(), { bearer: body.firstFactorToken, body: { backupCode } });
  };

  test('security 5: single use, in any writing, mailed; stored as a keyed hash', async () => {
    const { ada, backupCodes } = await personWithAuthenticator(auth);
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
    const { ada, secret } = await personWithAuthenticator(auth);
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
      bearer: (await auth.signIn(ada.email)).body.firstFactorToken,
      body: { totpCode: codeAt(secret) },
    });
    const { accessToken } = withTokens(signedIn.body);
    expect((await auth.call('POST /self/backup-codes', { bearer: accessToken })).status).toBe(200);
    expect((await useBackup(ada.email, renewed)).status).toBe(400);
  });

  test('of two renewals at once one set counts', async () => {
    const { ada, secret } = await personWithAuthenticator(auth);
    const signedIn = await auth.call(path(), {
      bearer: (await auth.signIn(ada.email)).body.firstFactorToken,
      body: { totpCode: codeAt(secret) },
    });
    const { accessToken } = withTokens(signedIn.body);
    const renew = () => auth.call('POST /self/backup-codes', { bearer: accessToken });
    await Promise.all([renew(), renew(), renew()]);
    expect((await auth.call('GET /self', { bearer: accessToken })).body.backupCodesLeft).toBe(10);
  });

  test('security 2: five wrong ones an hour', async () => {
    const { ada } = await personWithAuthenticator(auth);
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await useBackup(ada.email, 'aaaaaa-aaaaaa')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test('renewing voids all older ones and needs step-up; removing the authenticator removes them', async () => {
    const { ada, secret, backupCodes } = await personWithAuthenticator(auth);
    const signedIn = await auth.call(path(), {
      bearer: (await auth.signIn(ada.email)).body.firstFactorToken,
      body: { totpCode: codeAt(secret) },
    });
    const { accessToken } = withTokens(signedIn.body);
    const renewed = await auth.call('POST /self/backup-codes', { bearer: accessToken });
    expect(renewed.body.backupCodes).toHaveLength(10);
    expect((await useBackup(ada.email, backupCodes[0] ?? '')).status).toBe(400);
    expect((await useBackup(ada.email, renewed.body.backupCodes[0])).status).toBe(200);
    expect((await auth.call('DELETE /self/factors/totp', { bearer: accessToken })).status).toBe(200);
    expect((await auth.signIn(ada.email)).body.message).toBe('OK');
    expect((await auth.call('DELETE /self/factors/totp', { bearer: accessToken })).status).toBe(404);
  });
});
