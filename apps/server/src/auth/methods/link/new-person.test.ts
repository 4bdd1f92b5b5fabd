import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthHarness, goodPassword, randomAddress, startAuth } from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
let email: string;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
});
afterAll(() => auth.close());
beforeEach(() => {
  email = `guest-${randomBytes(4).toString('hex')}@example.com`;
  auth.clock.advance(60_000);
});

const key = (route: string, body?: unknown) =>
  auth.call(route, { bearer: auth.adminKey, origin: null, ...(body === undefined ? {} : { body }) });
const post = (path: string, body: object) =>
  auth.call(`POST /tenants/${auth.rootId}${path}`, { body, address: randomAddress() });
const typeOf = (link: string) => new URL(link).searchParams.get('type');

describe('a mailed link, its answer and its mail say the same', () => {
  test('a welcome for somebody new, a login for who is known', async () => {
    const types = [];
    for (const _turn of [1, 2]) {
      const { body } = await post('/auth/link', { email });
      const [mail] = await auth.outbox(email);
      types.push([typeOf(body['result'].link), typeOf(mail?.['link'])]);
      auth.clock.advance(60_000);
    }
    expect(types).toEqual([
      ['welcome', 'welcome'],
      ['login', 'login'],
    ]);
  });

  test('noSignupEmail: somebody new is made and not written to; who is known gets the login, with the same answer', async () => {
    const options = { noSignupEmail: true };
    const made = await post('/auth/link', { email, name: 'Grace', options });
    expect(made.body).toEqual({ message: 'OK' });
    expect(await auth.outbox(email)).toEqual([]);
    const filter = { attr: 'email', type: 'string', comparison: 'is', value: email };
    const found = await key('POST /users/find', { filters: { filterGroups: [{ filters: [filter] }] } });
    expect(found.body['results']).toMatchObject([{ email, name: 'Grace', isEmailConfirmed: false }]);
    auth.clock.advance(60_000);
    expect((await post('/auth/link', { email, options })).body).toEqual({ message: 'OK' });
    expect((await auth.outbox(email)).map(({ link }) => typeOf(link))).toEqual(['login']);
  });

  test('noSignupEmail where sign-up waits for the address', async () => {
    const set = (signupConfirmation: string) => key(`PUT /tenants/${auth.rootId}`, { signupConfirmation });
    await set('email');
    await post('/auth/create', { email, password: goodPassword, options: { noSignupEmail: true } });
    await set('instant');
    expect(await auth.outbox(email)).toEqual([]);
  });
});
