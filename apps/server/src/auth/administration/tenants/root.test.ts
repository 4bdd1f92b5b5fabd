import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../../config.ts';
import { type AuthHarness, startAuth } from '../../../testing/auth-harness.ts';
import { ensureRootTenant } from './root.ts';

const newKey = (tenantId: string, kind = 'admin') =>
  `lk_test_${kind}_${tenantId}_${randomBytes(32).toString('hex')}`;

describe('the first tenant, where the operator brings its key along', () => {
  const first = newKey('acme1234');
  let auth: AuthHarness;
  beforeAll(async () => {
    auth = await startAuth({ env: { AUTH_ADMIN_KEY: first } });
  });
  afterAll(() => auth.close());

  /** A start of another process with this key, over the same database. */
  function startWith(adminKey: string | undefined) {
    const { context } = auth.service;
    const { adminKey: _former, ...rest } = context.config.auth;
    const settings = { ...rest, ...(adminKey ? { adminKey } : {}) };
    return ensureRootTenant({ ...context, config: { ...context.config, auth: settings } });
  }
  const isAccepted = async (key: string) =>
    (await auth.call('POST /keys/verify', { body: { key } })).status === 200;

  test('has the name that is in the key, and takes the key; no other one is made', async () => {
    expect(auth.rootId).toBe('acme1234');
    expect(auth.adminKey).toBe('');
    expect(await isAccepted(first)).toBe(true);
  });

  test('starts of several processes with one key make one tenant and keep one key', async () => {
    const starts = await Promise.all([startWith(first), startWith(first), startWith(undefined)]);
    expect(starts).toEqual(Array(3).fill({ tenantId: 'acme1234', adminKey: null }));
    const keys = await auth.db.database.pool.query(`select 1 from auth.api_key where kind = 'admin'`);
    expect(keys.rowCount).toBe(1);
  });

  test('a further key is taken beside the first, so that processes change it one after the other', async () => {
    const next = newKey('acme1234');
    await startWith(next);
    expect(await isAccepted(first)).toBe(true);
    expect(await isAccepted(next)).toBe(true);
  });

  test('a key that was ended does not come back', async () => {
    const ended = newKey('acme1234');
    await startWith(ended);
    await auth.db.database.pool.query(
      `update auth.api_key set invalidated_at = now() where hint like '%' || right($1, 4)`,
      [ended],
    );
    await expect(startWith(ended)).rejects.toThrow(
      /AUTH_ADMIN_KEY was ended; set the key that took its place/,
    );
    expect(await isAccepted(ended)).toBe(false);
  });

  test.each([
    [newKey('other123'), /is a key of tenant other123, and this database belongs to acme1234/],
    [newKey('acme1234', 'readonly'), /is no admin key of test mode; it reads lk_test_admin_/],
    [newKey('acme1234').replace('test', 'live'), /is no admin key of test mode/],
    ['Rk3vY8pQ', /is no admin key of test mode/],
  ])('another key stops the start with what to do (%#)', async (key, message) => {
    await expect(startWith(key)).rejects.toThrow(ConfigError);
    await expect(startWith(key)).rejects.toThrow(message);
  });
});
