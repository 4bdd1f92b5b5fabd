import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../apps/server/src/auth/methods/federation/openid-provider.fixture.ts';
import { authenticatorCode } from '../apps/server/src/testing/authenticator.ts';
import { type NameServer, startNameServer } from '../apps/server/src/testing/name-server.ts';
import {
  callProvider,
  createWorkspace,
  type PersonSession,
  signUpPerson,
  type WorkspacePlace,
} from '../apps/server/src/testing/product-person.ts';
import { openWorld, type Visitor, type World } from './harness.ts';

const password = 'correct horse battery 9';
const factor = (strategy: string) => ({ channel: 'email', strategy });
const totp = { channel: 'authenticator', strategy: 'totp' };
const stepMs = 30_000;

let world: World;
let names: NameServer;
let provider: OpenIdProvider;
let visitor: Visitor;
let page: Page;
let owner: PersonSession;
let house: WorkspacePlace;
let houses = 0;

beforeAll(async () => {
  names = await startNameServer();
  world = await openWorld(names.env);
  provider = await startOpenIdProvider([`${world.base}/v0/auth/okta/login`]);
}, 300_000);
afterAll(async () => {
  await world?.close();
  await provider?.close();
  await names?.close();
});

beforeEach(async () => {
  houses += 1;
  const email = `owner-${houses}@harbour.example`;
  const signedUp = await signUpPerson(world.product(), { email, password });
  const made = await createWorkspace(world.product(), signedUp.session, { name: `Harbour ${houses}` });
  [house, owner] = [made.workspace, made.session];
  const sub = `employee-${houses}`;
  provider.person = { sub, email: `${sub}@house-${houses}.example`, email_verified: true, name: 'Ada' };
  await newVisitor();
});
afterEach(endVisitor);

