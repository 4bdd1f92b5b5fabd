import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authenticatorCode } from '../apps/server/src/testing/authenticator.ts';
import {
  callProvider,
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  refresh,
  signIn,
  signUpPerson,
  type WorkspacePlace,
} from '../apps/server/src/testing/product-person.ts';
import { openWorld, type Visitor, type World } from './harness.ts';

const password = 'correct horse battery 9';
const totp = { channel: 'authenticator', strategy: 'totp' };
const sms = { channel: 'sms', strategy: 'verificationCode' };
const stepMs = 30_000;

let world: World;
let visitor: Visitor;
let page: Page;
let owner: PersonSession;
let house: WorkspacePlace;
let houses = 0;

beforeAll(async () => {
  world = await openWorld();
}, 180_000);
afterAll(() => world?.close());

beforeEach(async () => {
  houses += 1;
  const email = `owner-${houses}@harbour.example`;
  const signedUp = await signUpPerson(world.product(), { email, password });
  const made = await createWorkspace(world.product(), signedUp.session, { name: `Harbour ${houses}` });
  [house, owner] = [made.workspace, made.session];
  visitor = await world.visitor();
  page = visitor.page;
});
afterEach(async () => {
  const problems = visitor.problems();
  await visitor.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

async function call(method: string, path: string, bearer: string, body?: unknown) {
  const answer = await callProvider(world.product(), method, path, { bearer, body });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.json;
}
const adminKey = async () => (await world.product().access()).adminKey;

/** Two factors for everybody, as an operator sets it, whoever has one by then. */
async function requireSecond(...secondFactors: object[]): Promise<void> {
  const authentication = { isMfaRequired: true, secondFactors };
  await call('PUT', `tenants/${house.tenantID}`, await adminKey(), { authentication });
}

/** An authenticator of a signed-in person, set up by calls; gives its secret. */
async function pair(session: PersonSession): Promise<string> {
  const { totpSecret } = await call('GET', 'auth/totp', session.accessToken);
  const totpCode = authenticatorCode(totpSecret, new Date());
  await call('POST', `tenants/${session.tenantId}/auth/totp`, session.accessToken, { totpCode });
  return totpSecret;
}

/** The newest code that was texted. */
async function texted(phoneNumber: string): Promise<string> {
  const path = `outbox?to=${encodeURIComponent(phoneNumber)}`;
  return (await call('GET', path, await adminKey())).results[0].verificationCode;
}

/** The workspace's own address, as from a bookmark; who is not signed in does so with a password. */
async function open(): Promise<void> {
  await page.goto(`http://${house.slug}.${world.mainDomain}/time`);
}
async function logIn(email: string): Promise<void> {
  await page.goto(`${world.base}/signin?redirect=${encodeURIComponent(entry())}`);
  await page.getByLabel('Email address or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
/** Nobody is signed in any more; a page that was still open would find that out and lead on by itself. */
async function forget(of: { domain?: string } = {}): Promise<void> {
  await page.goto('about:blank');
  await visitor.context.clearCookies(of);
}
const entry = () => `http://${house.slug}.${world.mainDomain}/time`;

async function expectIn(): Promise<void> {
  await page.waitForURL(entry());
  await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor();
  expect(page.url()).toBe(entry());
}

const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
async function enterCode(code: string, label = 'Six-digit code'): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Sets up an authenticator on the screen: a wrong code is refused, a right one shows the backup codes. */
async function setUp(): Promise<{ secret: string; backupCodes: string[] }> {
  await heading('Set up two-factor authentication');
  const secret = ((await page.locator('.latchkey-secret').textContent()) ?? '').replace(/\s/g, '');
  await enterCode('000000');
  await page.getByRole('alert').filter({ hasText: 'Invalid TOTP code' }).waitFor();
  await enterCode(authenticatorCode(secret, new Date()));
  await heading('Save your backup codes');
  const backupCodes = await page.locator('[data-part="backup-codes"] code').allTextContents();
  await page.locator('[data-part="finish"]').click();
  return { secret, backupCodes };
}

describe('a workspace that requires an authenticator', () => {
  test('the owner who turned it on signs in anew, is led through setting up an authenticator, and is in', async () => {
    await requireSecond(totp);
    await logIn(owner.email);
    await heading('One more step');
    const { secret, backupCodes } = await setUp();
    await expectIn();

    // The next sign-in asks for the authenticator, and takes a backup code in its place.
    await page.evaluate(() => sessionStorage.clear());
    await forget();
    await logIn(owner.email);
    await heading('Enter your six-digit code');
    await enterCode('000000');
    await page.getByRole('alert').waitFor();
    await enterCode(authenticatorCode(secret, new Date(Date.now() + stepMs)));
    await expectIn();
    await forget();
    await logIn(owner.email);
    await page.getByRole('button', { name: 'Use a backup code' }).click();
    await page.getByLabel('Backup code', { exact: true }).fill(backupCodes[0] ?? '');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expectIn();
  });

  test('an owner turns it on by calls once the own authenticator was passed, and is not locked out', async () => {
    const secret = await pair(owner);
    const fresh = await refresh(world.product(), owner);
    await call('PUT', `tenants/${house.tenantID}`, fresh.accessToken, {
      authentication: { isMfaRequired: true },
    });
    await logIn(owner.email);
    await heading('Enter your six-digit code');
    await enterCode(authenticatorCode(secret, new Date(Date.now() + stepMs)));
    await expectIn();
  });

  test('somebody signed in before is asked at the door: a wrong code is refused, a right one leads in', async () => {
    // The workspace's address alone, without a session: the main domain asks who it is.
    await open();
    // It is asked at /auth on the way, and ends at the first page.
    await page.waitForURL(`${world.base}/?redirect=**`);
    await logIn(owner.email);
    await expectIn();
    // The authenticator comes from elsewhere, and this browser's workspace session goes.
    const secret = await pair(await signIn(world.product(), { email: owner.email, password }));
    await requireSecond(totp);
    await forget({ domain: `${house.slug}.stint.localhost` });
    await open();
    await heading('One more step');
    await heading('Enter your six-digit code');
    await enterCode('000000');
    await page.getByRole('alert').filter({ hasText: 'Invalid TOTP code' }).waitFor();
    await enterCode(authenticatorCode(secret, new Date(Date.now() + stepMs)));
    await expectIn();
  });

  test('a member who has text messages only proves those, then sets an authenticator up', async () => {
    const { member, phoneNumber } = await addMemberWithPhone();
    await requireSecond(totp);
    await logIn(member.email);
    await heading('One more step');
    // Two texts to one number have two seconds between them; the form says so and stays.
    const submit = page.getByRole('button', { name: 'Submit' });
    const isAsked = async () => {
      await submit.click({ timeout: 500 }).catch(() => {});
      return page.getByRole('heading', { name: 'Enter your verification code' }).isVisible();
    };
    await expect.poll(isAsked, { timeout: 20_000, interval: 1000 }).toBe(true);
    await enterCode(await texted(phoneNumber), 'Verification code');
    await setUp();
    await expectIn();
  });
});

describe('a workspace that takes text messages or an authenticator', () => {
  test('there is a choice; back leads to it and out of it; a number is proven and leads in', async () => {
    await requireSecond(sms, totp);
    await logIn(owner.email);
    await heading('One more step');
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    await heading('Set up two-factor authentication');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Text me a code' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await heading('Your workspaces');
    await open();
    await page.getByRole('button', { name: 'Text me a code' }).click();
    await page.getByRole('textbox', { name: 'Mobile phone number' }).fill('+17025550142');
    await page.getByRole('button', { name: 'Submit' }).click();
    await heading('Enter your verification code');
    await enterCode('000000', 'Verification code');
    await page.getByRole('alert').waitFor();
    await enterCode(await texted('+17025550142'), 'Verification code');
    await expectIn();
  });
});

/** A member of the workspace with a proven number and no authenticator. */
async function addMemberWithPhone(): Promise<{ member: PersonSession; phoneNumber: string }> {
  const email = `member-${houses}@harbour.example`;
  const phoneNumber = '+17025550199';
  const { session } = await signUpPerson(world.product(), { email, password });
  await call('PUT', 'self/phone', session.accessToken, { phoneNumber });
  const verificationCode = await texted(phoneNumber);
  await call('PUT', 'self/phone', session.accessToken, { phoneNumber, verificationCode });
  const product = world.product();
  const inside = await enterWorkspace(product, owner, house);
  const flags = { createEditProjects: false, createEditClientsActivities: false, createEditTime: true };
  const invited = await callWorkspace(product, inside, house, {
    method: 'POST',
    path: '/api/Invitations',
    body: { emails: [email], role: 'member', ...flags },
  });
  const { link } = invited.json.results[0].invitation;
  const token = new URL(link).searchParams.get('token');
  const accepted = await product.send({
    method: 'POST',
    path: `/api/Invitations/${token}/Accept`,
    headers: { origin: world.base, authorization: `Bearer ${session.accessToken}` },
  });
  if (accepted.status >= 300) throw new Error(accepted.text);
  return { member: session, phoneNumber };
}
