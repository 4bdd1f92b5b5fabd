import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect, type Visitor } from './harness.ts';
import { openStudio, type Studio } from './studio.ts';

let studio: Studio;
let member: Visitor;
let approver: Visitor;
let workspace: string;

/** Amir is a member of the demo workspace whose weeks Jonas decides; this week of his is open. */
const reason = 'Friday belongs to another project';

beforeAll(async () => {
  studio = await openStudio();
  workspace = studio.workspace;
  member = await studio.visitor();
  approver = await studio.visitor();
  await Promise.all([studio.signIn(member.page, 'amir'), studio.signIn(approver.page, 'jonas')]);
}, 240_000);

afterAll(() => studio?.close());

/** The steps of one week, in order; each begins where the one before ended. */
test('a member sees the totals of the week and submits it with a note', async () => {
  const { page } = member;
  await page.getByRole('button', { name: 'Submit week' }).click();
  const dialog = page.getByRole('dialog', { name: /^Submit / });
  await dialog.getByRole('rowheader', { name: 'Total' }).waitFor();
  await dialog.getByLabel('Note').fill('Two days in Hamburg');
  expect.soft(await inspect(page, '30-submit')).toEqual([]);
  await dialog.getByRole('button', { name: /^Submit/ }).click();
  await page.getByText('This week is waiting for approval and cannot be changed.').waitFor();
  await state(page).getByText('Pending', { exact: true }).waitFor();
  await state(page)
    .getByText(/^Submitted: Amir Haddad, /)
    .waitFor();
  expect.soft(await inspect(page, '31-pending')).toEqual([]);
});

test('the week is withdrawn while nobody decided it, and submitted again', async () => {
  const { page } = member;
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await state(page).getByText('Open', { exact: true }).waitFor();
  await submit(page);
  expect(await page.getByRole('button', { name: 'Submit week' }).count()).toBe(0);
});

test('the mail to the approver leads to the inbox, which has the week with its note', async () => {
  const { page } = approver;
  await openMail(page, 'jonas@harbour-studio.example', /Amir Haddad submitted the week/);
  await page.waitForURL(`${workspace}/approvals`);
  await page
    .getByRole('button', { name: /Amir Haddad/ })
    .last()
    .click();
  const week = page.getByRole('article', { name: 'Hours of Amir Haddad' });
  await week.getByText('Two days in Hamburg').waitFor();
  expect.soft(await inspect(page, '32-inbox')).toEqual([]);
});

test('X sends the week back, not without a reason', async () => {
  const { page } = approver;
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog', { name: /^Disapprove .* of Amir Haddad$/ });
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  await dialog.getByText('Say what should be corrected.').waitFor();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('checkbox').last().check();
  expect.soft(await inspect(page, '33-disapprove')).toEqual([]);
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  await page.getByText('The week is disapproved.').waitFor();
});

test('the mail to the member leads to the week, with the reason and the marked line on top', async () => {
  const { page } = member;
  await openMail(page, 'amir@harbour-studio.example', /was disapproved/);
  await page.waitForURL(`${workspace}/time?week=*`);
  await page.getByText(reason).waitFor();
  await page.getByRole('heading', { name: 'Marked lines' }).waitFor();
  const marked = page.locator('[data-flagged] input');
  await expect.poll(() => marked.count()).toBe(1);
  expect(await descriptionOf(marked)).toBe('Marked by the approver');
  expect.soft(await inspect(page, '34-disapproved')).toEqual([]);
});

test('every other week of the member names the one that was disapproved, and leads there', async () => {
  const { page } = member;
  const disapproved = page.url();
  await page.getByRole('button', { name: 'Previous week' }).click();
  const banner = page.getByRole('status').filter({ hasText: `was disapproved: ${reason}` });
  await banner.waitFor();
  expect.soft(await inspect(page, '34-sent-back')).toEqual([]);
  await banner.getByRole('link', { name: 'Open the week' }).click();
  await page.waitForURL(disapproved);
  await page.getByRole('heading', { name: 'Marked lines' }).waitFor();
  await expect.poll(() => banner.count()).toBe(0);
});

test('the member corrects the week, sees what changed, and resubmits it', async () => {
  const { page } = member;
  await page.locator('input[data-row="0"][data-day="5"]').fill('1:30');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resubmit week' }).click();
  const dialog = page.getByRole('dialog', { name: /^Submit / });
  await dialog.getByText(/^Added: Sat .*1:30$/).waitFor();
  await dialog.getByRole('button', { name: /^Submit/ }).click();
  await state(page).getByText('Pending', { exact: true }).waitFor();
  await expect.poll(() => page.getByText(reason).count()).toBe(0);
});

test('the approver approves the week with A, and the member sees by whom', async () => {
  const { page } = approver;
  await page.goto(`${workspace}/approvals`);
  await page
    .getByRole('button', { name: /Amir Haddad/ })
    .last()
    .click();
  await page.getByRole('article', { name: 'Hours of Amir Haddad' }).waitFor();
  await page.keyboard.press('a');
  await page.getByText('Approved one week.').waitFor();
  await member.page.reload();
  await state(member.page).getByText('Approved', { exact: true }).waitFor();
  await state(member.page)
    .getByText(/^Approved: Jonas Weber, /)
    .waitFor();
  expect.soft(await inspect(member.page, '35-approved')).toEqual([]);
});

test('several weeks are approved at once until nothing waits', async () => {
  const { page } = approver;
  await page.getByLabel('Select all without a warning').check();
  await page.getByRole('button', { name: /^Approve \d+$/ }).click();
  await page.getByRole('heading', { name: 'Nothing waiting' }).waitFor();
  expect.soft(await inspect(page, '36-nothing-waiting')).toEqual([]);
});

test('the inbox fits 390 px, without a finding in either colour mode', async () => {
  const { page } = approver;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${workspace}/approvals?tab=approved`);
  await page
    .getByRole('button', { name: /Amir Haddad/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Back to the list' }).waitFor();
  expect.soft(await inspect(page, '37-inbox-390')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('somebody who decides nobody has no inbox in the navigation', async () => {
  expect(await member.page.getByRole('link', { name: /^Approvals/ }).count()).toBe(0);
});

test('the console stayed empty all the way', () => {
  expect([...member.problems(), ...approver.problems()]).toEqual([]);
});

function state(page: Page) {
  return page.getByRole('region', { name: 'State of this week' });
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit week' }).click();
  await page.getByLabel('Note').fill('Two days in Hamburg');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Submit/ })
    .click();
  await state(page).getByText('Pending', { exact: true }).waitFor();
}

/** What a screen reader says beside the name of a field. */
function descriptionOf(field: Locator): Promise<string | null> {
  return field.evaluate((element) => {
    const id = element.getAttribute('aria-describedby');
    return id && (document.getElementById(id)?.textContent ?? null);
  });
}

/** Follows the newest mail of that subject. */
async function openMail(page: Page, to: string, subject: RegExp): Promise<void> {
  const { adminKey } = await studio.product().access();
  const headers = { origin: studio.base, authorization: `Bearer ${adminKey}` };
  const path = `/v0/outbox?to=${encodeURIComponent(to)}`;
  const findLink = async (): Promise<string | undefined> => {
    const { json } = await studio.product().send({ method: 'GET', path, headers });
    return json.results.find((mail: { subject: string }) => subject.test(mail.subject))?.link;
  };
  await expect.poll(findLink, { timeout: 60_000 }).toBeTruthy();
  await page.goto((await findLink()) ?? '');
}