async function newVisitor(): Promise<void> {
  visitor = await world.visitor();
  page = visitor.page;
}
async function endVisitor(): Promise<void> {
  const problems = visitor.problems();
  await visitor.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function admin(method: string, path: string, body?: unknown) {
  const { adminKey } = await world.product().access();
  const answer = await callProvider(world.product(), method, path, { bearer: adminKey, body });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.json;
}

/** The workspace has a provider of its own and a proven domain; its people sign in with these factors. */
async function setUp(...firstFactors: object[]): Promise<void> {
  const tenant = `tenants/${house.tenantID}`;
  const settings = { issuer: provider.issuer, clientId, clientSecret };
  await admin('PUT', `${tenant}/sso/okta`, settings);
  const domain = `${tenant}/domains/house-${houses}.example`;
  const { recordName, recordValue } = await admin('PUT', domain);
  names.records.set(recordName, recordValue);
  expect((await admin('PUT', domain)).provenAt).not.toBeNull();
  await admin('PUT', tenant, { authentication: { firstFactors } });
}
const requireSecond = () =>
  admin('PUT', `tenants/${house.tenantID}`, {
    authentication: { isMfaRequired: true, secondFactors: [totp] },
  });

async function pair(): Promise<string> {
  const { accessToken: bearer, tenantId } = owner;
  const { json } = await callProvider(world.product(), 'GET', 'auth/totp', { bearer });
  const body = { totpCode: authenticatorCode(json.totpSecret, new Date()) };
  await callProvider(world.product(), 'POST', `tenants/${tenantId}/auth/totp`, { bearer, body });
  return json.totpSecret;
}

const host = () => `http://${house.slug}.${world.mainDomain}`;
const heading = (name: string) => page.getByRole('heading', { name }).waitFor();

async function expectIn(): Promise<void> {
  await page.waitForURL(`${host()}/time`);
  await heading('No time in this week yet');
  expect(page.url()).toBe(`${host()}/time`);
}

async function logIn(): Promise<void> {
  await page.goto(`${world.base}/signin?redirect=${encodeURIComponent(`${host()}/time`)}`);
  await page.getByLabel('Email address or username').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** With the own account, once: the provider knows the person from then on. */
async function connect(): Promise<void> {
  await logIn();
  await heading('One more step');
  await page.getByRole('button', { name: 'Connect Okta' }).click();
  await heading('Link this sign-in to your account?');
  await page.getByRole('link', { name: 'Continue' }).click();
}

async function enterCode(code: string): Promise<void> {
  await page.getByLabel('Six-digit code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Names of the cookies that a session of a tenant has. */
async function sessionCookies(at: string, tenantId: string): Promise<string[]> {
  const found = (await visitor.context.cookies(at)).map(({ name }) => name);
  return found.filter((name) => name.endsWith(`.${tenantId}`) && /^(access|id|refresh)\./.test(name));
}

describe('a workspace whose only way in is a provider of its own', () => {
  test('who was there before connects it once; from then on its address alone leads to the provider and in', async () => {
    await setUp(factor('okta'));
    await connect();
    await expectIn();

    await endVisitor();
    await newVisitor();
    await page.goto(`${host()}/time`);
    await expectIn();
    expect(await sessionCookies(host(), house.tenantID)).toContain(`access.${house.tenantID}`);
    const { tenantId } = await world.product().access();
    expect(await sessionCookies(world.base, tenantId)).toEqual([]);
  });

  test('whom the provider names without an account being connected is told so, and led to the own account', async () => {
    await setUp(factor('okta'));
    await page.goto(`${host()}/time`);
    await page.getByRole('alert').filter({ hasText: 'You cannot sign in here this way.' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
    await page.getByRole('link', { name: 'Sign in with it' }).click();
    await page.waitForURL(`${world.base}/signin**`);
    await page.getByLabel('Email address or username').waitFor();
  });

  test('a required second factor is asked at the workspace, also after a reload', async () => {
    const secret = await pair();
    await setUp(factor('okta'));
    await requireSecond();
    await connectWithAuthenticator(secret);
    await endVisitor();
    await newVisitor();
    await page.goto(`${host()}/time`);
    await heading('Enter your six-digit code');
    expect(await sessionCookies(host(), house.tenantID)).toEqual([]);
    await page.reload();
    await heading('Enter your six-digit code');
    await enterCode('000000');
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Use a backup code' }).waitFor();
  });

  test('who has no second factor sets one up with the own account, and the provider takes over', async () => {
    await setUp(factor('okta'));
    await requireSecond();
    await logIn();
    await heading('Set up two-factor authentication');
    const secret = ((await page.locator('.latchkey-secret').textContent()) ?? '').replace(/\s/g, '');
    await enterCode(authenticatorCode(secret, new Date()));
    await heading('Save your backup codes');
    await page.locator('[data-part="finish"]').click();
    await page.getByRole('button', { name: 'Connect Okta' }).click();
    await heading('Link this sign-in to your account?');
    await page.getByRole('link', { name: 'Continue' }).click();
    await heading('Enter your six-digit code');
    await enterCode(authenticatorCode(secret, new Date(Date.now() + stepMs)));
    await expectIn();
  });
});

/** The main domain asks for the authenticator already; the workspace asks once more. */
async function connectWithAuthenticator(secret: string): Promise<void> {
  await logIn();
  await heading('Enter your six-digit code');
  await enterCode(authenticatorCode(secret, new Date(Date.now() + stepMs)));
  await page.getByRole('button', { name: 'Connect Okta' }).click();
  await heading('Link this sign-in to your account?');
  await page.getByRole('link', { name: 'Continue' }).click();
  await heading('Enter your six-digit code');
}

describe('a workspace with a provider of its own beside other ways', () => {
  test('its host offers them; a session of the main domain needs none of them', async () => {
    await setUp(factor('password'), factor('okta'));
    await page.goto(`${host()}/time`);
    await page.getByRole('button', { name: 'Okta' }).waitFor();
    await page.getByLabel('Email address or username').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expectIn();
    await endVisitor();
    await newVisitor();
    await logIn();
    await expectIn();
  });
});

describe('links at the host of a workspace', () => {
  test('the return of a provider that another browser asked for signs nobody in before they agree', async () => {
    await setUp(factor('okta'));
    await connect();
    await expectIn();
    await endVisitor();
    await newVisitor();
    // The page that the provider comes back to is kept from using its link.
    await page.route('**/auth/link**', (route) => route.abort());
    const returned = page.waitForRequest((request) => request.url().startsWith(`${host()}/signin?token=`));
    await page.goto(`${host()}/time`);
    const link = (await returned).url();
    await endVisitor();
    await newVisitor();
    await page.goto(link);
    await page.locator('[data-part="open-link"]').waitFor();
    expect(page.url()).not.toContain('token=');
    expect(await sessionCookies(host(), house.tenantID)).toEqual([]);
    await page.locator('[data-part="open-link"]').click();
    await expectIn();
  });

  test('a mailed link of the workspace signs in to it; a spent one says so', async () => {
    const link = await mailed('auth/link');
    await page.goto(link);
    await page.locator('[data-part="open-link"]').click();
    await heading('Your email address is confirmed');
    await page.getByRole('link', { name: 'Continue' }).click();
    await expectIn();
    await endVisitor();
    await newVisitor();
    await page.goto(link);
    await page.locator('[data-part="open-link"]').click();
    await heading('This link has expired');
    expect(page.url()).toContain(host());
  });

  test('a mailed reset of the workspace sets the password there, and the way leads on', async () => {
    await page.goto(await mailed('auth/reset/link'));
    const renewed = 'another horse battery 9';
    await page.getByLabel('Choose a new password', { exact: true }).fill(renewed);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL('**/signin**');
    await page.getByLabel('Email address or username').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(renewed);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expectIn();
  });
});

/** Asked for at the workspace's host by nobody's browser: the link of the mail. */
async function mailed(path: string): Promise<string> {
  const at = { host: new URL(host()).host, body: { email: owner.email } };
  const answer = await callProvider(world.product(), 'POST', `tenants/${house.tenantID}/${path}`, at);
  expect(answer.status).toBe(200);
  const { results } = await admin('GET', `outbox?to=${encodeURIComponent(owner.email)}`);
  const link = results[0].link as string;
  expect(link).toContain(host());
  return link;
}
