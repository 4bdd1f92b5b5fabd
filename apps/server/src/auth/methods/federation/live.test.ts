import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveOrigin, type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';

describe('a live deployment', () => {
  let latchkey: ProviderUnderTest;
  beforeAll(async () => {
    latchkey = await startProvider('live');
  });
  afterAll(() => latchkey.close());

  const put = (provider: string, issuer: string) =>
    latchkey.call(`PUT /tenants/${latchkey.rootId}/sso/${provider}`, {
      bearer: latchkey.adminKey,
      body: { issuer, clientId: 'x', clientSecret: 'y' },
    });

  it.each([
    'http://127.0.0.1:9000',
    'https://localhost',
    'https://idp.localhost',
    'https://[::1]',
    'http://id.example',
  ])('security 9: never asks an issuer at %s', async (issuer) => {
    expect((await put('okta', issuer)).status).toBe(400);
  });

  it('security 2 of the contract: sends nobody from a page that is not on the live list', async () => {
    expect((await put('okta', 'https://id.example')).status).toBe(200);
    const start = (origin: string) =>
      latchkey
        .browser()
        .send(
          `${liveOrigin}/v0/auth/okta/login?${new URLSearchParams({ origin, tenant_id: latchkey.rootId })}`,
        );
    for (const origin of ['http://stint.example', 'http://stint.localhost:3000', 'https://evil.example']) {
      expect((await start(origin)).status).toBe(400);
    }
  });

  it('a SAML reply address is https', async () => {
    const body = { entityId: 'wiki', acsUrl: 'http://127.0.0.1/acs' };
    const path = `/tenants/${latchkey.rootId}/saml/sp`;
    expect((await latchkey.call(`PUT ${path}`, { bearer: latchkey.adminKey, body })).status).toBe(400);
  });
});

it('the libraries of other providers are loaded by the first sign-in, not by the start', async () => {
  const service = fileURLToPath(new URL('../../service.ts', import.meta.url));
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) });
    await import(${JSON.stringify(service)});
    process.stdout.write(loaded.join('\\n'));
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const loaded = stdout.split('\n');
  expect(loaded).toContain('fastify');
  for (const name of ['openid-client', '@node-saml/node-saml', 'xml-crypto', '@xmldom/xmldom', 'sax']) {
    expect(loaded).not.toContain(name);
  }
});
