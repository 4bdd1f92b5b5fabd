import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../apps/server/src/auth/methods/federation/openid-provider.fixture.ts';
import {
  createFakeIdp,
  startIdpPage,
} from '../apps/server/src/auth/methods/saml/identity-provider.fixture.ts';
import { type PersonSession, signUpPerson } from '../apps/server/src/testing/product-person.ts';
import { createServiceProvider, wiki } from '../apps/server/src/testing/service-provider.ts';
import { openWorld, settled, type Visitor, type World } from './harness.ts';

const password = 'correct horse battery 9';
const idp = createFakeIdp('https://idp.customer.example/saml');

let world: World;
let provider: OpenIdProvider;
let idpPage: Awaited<ReturnType<typeof startIdpPage>>;
let visitor: Visitor;
let people = 0;

beforeAll(async () => {
  world = await openWorld();
  provider = await startOpenIdProvider([`${world.base}/v0/auth/google/login`]);
  const { tenantId } = await world.product().access();
  const settings = { issuer: provider.issuer, clientId, clientSecret };
  await admin('PUT', `tenants/${tenantId}/sso/google`, settings);
  const ofTenant = `${world.base}/v0/tenants/${tenantId}/saml`;
  idpPage = await startIdpPage({ idp, acsUrl: `${ofTenant}/acs`, audience: `${ofTenant}/metadata` });
  const certificates = [idp.certificate];
  const domains = ['customer.example'];
  const saml = { entityId: idp.entityId, ssoUrl: idpPage.ssoUrl, certificates, domains };
  await admin('PUT', `tenants/${tenantId}/saml/idp`, saml);
  const factor = (strategy: string) => ({ channel: 'email', strategy });
  const firstFactors = [factor('password'), factor('google')];
  await admin('PUT', `tenants/${tenantId}`, { authentication: { firstFactors } });
  // A page may have been sent with the flow of before for five seconds more.
  await vi.waitUntil(async () => (await signInPage()).includes('"strategy":"google"'), {
    timeout: 20_000,
    interval: 200,
  });
});
afterAll(async () => {
  await world?.close();
  await provider?.close();
  idpPage?.close();
});

