import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorkspace, signUpPerson } from '../apps/server/src/testing/product-person.ts';
import { openWorld, settled, type Visitor, type World } from './harness.ts';

const email = 'ada@harbour.example';
const password = 'paper-boats-on-water-7';
const PATIENT = { timeout: 15_000 };

let world: World;
let visitor: Visitor;
let workspace: string;
let slug: string;

beforeAll(async () => {
  world = await openWorld({ BILLING: 'off' });
  const { session } = await signUpPerson(world.product(), { email, password });
  const made = await createWorkspace(world.product(), session, { name: 'Harbour' });
  slug = made.workspace.slug;
  workspace = `http://${slug}.${world.mainDomain}`;
}, 180_000);
afterAll(() => world?.close());

beforeEach(async () => {
  visitor = await world.visitor();
});
afterEach(async () => {
  const problems = visitor.problems();
  await visitor.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email address or username').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** At the week: before it shows one, the page may still be on its way to the main domain and back. */
async function arrived(page: Page): Promise<void> {
  await page.waitForURL(`${workspace}/time`);
  const isEmpty = page.getByRole('heading', { name: 'No time in this week yet' });
  await page.locator('input[data-row="0"]').first().or(isEmpty).first().waitFor();
}

/** Addresses of the documents that were loaded, from now on. */
function countDocuments(page: Page): string[] {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request.url());
  });
  return documents;
}

const refuse = (route: Route) =>
  route.fulfill({ status: 401, contentType: 'text/plain', body: 'Please re-login.' });

/** Whether the browser's session of the main domain is known to the provider. */
async function selfStatus({ context }: Visitor): Promise<number> {
  const { tenantId } = await world.product().access();
  const cookies = await context.cookies(world.base);
  const access = cookies.find(({ name }) => name === `access.${tenantId}`)?.value ?? '';
  const headers = { origin: world.base, authorization: `Bearer ${access}` };
  return (await world.product().send({ method: 'GET', path: '/v0/self', headers })).status;
}

