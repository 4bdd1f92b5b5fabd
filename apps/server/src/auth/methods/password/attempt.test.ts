import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { goodPassword, randomAddress } from '../../../testing/auth-harness.ts';
import { openAuth } from '../../../testing/open-auth.ts';

const minute = 60_000;

const auth = openAuth(24 * 60 * minute);

let counter = 0;
const newEmail = () => `p${++counter}-${Date.now()}@example.com`;

describe('security 2: password limits, exact', () => {
  test.each([
    ['a known account', true],
    ['an unknown one', false],
  ])('%s: 10 failures, then waits of 1, 2, 4, 8 and 15 minutes', async (_name, isKnown) => {
    const email = isKnown ? (await auth.signUp()).email : newEmail();
    const statuses = [];
    for (let turn = 0; turn < 12; turn++)
      statuses.push((await auth.signIn(email, 'wrong password 1')).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    for (const wait of [1, 2, 4, 8, 15, 15]) {
      auth.clock.advance(wait * minute - 1000);
      const early = await auth.signIn(email, 'wrong password 1');
      expect([wait, early.status, early.headers['retry-after']]).toEqual([wait, 429, '1']);
      auth.clock.advance(1000);
      expect([wait, (await auth.signIn(email, 'wrong password 1')).status]).toEqual([wait, 400]);
    }
  });

  test('in parallel no more tries get through than one after the other', async () => {
    const { email } = await auth.signUp();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => auth.signIn(email, 'wrong password 1')),
    );
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
  });

  test('a right password starts the count anew', async () => {
    const { email } = await auth.signUp();
    for (let turn = 0; turn < 9; turn++) await auth.signIn(email, 'wrong password 1');
    expect((await auth.signIn(email, goodPassword)).status).toBe(200);
    for (let turn = 0; turn < 9; turn++)
      expect((await auth.signIn(email, 'wrong password 1')).status).toBe(400);
    expect((await auth.signIn(email, goodPassword)).status).toBe(200);
  });

  test('strangers cannot lock out a device that signed in before', async () => {
    const { email } = await auth.signUp();
    const device = { cookie: `__Host-sb=${'d'.repeat(43)}`, 'sec-fetch-site': 'same-origin' };
    expect((await auth.signIn(email, goodPassword, { headers: device })).status).toBe(200);
    for (let turn = 0; turn < 11; turn++) await auth.signIn(email, 'wrong password 1');
    expect((await auth.signIn(email, goodPassword)).status).toBe(429);
    expect((await auth.signIn(email, goodPassword, { headers: device })).status).toBe(200);
  });

  test('50 failures of one address, or 20 names, close it for every account', async () => {
    const address = randomAddress();
    const statuses = [];
    for (let turn = 0; turn < 21; turn++)
      statuses.push((await auth.signIn(newEmail(), 'wrong password 1', { address })).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
    const other = randomAddress();
    const names = await Promise.all(Array.from({ length: 10 }, () => auth.signUp()));
    let passed = 0;
    for (let turn = 0; turn < 60; turn++) {
      if (
        (await auth.signIn(names[turn % 10]?.email ?? '', 'wrong password 1', { address: other })).status ===
        400
      )
        passed++;
    }
    expect(passed).toBe(50);
  });

  test('the right password of somebody who may not enter gives no try back', async () => {
    const owner = await auth.signUp();
    const stranger = await auth.signUp();
    const { tenantId } = await auth.makeWorkspace(owner, `closed-${++counter}`);
    const enter = () =>
      auth.call(`POST /tenants/${tenantId}/auth/basic`, {
        body: { emailOrUsername: stranger.email, password: goodPassword },
        address: randomAddress(),
      });
    const statuses = [];
    for (let turn = 0; turn < 11; turn++) statuses.push((await enter()).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    const failures = await auth.db.owner.rows(sql`select e.user_id from auth.audit_event e
      join auth.tenant t on t.id = e.tenant_id where t.public_id = ${tenantId} and e.action = 'signin.failed'`);
    // Each is noted there; whom a stranger named is no business of the workspace's.
    expect(failures).toEqual(Array(10).fill({ user_id: null }));
  });

  test('100 failures in a row disable the password until a reset', { timeout: 300_000 }, async () => {
    const { email } = await auth.signUp();
    for (let turn = 0; turn < 100; turn++) {
      expect((await auth.signIn(email, 'wrong password 1')).status).toBe(400);
      auth.clock.advance(16 * minute);
    }
    auth.clock.advance(24 * 60 * minute);
    const refused = await auth.signIn(email, goodPassword);
    expect(refused.body).toMatchObject({ statusCode: 400, message: 'Incorrect email or password' });
    const sent = await auth.call(`POST /tenants/${auth.rootId}/auth/reset/link`, { body: { email } });
    const link = new URL(sent.body.result.link);
    const credentials = { uuid: link.searchParams.get('uuid'), token: link.searchParams.get('token') };
    await auth.call(`PUT /tenants/${auth.rootId}/auth/reset`, {
      body: { ...credentials, password: 'another fine one 7' },
    });
    expect((await auth.signIn(email, 'another fine one 7')).status).toBe(200);
  });
});
