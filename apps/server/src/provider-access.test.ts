import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { providerAccess } from './provider-access.ts';

const key = `lk_test_admin_acme1234_${'0123456789abcdef'.repeat(4)}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-access-'));
});
afterAll(() => rm(folder, { recursive: true }));

const gateway = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: folder, SERVICES: 'gateway', AUTH_BASE_URL: 'http://provider.example/v0/', ...env });

describe('how a service knows its provider', () => {
  test('the tenant is the one that the key names', async () => {
    await expect(providerAccess(gateway({ AUTH_ADMIN_KEY: key }), undefined)).resolves.toEqual({
      tenantId: 'acme1234',
      adminKey: key,
      baseUrl: 'http://provider.example/v0/',
    });
  });

  test('without a key and without a kept one it does not start, and says what to do', async () => {
    const start = providerAccess(gateway({}), undefined);
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow(/AUTH_ADMIN_KEY is missing and .+ has no latchkey\.json with one/);
  });

  test('a provider that is there already gives no key away: one that lost its folder asks for it', async () => {
    const known = { ensureRootTenant: async () => ({ tenantId: 'acme1234', adminKey: null }) };
    const config = readConfig({ DATA_DIR: folder, SERVICES: 'auth,web' });
    await expect(providerAccess(config, known)).rejects.toThrow(/npm run latchkey -- key create acme1234/);
  });

  test('what the first start made is kept for the next', async () => {
    const made = { ensureRootTenant: async () => ({ tenantId: 'acme1234', adminKey: key }) };
    const known = { ensureRootTenant: async () => ({ tenantId: 'acme1234', adminKey: null }) };
    const config = readConfig({ DATA_DIR: folder, SERVICES: 'auth,web' });
    const first = await providerAccess(config, made);
    expect(JSON.parse(await readFile(join(folder, 'latchkey.json'), 'utf8'))).toEqual(first);
    expect(await providerAccess(config, known)).toEqual(first);
  });

  test('a damaged latchkey.json is named, with what to do', async () => {
    await writeFile(join(folder, 'latchkey.json'), '{"tenantId": "acm');
    await expect(providerAccess(gateway({ AUTH_ADMIN_KEY: key }), undefined)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(
        `${join(folder, 'latchkey.json')} is no JSON: bring it back from a backup`,
      ),
    });
  });
});
