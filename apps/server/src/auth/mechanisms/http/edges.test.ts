import { authRoutes } from '@stint/domain/api/auth.ts';
import { type RouteDefinition, splitRouteKey } from '@stint/domain/api/route.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type AuthHarness, type Json, startAuth } from '../../../testing/auth-harness.ts';
import { edgesOf } from '../../../testing/edges.fixture.ts';

let auth: AuthHarness;
let ada: Json;
beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  ada = await auth.signUp();
});
afterAll(() => auth.close());
// Buckets of calls fill up again.
beforeEach(() => auth.clock.advance(60_000));

const ofServers = ['admin', 'reader', 'owner', 'manager', 'creator'];

describe('dates and numbers at their edges, on every route: refused with a type or done, never a failure', () => {
  test.each(Object.entries(authRoutes) as [string, RouteDefinition][])('%s', async (key, row) => {
    const { method, path } = splitRouteKey(key);
    const bearer = ofServers.includes(row.access) ? auth.adminKey : ada.accessToken;
    for (const { at, value, params, query, body } of edgesOf(row, newId)) {
      auth.clock.advance(1000);
      const url = path
        .replace(':tenantId', auth.rootId)
        .replace(/:(\w+)/g, (_, name: string) => params[name] ?? '1');
      const search = new URLSearchParams(query).toString();
      const answer = await auth.call(`${method} ${url}${search ? `?${search}` : ''}`, { bearer, body });
      expect({ at, value, status: answer.status, text: answer.text }).toMatchObject({
        status: expect.toSatisfy((status) => status < 500),
      });
    }
  });

  test.each(['0', '-1', '1e3', '9007199254740993', '9'.repeat(19), '9'.repeat(40)])(
    'a person with number %s',
    async (id) => {
      expect((await auth.call(`GET /users/${id}`, { bearer: auth.adminKey })).status).toBeLessThan(500);
    },
  );

  test.each([
    ['number', 'is', 1e300],
    ['number', 'more than', 5e-324],
    ['date', 'before', '0000-01-01'],
    ['date', 'after', '+275760-09-13T00:00:00Z'],
    ['date', 'between', ['-271821-04-20T00:00:00Z', '9999-12-31']],
    ['date', 'less than', 1e300],
    ['date', 'more than', -1e9],
  ])('a search by %s %s %j, among records that hold such texts', async (type, comparison, value) => {
    const odd = [
      '9999-12-31',
      '0000-01-01',
      '2026-02-30',
      '2026-11-16T99:00',
      '2026-11-16 nonsense',
      'infinity',
    ];
    for (const born of odd) {
      const person = { email: `${newId()}@people.example`, data: { born } };
      expect((await auth.call('POST /users', { bearer: auth.adminKey, body: person })).status).toBeLessThan(
        300,
      );
    }
    for (const attr of ['data.born', 'createdAt', 'userId']) {
      const filters = { filterGroups: [{ filters: [{ attr, type, comparison, value }] }] };
      const answer = await auth.call('POST /users/find', { bearer: auth.adminKey, body: { filters } });
      expect({ attr, status: answer.status, text: answer.text }).toMatchObject({
        status: expect.toSatisfy((status) => status < 500),
      });
    }
  });
});
