import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { type Json, randomAddress } from '../../testing/auth-harness.ts';
import { openAuth } from '../../testing/open-auth.ts';

const auth = openAuth(24 * 60 * 60_000);

const root = (route: string, body: Json) =>
  auth.call(route.replace(' /', ` /tenants/${auth.rootId}/`), { body, address: randomAddress() });
const credentials = (link: string) => {
  const { searchParams } = new URL(link);
  return { uuid: searchParams.get('uuid'), token: searchParams.get('token') };
};

beforeAll(async () => {
  const factors = [
    ['email', 'password'],
    ['email', 'link'],
    ['email', 'verificationCode'],
    ['sms', 'verificationCode'],
  ].map(([channel, strategy]) => ({ channel, strategy }));
  await auth.db.owner.run(
    sql`update auth.tenant set first_factors = ${JSON.stringify(factors)} where public_id = ${auth.rootId}`,
  );
  auth.service.context.tenants.forget();
});

let people = 0;

async function signUp() {
  const person = await auth.signUp();
  await auth.db.owner.run(
    sql`update auth.identifier set confirmed_at = now() where user_id = ${person['userUuid']}`,
  );
  return person;
}

/** Moves somebody to a new address. @returns it */
async function moveAway(person: Json): Promise<string> {
  const email = `moved-${++people}-${Date.now()}@example.com`;
  auth.clock.advance(60_000);
  const asked = await auth.call('PUT /self/email', { bearer: person['accessToken'], body: { email } });
  const moved = await root('PUT /auth/link', credentials(asked.body.result.link));
  expect([moved.status, moved.body.email]).toEqual([200, email]);
  return email;
}

async function setNumber(person: Json, phoneNumber: string): Promise<void> {
  const put = (body: Json) => auth.call('PUT /self/phone', { bearer: person['accessToken'], body });
  const { verificationCode } = (await put({ phoneNumber })).body.result;
  expect((await put({ phoneNumber, verificationCode })).status).toBe(200);
}

describe('security 10: what went to a former address lets nobody in any more', () => {
  test.each([
    ['a link', 'POST /auth/link', 'PUT /auth/link', {}],
    ['a reset link', 'POST /auth/reset/link', 'PUT /auth/reset', { password: 'another fine one 7' }],
  ])('%s; one to the new address does', async (_what, ask, use, more) => {
    const ada = await signUp();
    const follow = (link: string) => root(use, { ...credentials(link), ...more });
    const former = (await root(ask, { email: ada.email })).body.result.link;
    const email = await moveAway(ada);
    const { status, body } = await follow(former);
    expect([status, body.message]).toEqual([400, 'Invalid token']);
    auth.clock.advance(60_000);
    const { link } = (await root(ask, { email })).body.result;
    expect((await follow(link)).body).toMatchObject({ message: 'OK', userUuid: ada['userUuid'] });
  });

  test('a code by mail', async () => {
    const ada = await signUp();
    const address = { channel: 'email', email: ada.email };
    const { verificationCode } = (await root('POST /auth/code', address)).body.result;
    await moveAway(ada);
    const used = await root('PUT /auth/code', { ...address, verificationCode });
    expect([used.status, used.body.message]).toEqual([400, 'Invalid verificationCode']);
  });

  test.each([
    ['changed', '+17025550171', (person: Json) => setNumber(person, '+17025550172')],
    [
      'removed',
      '+17025550173',
      (person: Json) => auth.call('DELETE /self/phone', { bearer: person['accessToken'] }),
    ],
  ])('a code to a number that was %s', async (_how, phoneNumber, leave) => {
    const ada = await signUp();
    await setNumber(ada, phoneNumber);
    auth.clock.advance(60_000);
    const address = { channel: 'sms', phoneNumber };
    const { verificationCode } = (await root('POST /auth/code', address)).body.result;
    await leave(ada);
    const used = await root('PUT /auth/code', { ...address, verificationCode });
    expect([used.status, used.body.message]).toEqual([400, 'Invalid verificationCode']);
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).body.phoneNumber).not.toBe(
      phoneNumber,
    );
  });
});
