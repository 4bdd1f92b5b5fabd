import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callProvider, createWorkspace, signUpPerson } from '../apps/server/src/testing/product-person.ts';
import { openWorld, settled, type Visitor, type World } from './harness.ts';

const email = 'ada@harbour.example';
const password = 'paper-boats-on-water-7';

let world: World;
let visitor: Visitor;
let workspace: string;

beforeAll(async () => {
  world = await openWorld({ BILLING: 'off' });
  const { session } = await signUpPerson(world.product(), { email, password });
  const made = await createWorkspace(world.product(), session, { name: 'Harbour' });
  workspace = `http://${made.workspace.slug}.${world.mainDomain}`;
}, 180_000);
afterAll(() => world?.close());

beforeEach(async () => {
  visitor = await world.visitor();
});
afterEach(() => visitor.close());

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Email address or username').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
}

const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true }).click();

/** Every script is gone, as after an update, until a page is loaded anew. @returns the pages that were loaded since */
async function loseParts(page: Page): Promise<string[]> {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await page.route('**/assets/*.js', (route) => (documents.length === 0 ? route.abort() : route.continue()));
  return documents;
}

describe('a sign-in page whose parts are gone', () => {
  test('is loaded anew after a right password, not while it is typed, and leads on', async () => {
    const { page } = visitor;
    await page.goto(`${world.base}/signin?error=sso_failed`);
    await settled(page);
    const documents = await loseParts(page);
    await fillIn(page);
    await settled(page);
    expect(documents).toEqual([]);
    await logIn(page);
    await page.waitForURL(`${workspace}/time`);
    expect(documents[0]).toBe('/signin');
  });

  test('has all that leads on since somebody typed', async () => {
    const { page } = visitor;
    await page.goto(`${world.base}/signin`);
    await fillIn(page);
    await settled(page);
    const documents = await loseParts(page);
    await logIn(page);
    await page.waitForURL(`${workspace}/time`);
    expect(documents).not.toContain('/signin');
  });

  test('signs nobody out', async () => {
    const { page } = visitor;
    await page.goto(`${world.base}/signin`);
    await fillIn(page);
    await logIn(page);
    await page.waitForURL(`${workspace}/time`);
    await page.getByRole('region', { name: 'State of this week' }).waitFor();
    await page.route(/\/assets\/(going-on|calls)-/, (route) => route.abort());
    await page.goto(`${world.base}/signin`);
    const goOn = page.getByRole('button', { name: 'Continue' });
    await goOn.waitFor();
    await page.unroute(/\/assets\/(going-on|calls)-/);
    await goOn.click();
    await page.getByRole('navigation', { name: 'Workspace' }).first().waitFor();
    expect(new URL(page.url()).origin).toBe(workspace);
  });

  test('shows its form where only the toast is missing', async () => {
    const { page } = visitor;
    const lost = page.waitForEvent('requestfailed');
    await page.route('**/assets/password-set-*', (route) => route.abort());
    await page.goto(`${world.base}/signin?reset=done`);
    expect((await lost).url()).toContain('password-set');
    await fillIn(page);
    await settled(page);
    expect(await page.getByLabel('Email address or username').inputValue()).toBe(email);
  });
});

test('a sign-up that waits for another tab says what went wrong, and goes on when asked again', async () => {
  const { page, context } = visitor;
  await page.goto(`${world.base}/signup?redirect=/archive-workspace`);
  await settled(page);
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: {} }));
  const other = await context.newPage();
  await other.goto(`${world.base}/signin`);
  await fillIn(other);
  await logIn(other);
  await other.waitForURL(`${workspace}/time`);
  await page.getByText('Problem with request').waitFor();
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL(`${world.base}/archive-workspace`);
  expect(new URL(page.url()).pathname).toBe('/archive-workspace');
});

test('a reset link sets the password though every part is gone, and fetches nothing to lead on', async () => {
  const { page } = visitor;
  const forgetful = 'bo@harbour.example';
  await signUpPerson(world.product(), { email: forgetful, password });
  const { adminKey, tenantId } = await world.product().access();
  const body = { email: forgetful };
  await callProvider(world.product(), 'POST', `tenants/${tenantId}/auth/reset/link`, { body });
  const path = `outbox?to=${encodeURIComponent(forgetful)}`;
  const { json } = await callProvider(world.product(), 'GET', path, { bearer: adminKey });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(json.results[0].link);
  await settled(page);
  await loseParts(page);
  await page.getByLabel('Choose a new password', { exact: true }).fill('another horse battery 9');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Password is set Successfully').waitFor();
  expect(fetched.filter((url) => /going-on/.test(url))).toEqual([]);
});
