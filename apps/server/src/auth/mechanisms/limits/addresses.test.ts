import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '../../../platform/http.ts';
import { sql } from '../../../platform/sql.ts';
import { type AuthHarness, startAuth } from '../../../testing/auth-harness.ts';
import { addressUnit, readClient } from '../http/client.ts';

let auth: AuthHarness;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

describe('security 2: the address that limits count by', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (address, unit) => {
    expect(addressUnit(address)).toBe(unit);
  });

  test.each([
    {
      name: 'without proxies the connection itself',
      trustedProxies: [],
      forwarded: '198.51.100.9',
      remoteAddress: '203.0.113.1',
      expected: '203.0.113.1',
    },
    {
      name: 'a listed proxy is believed',
      trustedProxies: ['10.0.0.1'],
      forwarded: '198.51.100.9',
      remoteAddress: '10.0.0.1',
      expected: '198.51.100.9',
    },
    {
      name: 'what stands left of the last stranger is not',
      trustedProxies: ['10.0.0.1'],
      forwarded: '1.2.3.4, 198.51.100.9',
      remoteAddress: '10.0.0.1',
      expected: '198.51.100.9',
    },
    {
      name: 'two listed ones, right to left',
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
      forwarded: '1.2.3.4, 198.51.100.9, 10.0.0.2',
      remoteAddress: '10.0.0.1',
      expected: '198.51.100.9',
    },
    {
      name: 'a stranger that calls itself a proxy is not',
      trustedProxies: ['10.0.0.1'],
      forwarded: '198.51.100.9',
      remoteAddress: '203.0.113.1',
      expected: '203.0.113.1',
    },
  ])('$name', async ({ trustedProxies, forwarded, remoteAddress, expected }) => {
    const app = createHttpServer({ trustedProxies, logger: false });
    app.get('/who', async (request) => ({
      address: readClient(request, auth.service.context.config).address,
    }));
    const answer = await app.inject({
      url: '/who',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
    });
    expect(answer.json()).toEqual({ address: expected });
    await app.close();
  });

  test('security 2: when nothing can be counted, nobody is let in', async () => {
    const ada = await auth.signUp();
    await auth.db.owner.run(sql`alter table auth.limit_bucket rename to limit_bucket_away`);
    const body = { emailOrUsername: ada.email, password: 'wrong or right, who knows' };
    const answer = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, { body });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.body).not.toHaveProperty('tokens');
    await auth.db.owner.run(sql`alter table auth.limit_bucket_away rename to limit_bucket`);
  });
});
