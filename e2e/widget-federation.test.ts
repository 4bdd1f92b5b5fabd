import { randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../apps/server/src/auth/methods/federation/openid-provider.fixture.ts';
import { createServiceProvider, wiki } from '../apps/server/src/testing/service-provider.ts';
import { startWidgetSite, type WidgetSite } from './widget/page.ts';

let site: WidgetSite;
let provider: OpenIdProvider;
let context: BrowserContext;

beforeAll(async () => {
  site = await startWidgetSite();
  const callback = (name: string) => `${site.origin}/v0/auth/${name}/login`;
  provider = await startOpenIdProvider([callback('google'), callback('custom')]);
  const settings = { issuer: provider.issuer, clientId, clientSecret };
  await site.admin('PUT', `/tenants/${site.tenantId}/sso/google`, settings);
  await site.admin('PUT', `/tenants/${site.tenantId}/sso/custom`, { ...settings, providerId: 'works' });
  await site.setFlow(['email/google', 'email/password']);
});
afterAll(async () => {
  await site?.close();
  await provider?.close();
});

beforeEach(async () => {
  context = await site.newContext();
  const sub = `person-${randomBytes(4).toString('hex')}`;
  provider.person = { sub, email: `${sub}@customer.example`, email_verified: true, name: 'Ann Example' };
});
afterEach(() => context.close());

test.each([
  ['Google', '/signin'],
  ['works', '/signup'],
])(
  '%s on %s: to a real OpenID provider and back, signed in and sent on (protocol 9.1)',
  async (name, path) => {
    const page = await site.open(context, path, { redirect: '/there' });
    await page.getByRole('button', { name }).click();
    await page.waitForURL(`${site.origin}/there`);
    const back = await site.open(context, '/signin', { redirect: '/there' });
    await back.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await back.evaluate('client.user().email')).toBe(provider.person.email);
  },
);

test('the return of a provider is a first factor: a required second one is asked before anybody is in (protocol 8.7)', async () => {
  await site.setFlow(['email/google', 'email/password'], ['authenticator/totp'], true);
  try {
    const page = await site.open(context, '/signin', { redirect: '/there' });
    await page.getByRole('button', { name: 'Google' }).click();
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
    expect(await page.evaluate('client.snapshot().isSignedIn')).toBe(false);
    const cookies = await context.cookies(site.origin);
    expect(cookies.filter(({ name }) => /^(access|id|refresh)\./.test(name))).toEqual([]);
  } finally {
    await site.setFlow(['email/google', 'email/password']);
  }
});

test('a SAML service provider sends somebody here, who logs in and arrives there with an answer it accepts (protocol 9.2)', async () => {
  const { entityId, acsUrl } = wiki;
  const registered = await site.admin('PUT', `/tenants/${site.tenantId}/saml/sp`, { entityId, acsUrl });
  const provided = createServiceProvider(site.origin, site.tenantId, registered.idpCertificate);
  const email = `person-${randomBytes(4).toString('hex')}@example.com`;
  const password = 'correct horse battery 9';
  await site.call('POST', `/tenants/${site.tenantId}/auth/create`, { email, password });
  const [mail] = await site.outbox(email);
  const proof = Object.fromEntries(new URL(mail.link).searchParams);
  await site.call('PUT', `/tenants/${site.tenantId}/auth/link`, { uuid: proof.uuid, token: proof.token });

  const page = await site.open(context, '/signin');
  const arrived = new Promise<URLSearchParams>((resolve) => {
    void page.route('https://wiki.example/**', async (route) => {
      resolve(new URLSearchParams(route.request().postData() ?? ''));
      await route.fulfill({ contentType: 'text/html', body: '<h1>Wiki</h1>' });
    });
  });
  await page.goto(await provided.startUrl('page 7'));
  await page.getByLabel('Email address or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Wiki' }).waitFor();
  const form = await arrived;
  const { nameID } = await provided.accept(form.get('SAMLResponse') ?? '');
  expect([nameID.length > 0, form.get('RelayState')]).toEqual([true, 'page 7']);
});
