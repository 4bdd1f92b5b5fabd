import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';
import { createFakeIdp, startIdpPage } from '../saml/identity-provider.fixture.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from './openid-provider.fixture.ts';

// Forms that another site posts to us, in a real browser: does the SameSite=None cookie come along over plain http?
let latchkey: ProviderUnderTest;
let provider: OpenIdProvider;
let idpPage: Awaited<ReturnType<typeof startIdpPage>>;
let browser: Browser;
let tenant: { publicId: string };
const idp = createFakeIdp('https://idp.customer.example/saml');

beforeAll(async () => {
  latchkey = await startProvider({ port: await freePort() });
  const { main: origin } = latchkey;
  await latchkey.app.listen({ port: Number(new URL(origin).port), host: '127.0.0.1' });
  provider = await startOpenIdProvider([`${origin}/v0/auth/apple/login`]);
  await latchkey.admin(`PUT /tenants/${latchkey.rootId}/sso/apple`, {
    issuer: provider.issuer,
    clientId,
    clientSecret,
  });
  await latchkey.allow(latchkey.rootId, 'apple');
  tenant = await latchkey.addChild();
  const own = `${origin}/v0/tenants/${tenant.publicId}/saml`;
  const email = 'bo@customer.example';
  idpPage = await startIdpPage({ idp, acsUrl: `${own}/acs`, audience: `${own}/metadata`, email });
  await setUpSaml();
  const { chromiumArguments, findChromium } = await launcher();
  browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments() });
});
afterAll(async () => {
  await browser?.close();
  idpPage?.close();
  await provider?.close();
  await latchkey?.close();
});

async function setUpSaml() {
  const domains = ['customer.example'];
  const { ssoUrl } = idpPage;
  const body = { entityId: idp.entityId, ssoUrl, certificates: [idp.certificate], domains };
  await latchkey.admin(`PUT /tenants/${tenant.publicId}/saml/idp`, body);
  await latchkey.db.owner.run(sql`update auth.tenant_domain set proven_at = now()`);
}

/** Opens a page in a browser of its own and gives where it ends. */
async function travel(path: string, tenantId: string): Promise<URL> {
  const context = await browser.newContext();
  const page: Page = await context.newPage();
  await page.goto(
    `${latchkey.main}/v0/${path}?${new URLSearchParams({ origin: latchkey.main, tenant_id: tenantId })}`,
  );
  await page.waitForURL((url) => url.pathname === '/signin');
  const end = new URL(page.url());
  await context.close();
  return end;
}

it('security 7: the form that Apple’s page posts comes back with the cookie of its trip', async () => {
  const page = await travel('auth/apple/login', latchkey.rootId);
  expect(page.searchParams.get('error')).toBeNull();
  expect((await latchkey.finish(page)).body).toMatchObject({ email: provider.person.email });
});

it('security 7: the form that an identity provider posts comes back with the cookie of its trip', async () => {
  const page = await travel('auth/saml/sp/login', tenant.publicId);
  expect(page.searchParams.get('error')).toBeNull();
  expect((await latchkey.finish(page, tenant.publicId)).body).toMatchObject({
    email: 'bo@customer.example',
  });
});

/** The repository's own way to a browser, which is plain JavaScript. */
function launcher(): Promise<{ findChromium(): string | undefined; chromiumArguments(): string[] }> {
  return import(new URL('../../../../../../scripts/lib/chromium.mjs', import.meta.url).href);
}

async function freePort(): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
