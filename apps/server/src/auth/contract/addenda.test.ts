import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
} from '../../testing/auth-harness.ts';
import { keepHouse } from '../composition/housekeeping.ts';

let auth: AuthHarness;
let email: string;
const day = 24 * 60 * 60_000;

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

describe('a call that needs nothing in its body', () => {
  test('may come without one', async () => {
    const none = await key('POST /users/find');
    const empty = await key('POST /users/find', {});
    expect(none.status).toBe(200);
    expect(none.body).toEqual(empty.body);
    expect((await key(`POST /tenants/${auth.rootId}/tenants/find`)).status).toBe(200);
  });

  test('what needs something says so', async () => {
    expect((await key('POST /users')).status).toBe(400);
  });

  test('the OpenAPI document says which', async () => {
    const { body } = await auth.call('GET /openapi.json', { origin: null });
    const requiredAt = (path: string) => body['paths'][path].post.requestBody.required;
    expect([requiredAt('/v0/users/find'), requiredAt('/v0/users')]).toEqual([false, true]);
  });
});

describe('a foreign page', () => {
  const told = ({ status, body }: { status: number; body: Json }) => {
    const { requestId: _requestId, ...rest } = body;
    return { status, ...rest };
  };
  const foreign = 'https://evil.example';
  const names: Record<string, string>[] = [
    { origin: foreign },
    { 'x-origin': foreign },
    { referer: `${foreign}/page` },
  ];

  test.each(['GET /mode', 'POST /auth/basic', 'POST /auth/link'])(
    'gets one answer, whatever header names it: %s',
    async (route) => {
      const [method, path] = route.split(' ') as [string, string];
      const body = method === 'GET' ? {} : { body: { email, password: 'x' } };
      const ask = (headers: Record<string, string>) =>
        auth.call(`${method} /tenants/${auth.rootId}${path}`, {
          ...body,
          origin: null,
          headers: { host: 'stint.localhost:3000', ...headers },
        });
      const answers = [];
      for (const headers of names) answers.push(told(await ask(headers)));
      expect(answers[0]).toMatchObject({ status: 403, error: { type: 'cross_site' } });
      expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    },
  );

  test('also on calls with a key or a token', async () => {
    const statuses = [];
    for (const headers of names)
      statuses.push(
        (await auth.call('POST /users/find', { bearer: auth.adminKey, origin: null, headers, body: {} }))
          .status,
      );
    expect(statuses).toEqual([403, 403, 403]);
  });
});

describe('an invited person exists', () => {
  const invite = async (extra: object = {}) => (await key('POST /users/invite', { email, ...extra })).body;
  const find = async (path = '/users/find') => {
    const filter = { attr: 'email', type: 'string', comparison: 'is', value: email };
    return (await key(`POST ${path}`, { filters: { filterGroups: [{ filters: [filter] }] } })).body[
      'results'
    ];
  };

  test('unconfirmed and without credentials, found in the root and in the child, seen by createOrUpdate', async () => {
    const { tenantId } = (await key('POST /tenants', { name: 'A child' })).body;
    const { userUuid } = await invite({ tenantId, name: 'Grace' });
    const shown = { userUuid, email, isConfirmed: false, hasPassword: false, authorization: {} };
    expect(await find()).toMatchObject([shown]);
    expect(await find(`/tenants/${tenantId}/users/find`)).toMatchObject([shown]);
    const seen = await key('POST /users/createOrUpdate', { email, name: 'Grace Hopper' });
    expect(seen.body).toMatchObject({ ...shown, name: 'Grace Hopper' });
    expect((await post('/auth/basic', { emailOrUsername: email, password: goodPassword })).status).toBe(400);
  });

  test('and is gone when the invitation has ended and there is nothing else', async () => {
    const { userUuid } = await invite();
    const another = `${email}.example`;
    const kept = (await key('POST /users/invite', { email: another })).body;
    await key(`PUT /tenants/${auth.rootId}/users/${kept['userUuid']}/roles`, { roles: ['member'] });
    await keepHouse(auth.service.context);
    expect((await key(`GET /users/${userUuid}`)).status).toBe(200);
    auth.clock.advance(7 * day + 1000);
    await keepHouse(auth.service.context);
    expect((await key(`GET /users/${userUuid}`)).status).toBe(404);
    expect((await key(`GET /users/${kept['userUuid']}`)).status).toBe(200);
    const left = await auth.db.owner.rows(sql`select 1 from auth.identifier where norm = ${email}`);
    expect(left).toEqual([]);
    expect((await post('/auth/create', { email, password: goodPassword })).status).toBe(200);
  });
});