describe('a gateway that keeps answering "Please re-login."', () => {
  test.each([
    ['to one call', /\/api\/Clients\b/],
    ['to every call', /\/api\//],
  ])('%s: signed out everywhere, then a page that stops, in few navigations', async (_, calls) => {
    const { page } = visitor;
    await page.goto(`${world.base}/signin`);
    await signIn(page);
    await arrived(page);
    const isRefused = (url: URL) => url.host === new URL(workspace).host && calls.test(url.pathname);
    await page.route(isRefused, refuse);

    const documents = countDocuments(page);
    await page.goto(`${workspace}/clients`);
    await page.getByText('You were signed out. Sign in to go on where you were.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
    expect(documents).toHaveLength(2);
    expect(await selfStatus(visitor)).toBe(401);

    await signIn(page);
    await page.getByRole('heading', { name: 'You were signed out again' }).waitFor();
    await settled(page);
    // The workspace, the main domain for a code, the workspace with it, and the page that was asked for.
    expect(documents.slice(2).length).toBeLessThanOrEqual(4);
    expect(new URL(page.url()).origin).toBe(workspace);
    expect(await selfStatus(visitor)).toBe(401);

    await page.unroute(isRefused);
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await signIn(page);
    await page.waitForURL(`${workspace}/clients`);
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
  });

  test('what was typed is told, kept and saved after the next good sign-in', async () => {
    const { page } = visitor;
    await page.goto(`${world.base}/signin`);
    await signIn(page);
    await arrived(page);
    await page.getByRole('button', { name: 'Add a row' }).first().click();
    await page.getByRole('combobox', { name: 'Project, activity or client' }).fill('Website');
    await page.getByRole('option', { name: 'Create project “Website”' }).click();
    for (const [label, name] of [
      ['Client', 'Acme'],
      ['Activity', 'Design'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).fill(name);
      await page.getByRole('option', { name: `Create “${name}”` }).click();
    }
    await page.getByRole('button', { name: 'Add row' }).click();
    const cell = (day: number) => page.locator(`input[data-row="0"][data-day="${day}"]`);
    await cell(0).fill('2:00');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

    await page.route(`${workspace}/api/**`, refuse);
    await cell(1).fill('3:15');
    await page.keyboard.press('Enter');
    const kept = 'One change of your timesheet is kept on this device and is saved after you sign in.';
    await page.getByText(kept).waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
    await signIn(page);
    await page.getByRole('heading', { name: 'You were signed out again' }).waitFor();
    await page.getByText(kept).waitFor();

    await page.unroute(`${workspace}/api/**`);
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await signIn(page);
    await page.waitForURL(`${workspace}/time**`);
    await expect.poll(() => cell(1).inputValue(), PATIENT).toBe('3:15');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => cell(1).inputValue(), PATIENT).toBe('3:15');
  });
});

test('a form that is being filled in stays when the session dies, and is sent after signing in in another tab', async () => {
  const { page, context } = visitor;
  await page.goto(`${world.base}/signin`);
  await signIn(page);
  await arrived(page);
  await page.goto(`${workspace}/projects?new=1`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Boat house');
  await page.route('**/api/Projects', refuse);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('alert').getByText('You were signed out.', { exact: false }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/projects');
  // The provider is told beside the notice.
  await expect.poll(() => selfStatus(visitor), PATIENT).toBe(401);
  await page.unroute('**/api/Projects');
  const elsewhere = context.waitForEvent('page');
  await form.getByRole('link', { name: 'Sign in in a new tab' }).click();
  const other = await elsewhere;
  await signIn(other);
  await other.waitForURL(`${workspace}/**`);
  await other.getByRole('navigation', { name: 'Workspace' }).first().waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Boat house');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('row', { name: /Boat house/ }).waitFor();
});

test('the main domain that is refused its own calls stays where it is', async () => {
  const { page } = visitor;
  await page.goto(`${world.base}/signin`);
  await signIn(page);
  await arrived(page);
  const refused = { statusCode: 401, message: 'This session does not belong here.' };
  await page.route(`${world.base}/api/**`, (route) => route.fulfill({ status: 401, json: refused }));
  const documents = countDocuments(page);
  await page.goto(`${world.base}/`);
  await page.waitForURL(`${world.base}/?error=unauthorize_access`);
  await page.getByText(refused.message).waitFor();
  await settled(page);
  expect(documents).toHaveLength(2);
});

describe('after signing in', () => {
  test('the path that the tenant names in the own record is followed', async () => {
    const { page } = visitor;
    await settings({ loginRedirectPath: '/features' });
    try {
      await page.goto(`${world.base}/signin`);
      await signIn(page);
      await page.waitForURL(`${world.base}/features`);
      expect(await selfStatus(visitor)).toBe(200);
    } finally {
      await settings({ loginRedirectPath: '/' });
    }
  });

  test('somebody whose own record cannot be read is signed out, and told', async () => {
    const { page } = visitor;
    await page.route(`${world.base}/v0/self`, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${world.base}/signin?redirect=/create-new-workspace`);
    await signIn(page);
    await page.getByText('Your account could not be read, so you were signed out.').waitFor();
    const { searchParams } = new URL(page.url());
    expect([...searchParams]).toEqual([
      ['signedOut', 'unread'],
      ['redirect', '/create-new-workspace'],
    ]);
    const names = (await visitor.context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => /^(access|id|refresh)\./.test(name))).toEqual([]);
  });
});

test('signing out takes every cookie of the session along, on this host and on the main domain', async () => {
  const { page, context } = visitor;
  await page.goto(`${world.base}/signin`);
  await signIn(page);
  await arrived(page);
  const names = async () => (await context.cookies()).map(({ name }) => name.replace(/\..*/, ''));
  await expect.poll(names, PATIENT).toEqual(expect.arrayContaining(['tenant', 'user', 'access', 'refresh']));
  await page.getByRole('button', { name: /Ada Berg/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${world.base}/signin**`);
  await page.getByLabel('Email address or username').waitFor();
  const left = async () => (await names()).filter((name) => !['__Host-sb', 'XSRF-TOKEN'].includes(name));
  // What remembers the last page between hosts names the public page where the person is now.
  await expect.poll(left, PATIENT).toEqual(['stint_path']);
  const remembered = (await context.cookies()).find(({ name }) => name === 'stint_path');
  expect(decodeURIComponent(remembered?.value ?? '')).toBe(`${world.base}/signin`);
});

test('signing out in one tab leads the others to the form as well, and what is half typed there is kept', async () => {
  const { page, context } = visitor;
  await page.goto(`${world.base}/signin`);
  await signIn(page);
  await arrived(page);
  const other = await context.newPage();
  // It hears of others once it follows what changes.
  const followed = other.waitForRequest('**/assets/live-updates-*');
  await other.goto(`${workspace}/time?view=week`);
  const cell = other.locator('input[data-row="0"][data-day="2"]');
  await cell.fill('1:45');
  await followed;
  await settled(other);
  await page.getByRole('button', { name: /Ada Berg/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${world.base}/signin**`);
  await other.waitForURL(`${world.base}/signin**`);
  await other.getByText('You were signed out. Sign in to go on where you were.').waitFor();
  await other.getByText('One change of your timesheet is kept on this device').waitFor();
  await signIn(other);
  await other.waitForURL(`${workspace}/time?view=week`);
  await expect.poll(() => cell.inputValue(), PATIENT).toBe('1:45');
});

async function settings(body: object): Promise<void> {
  const { tenantId, adminKey } = await world.product().access();
  const headers = { origin: world.base, authorization: `Bearer ${adminKey}` };
  const answer = await world
    .product()
    .send({ method: 'PUT', path: `/v0/tenants/${tenantId}`, body, headers });
  expect(answer.status).toBe(200);
}
