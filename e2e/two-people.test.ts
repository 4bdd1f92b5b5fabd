import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled, type Visitor } from './harness.ts';
import { addTime, openStudio, type Studio } from './studio.ts';

/** Being told takes as long as it takes; what nobody is told of stays away. */
const PATIENT = { timeout: 30_000 };

let studio: Studio;
let member: Visitor;
let approver: Visitor;
let second: Page;
const streams: Request[] = [];
const ended = new Set<Request>();

/** Amir's week is open; Jonas decides on it. Nobody reloads a page in this file. */
beforeAll(async () => {
  studio = await openStudio();
  const before = await studio.visitor();
  await studio.signIn(before.page, 'amir');
  await addTime(before.page, studio.thisWeek, [
    ['Ferry app', 'Development'],
    ['Care and support', 'Support'],
  ]);
  await before.close();
  member = await studio.visitor();
  approver = await studio.visitor();
  member.context.on('request', (request) => {
    if (request.headers().accept === 'text/event-stream') streams.push(request);
  });
  member.context.on('requestfinished', (request) => ended.add(request));
  member.context.on('requestfailed', (request) => ended.add(request));
  await Promise.all([studio.signIn(member.page, 'amir'), studio.signIn(approver.page, 'jonas')]);
  second = await member.context.newPage();
  await second.goto(`${studio.workspace}/time`);
  await state(second).waitFor();
}, 240_000);
afterAll(() => studio?.close());

const state = (page: Page) => page.getByRole('region', { name: 'State of this week' });
const cell = (page: Page, row: number, day: number) =>
  page.locator(`input[data-row="${row}"][data-day="${day}"]`);

test('hours typed in one tab are in the other, and what is being typed there stays', async () => {
  await cell(second, 1, 6).click();
  await second.keyboard.type('2:3');
  await cell(member.page, 0, 6).fill('1:15');
  await member.page.keyboard.press('Enter');
  await expect.poll(() => cell(second, 0, 6).inputValue(), PATIENT).toBe('1:15');
  expect(await cell(second, 1, 6).inputValue()).toBe('2:3');
  expect(await cell(second, 1, 6).evaluate((field) => field === document.activeElement)).toBe(true);
  await second.keyboard.type('0');
  await second.keyboard.press('Enter');
  await expect.poll(() => cell(member.page, 1, 6).inputValue(), PATIENT).toBe('2:30');
});

test('a week that is handed in waits in the badge of who decides, and in the other tab', async () => {
  const badge = approver.page.getByRole('link', { name: /^Approvals/ });
  const before = await badge.textContent();
  await member.page.getByRole('button', { name: 'Submit week' }).click();
  await member.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Submit/ })
    .click();
  await state(member.page).getByText('Pending', { exact: true }).waitFor();
  await expect.poll(() => badge.textContent(), PATIENT).not.toBe(before);
  await state(second).getByText('Pending', { exact: true }).waitFor(PATIENT);
});

test('the decision is on the member’s pages', async () => {
  const { page } = approver;
  await page.getByRole('link', { name: /^Approvals/ }).click();
  await page
    .getByRole('button', { name: /Amir Haddad/ })
    .last()
    .click();
  await page.getByRole('article', { name: 'Hours of Amir Haddad' }).waitFor();
  await page.keyboard.press('a');
  await state(member.page).getByText('Approved', { exact: true }).waitFor(PATIENT);
  await state(second).getByText('Approved', { exact: true }).waitFor(PATIENT);
  await expect.poll(() => state(second).getByRole('button', { name: 'Withdraw' }).count(), PATIENT).toBe(0);
});

test('a subscription that ends is told on the pages of everybody, and so is its payment', async () => {
  const owner = await studio.visitor();
  await studio.signIn(owner.page, 'olivia');
  await owner.page.goto(`${studio.workspace}/billing`);
  await owner.page.getByRole('button', { name: 'Simulate the end' }).click();
  const lapsed = second.getByText('The subscription of this workspace is not active.');
  await lapsed.waitFor(PATIENT);
  await owner.page.getByRole('button', { name: 'Simulate a payment' }).click();
  await lapsed.waitFor({ state: 'detached', ...PATIENT });
  expect(owner.problems()).toEqual([]);
  await owner.close();
});

test('a form that was held for one person is not sent by another who signs in in the next tab', async () => {
  const { page, context, problems, close } = await studio.visitor();
  await studio.signIn(page, 'olivia');
  await page.goto(`${studio.workspace}/clients?new=1`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Boat house');
  await page.route('**/api/Clients', (route) =>
    route.fulfill({ status: 401, contentType: 'text/plain', body: 'Please re-login.' }),
  );
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const notice = page.getByRole('dialog').getByRole('alert');
  await notice.getByText('You were signed out.', { exact: false }).waitFor();
  await page.unroute('**/api/Clients');
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/Clients') && request.method() !== 'GET') written.push(request.url());
  });
  const anew = page.waitForEvent('domcontentloaded');
  const other = await context.newPage();
  await studio.signIn(other, 'jonas');
  await anew;
  await page.getByRole('button', { name: /Jonas Weber/ }).waitFor();
  expect(await page.getByRole('button', { name: /Olivia Hart/ }).count()).toBe(0);
  const names = () =>
    page
      .getByRole('textbox', { name: 'Name', exact: true })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).filter(Boolean));
  // Once whatever would fill the form again, or send it, has had its turn.
  await settled(page);
  expect(await names()).toEqual([]);
  expect(written).toEqual([]);
  expect(problems()).toEqual([]);
  await close();
});

test('the tabs of a browser have one stream; the next tab goes on where the one with it closed', async () => {
  const open = () => streams.filter((request) => !ended.has(request));
  await expect.poll(() => open().length, PATIENT).toBe(1);
  const before = streams.length;
  // Whichever was there first has it.
  await open()[0]?.frame().page().close();
  await expect.poll(() => streams.length, PATIENT).toBeGreaterThan(before);
  expect(new URL(streams.at(-1)?.url() ?? '').searchParams.has('after')).toBe(true);
});

test('nothing was said in the console', () => {
  expect([...member.problems(), ...approver.problems()]).toEqual([]);
});