beforeEach(async () => {
  people += 1;
  const sub = `person-${people}`;
  provider.person = { sub, email: `${sub}@customer.example`, email_verified: true, name: 'Ann Example' };
  visitor = await world.visitor();
});
afterEach(async () => {
  const problems = visitor.problems();
  await visitor.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

async function signInPage(): Promise<string> {
  return (await world.product().send({ method: 'GET', path: '/signin' })).text;
}

async function admin(method: string, path: string, body: unknown) {
  const { adminKey } = await world.product().access();
  const headers = { origin: world.base, authorization: `Bearer ${adminKey}` };
  const { status, text, json } = await world.product().send({ method, path: `/v0/${path}`, body, headers });
  if (status >= 300) throw new Error(text);
  return json;
}

/** A person with an account, and the session's cookies in the browser where that is wanted. */
async function person(email: string): Promise<PersonSession> {
  const { session } = await signUpPerson(world.product(), { email, password });
  return session;
}

async function signInBefore(session: PersonSession): Promise<void> {
  const kinds = ['access', 'id', 'refresh'] as const;
  const cookies = kinds.map((kind) => ({
    name: `${kind}.${session.tenantId}`,
    value: session[`${kind}Token`],
    url: world.base,
  }));
  await visitor.context.addCookies(cookies);
}

async function expectSeen(locator: Locator): Promise<void> {
  await locator.waitFor();
  expect(await locator.isVisible()).toBe(true);
}

async function expectAt(path: string): Promise<void> {
  await visitor.page.waitForURL(`${world.base}${path}`);
  expect(new URL(visitor.page.url()).pathname).toBe(path);
}

/** People without a workspace pass `/continue-signup`, which leads on to what they have still to tell: the region. */
async function expectNewcomer(button: Locator): Promise<void> {
  const passes = visitor.page.waitForURL(`${world.base}/continue-signup`, { waitUntil: 'commit' });
  await Promise.all([passes, button.click()]);
  await expectAt('/select-region');
}

test('the form is there without a call: mode, flow and providers came with the page', async () => {
  const { page } = visitor;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(`${world.base}/signin`);
  await page.getByLabel('Email address or username').waitFor();
  await page.getByRole('button', { name: 'Google' }).waitFor();
  await page.getByText('Test Mode:').waitFor();
  await settled(page);
  expect(calls.filter((path) => path.startsWith('/v0/') || path.startsWith('/api/'))).toEqual([]);
});

describe('why there was no sign-in', () => {
  test.each([
    ['account_exists', 'There is an account with this email address already.'],
    ['<img src=x onerror=alert(1)>', 'The sign-in with this provider did not work.'],
    ['__proto__', 'The sign-in with this provider did not work.'],
  ])('error=%s is told in words of ours alone', async (code, words) => {
    const { page } = visitor;
    await page.goto(`${world.base}/signin?error=${encodeURIComponent(code)}`);
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain(code);
    await page.getByLabel('Email address or username').waitFor();
  });

  test('a provider whose address has an account already says so, and the form is there', async () => {
    const email = `known-${people}@customer.example`;
    await person(email);
    provider.person = { ...provider.person, email };
    const { page } = visitor;
    await page.goto(`${world.base}/signin`);
    await page.getByRole('button', { name: 'Google' }).click();
    const words = 'There is an account with this email address';
    await expectSeen(page.getByRole('alert').filter({ hasText: words }));
    await page.getByLabel('Email address or username').waitFor();
  });

  test('somebody who is signed in reads it before going on', async () => {
    await signInBefore(await person(`linker-${people}@customer.example`));
    const { page } = visitor;
    await page.goto(`${world.base}/signin?error=identity_taken`);
    await expectSeen(page.getByRole('alert').filter({ hasText: 'linked to another account already' }));
    await expectNewcomer(page.getByRole('button', { name: 'Continue' }));
  });
});

describe('through a provider', () => {
  test('a new person lands where new people go, not on the page of mailed links', async () => {
    const { page } = visitor;
    await page.goto(`${world.base}/signin`);
    await expectNewcomer(page.getByRole('button', { name: 'Google' }));
  });

  test('the target that was asked for is kept all the way', async () => {
    const { page } = visitor;
    await page.goto(`${world.base}/signin?redirect=/create-new-workspace`);
    await page.getByRole('button', { name: 'Google' }).click();
    await expectAt('/create-new-workspace');
  });

  test("the tenant's own identity provider has a button, and what it answers is told on the sign-in page", async () => {
    const { page } = visitor;
    await page.goto(`${world.base}/signin`);
    await page.getByRole('button', { name: 'Single sign-on (SSO)' }).click();
    // Nobody has put the record into the domain's DNS, so its people are not let in.
    const words = 'Your organisation has not confirmed the domain of your email address.';
    await expectSeen(page.getByRole('alert').filter({ hasText: words }));
  });

  test('a linked provider is confirmed where linking ends', async () => {
    await signInBefore(await person(`linked-${people}@customer.example`));
    const { page } = visitor;
    await page.goto(`${world.base}/?linked=google`);
    await expectSeen(page.getByText('From now on you can also sign in with Google.'));
  });
});

test.each(['light', 'dark'])('the gallery shows every screen in its own style, %s', async (scheme) => {
  const { page } = visitor;
  await page.goto(`${world.base}/latchkey/gallery?scheme=${scheme}`);
  await page.getByRole('heading', { name: 'unhandled', exact: true }).waitFor();
  const display = await page
    .locator('.latchkey-gallery-grid')
    .evaluate((grid) => getComputedStyle(grid).display);
  expect(display).toBe('grid');
  expect(await page.getByRole('button', { name: 'Single sign-on (SSO)' }).count()).toBe(1);
});

test('a SAML service provider gets its answer from somebody who is signed in already', async () => {
  const { tenantId } = await world.product().access();
  const { entityId, acsUrl } = wiki;
  const registered = await admin('PUT', `tenants/${tenantId}/saml/sp`, { entityId, acsUrl });
  const provided = createServiceProvider(world.base, tenantId, registered.idpCertificate);
  await signInBefore(await person(`wiki-${people}@customer.example`));
  const { page } = visitor;
  const arrived = new Promise<string>((resolve) => {
    void page.route('https://wiki.example/**', async (route) => {
      resolve(new URLSearchParams(route.request().postData() ?? '').get('SAMLResponse') ?? '');
      await route.fulfill({ contentType: 'text/html', body: '<h1>Wiki</h1>' });
    });
  });
  await page.goto(await provided.startUrl('page 7'));
  await page.getByRole('heading', { name: 'Wiki' }).waitFor();
  expect((await provided.accept(await arrived)).nameID).not.toBe('');
});

test('the old address takes a change back: the link only asks, the button does it, and a second time says why not', async () => {
  const [old, email] = [`old-${people}@customer.example`, `new-${people}@customer.example`];
  const session = await person(old);
  const { page } = visitor;
  const call = async (method: string, path: string, body?: unknown, bearer = session.accessToken) =>
    (
      await world.product().send({
        method,
        path: `/v0/${path}`,
        ...(body ? { body } : {}),
        headers: { origin: world.base, authorization: `Bearer ${bearer}` },
      })
    ).json;
  const sent = await call('PUT', 'self/email', { email });
  const proof = new URL(sent.result.link).searchParams;
  const { tenantId, adminKey } = await world.product().access();
  const proven = await call('PUT', `tenants/${tenantId}/auth/link`, {
    uuid: proof.get('uuid'),
    token: proof.get('token'),
  });
  const { results } = await call('GET', `outbox?to=${old}`, undefined, adminKey);
  const undo = results.map(({ text }: { text: string }) => /http\S+type=undo/.exec(text)?.[0]).find(Boolean);
  await page.goto(undo);
  const button = page.getByRole('button', { name: 'Take the change back' });
  await button.waitFor();
  expect(new URL(page.url()).search).toBe('');
  const proved = proven.tokens.access.value;
  expect((await call('GET', 'self', undefined, proved)).email).toBe(email);
  await button.click();
  await page.getByRole('status').filter({ hasText: 'Done: your account is what it was.' }).waitFor();
  const again = await call('POST', `tenants/${tenantId}/auth/basic`, { emailOrUsername: old, password });
  expect(again.email).toBe(old);
  await page.goto(undo);
  await button.click();
  await page.getByRole('status').filter({ hasText: 'was used already' }).waitFor();
});

test('a sign-up that waits for its mail says so and shows the address', async () => {
  const { tenantId } = await world.product().access();
  await admin('PUT', `tenants/${tenantId}`, { signupConfirmation: 'email' });
  try {
    const email = `waiting-${people}@customer.example`;
    const { page } = visitor;
    await page.goto(`${world.base}/signup`);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('textbox', { name: 'Choose a password' }).fill(password);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.getByText(`We sent a link to ${email}.`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/signup');
  } finally {
    await admin('PUT', `tenants/${tenantId}`, { signupConfirmation: 'instant' });
  }
});
