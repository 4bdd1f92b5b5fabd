import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { goodPassword } from '../../../testing/auth-harness.ts';
import { openAuth } from '../../../testing/open-auth.ts';

const auth = openAuth(24 * 60 * 60_000);

const password = 'another fine one 7';

async function invite(email: string, options: object = {}) {
  const body = { email, options };
  expect((await auth.call('POST /users/invite', { bearer: auth.adminKey, body })).status).toBe(200);
  const mail = (await auth.outbox(email)).find((each) => each['subject'].startsWith('You are invited'));
  const { token, uuid } = Object.fromEntries(new URL(mail?.['link']).searchParams);
  return () => auth.call(`PUT /tenants/${auth.rootId}/auth/reset`, { body: { token, uuid, password } });
}

async function signUp(isConfirmed: boolean) {
  const person = await auth.signUp();
  if (isConfirmed)
    await auth.db.owner.run(
      sql`update auth.identifier set confirmed_at = now() where user_id = ${person['userUuid']}`,
    );
  return person;
}

describe('security 4: an invitation, which lives for days, is no reset link', () => {
  test('it replaces no password of who has proven the address', async () => {
    const ada = await signUp(true);
    const { status, body } = await (await invite(ada.email))();
    expect([status, body.message]).toEqual([400, 'Invalid token']);
    expect((await auth.signIn(ada.email, goodPassword)).status).toBe(200);
  });

  test('it sets the first one, also where a stranger chose one and never proved the address', async () => {
    const unproven = await signUp(false);
    for (const email of [unproven.email, `new-${unproven.email}`]) {
      expect((await (await invite(email))()).status).toBe(200);
      expect((await auth.signIn(email, password)).status).toBe(200);
    }
  });

  test('one that the root sent to the page for a new password replaces it', async () => {
    const ada = await signUp(true);
    expect((await (await invite(ada.email, { type: 'reset' }))()).status).toBe(200);
    expect((await auth.signIn(ada.email, password)).status).toBe(200);
  });
});
