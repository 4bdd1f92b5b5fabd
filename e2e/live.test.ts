import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visitor } from './harness.ts';
import { type LiveWorld, openLiveWorld } from './live-harness.ts';

/** Saying so takes as long as it takes; what is wrong stays wrong. */
const PATIENT = { timeout: 15_000 };

const owner = { email: 'ada@harbour.example', password: 'correct horse battery 9' };
const invited = 'bo@harbour.example';

let world: LiveWorld;
let visitor: Visitor;
/** Where workspace `harbour` is. */
let workspace: string;

beforeAll(async () => {
  world = await openLiveWorld();
  visitor = await world.visitor();
  workspace = `https://harbour.${world.mainDomain}`;
}, 180_000);
afterAll(() => world?.close());

/** One process with the documented settings, a proxy that ends TLS, a mail server: each step begins where the one before ended. */
describe('live mode, from signing up to a saved week', () => {
  test('a stranger signs up; the mail comes through the mail server and proves the address', async () => {
    const { page, context } = visitor;
    await page.goto(`${world.base}/signup`);
    await signUp(page, owner);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/select-region');
    const link = await world.mail.linkTo(owner.email, /./);
    expect(new URL(link).origin).toBe(world.base);
    const tab = await context.newPage();
    await tab.goto(link);
    await tab.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    await tab.close();
  });

  test('a workspace is made at its own address', async () => {
    const { page } = visitor;
    await page.bringToFront();
    await page.getByRole('radio', { name: /European Union/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Workspace name').fill('Harbour');
    await page.getByText('This address is free.').waitFor();
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('heading', { name: 'Harbour is ready' }).waitFor();
    await page.getByRole('link', { name: 'Open the workspace' }).click();
    // The address is there twice: before the hand-over and after it.
    await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor();
    expect(await page.evaluate(() => isSecureContext)).toBe(true);
  });

  test('hours are saved, and there after a reload', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add a row' }).first().click();
    await page.getByRole('combobox', { name: 'Project, activity or client' }).fill('Boat house');
    await page.getByRole('option', { name: 'Create project “Boat house”' }).click();
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByRole('rowheader', { name: /Boat house/ }).waitFor();
    const cell = page.locator('input[data-row="0"][data-day="0"]');
    await cell.click();
    await page.keyboard.type('7:30');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => cell.inputValue(), PATIENT).toBe('7:30');
  });

  test('every cookie is secure, those with tokens belong to one host alone, the companion to script on none', async () => {
    const cookies = await visitor.context.cookies();
    expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
    const hosts = [world.mainDomain, `harbour.${world.mainDomain}`].map((host) => host.replace(/:\d+$/, ''));
    const tokens = cookies.filter(({ name }) => /^(access|id|refresh)\./.test(name));
    // A domain without a dot in front is a cookie without a Domain attribute.
    expect(new Set(tokens.map(({ domain }) => domain))).toEqual(new Set(hosts));
    const refresh = tokens.filter(({ name }) => name.startsWith('refresh.'));
    const companions = cookies.filter(({ name }) => name === '__Host-sb');
    for (const kind of [refresh, companions]) {
      expect(kind.map(({ domain }) => domain).sort()).toEqual([...hosts].sort());
      expect(kind.filter(({ httpOnly, sameSite }) => !httpOnly || sameSite !== 'Strict')).toEqual([]);
    }
  });

  test('a colleague is invited by mail, is signed in by the link, joins and sees the week', async () => {
    await visitor.page.goto(`${workspace}/team`);
    await visitor.page.getByRole('button', { name: 'Invite', exact: true }).first().click();
    const dialog = visitor.page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByRole('textbox').fill(invited);
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    const link = await world.mail.linkTo(invited, /Harbour/);
    const colleague = await world.visitor();
    const { page } = colleague;
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Your name').fill('Bo Berg');
    await page.getByRole('button', { name: 'Join the workspace' }).click();
    await page.getByRole('button', { name: 'Go on without a password' }).click();
    await page.waitForURL(`${workspace}/time`);
    await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor();
    expect(colleague.problems()).toEqual([]);
    await colleague.close();
  });

  test('signed out and in again with the password', async () => {
    const { page } = visitor;
    await page.goto(`${workspace}/time`);
    await page.getByTitle(/^Menu of/).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin**');
    await page.getByLabel('Email address or username').fill(owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(`${workspace}/time`);
    await page.getByRole('rowheader', { name: /Boat house/ }).waitFor();
    expect(await page.locator('input[data-row="0"][data-day="0"]').inputValue()).toBe('7:30');
  });

  test('an address that is nobody’s, and the address that the process listens on, are not answered', async () => {
    const { product } = world;
    for (const host of [`nobody.${world.mainDomain}`, `127.0.0.1:${product.port}`, 'stint.evil.example']) {
      for (const path of ['/', '/api/AppRole', '/v0/self'])
        expect([host, path, (await product.send({ method: 'GET', path, host })).status]).toEqual([
          host,
          path,
          421,
        ]);
    }
  });

  test('nothing failed on the way: no error in the console, none in the log', () => {
    expect(visitor.problems()).toEqual([]);
    const lines = world.product.output().stdout.split('\n').filter(Boolean);
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

async function signUp(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Choose a password' }).fill(password);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
}
