import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { type AuthHarness, goodPassword, randomAddress, startAuth } from '../../../testing/auth-harness.ts';
import { keepHouse } from '../../composition/housekeeping.ts';

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
