import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPdf } from '../apps/server/src/gateway/reports/files/readers.fixture.ts';
import { inspect, settled, type Visitor } from './harness.ts';
import { addTime, openStudio, type Studio } from './studio.ts';

let studio: Studio;
let owner: Visitor;
let member: Visitor;

const PATIENT = { timeout: 30_000 };

beforeAll(async () => {
  studio = await openStudio();
  owner = await studio.visitor();
  member = await studio.visitor();
  await studio.signIn(owner.page, 'olivia');
  await studio.signIn(member.page, 'amir');
  await addTime(member.page, studio.thisWeek, [
    // Twice: the cell shows how many entries it has.
    ['Ferry app', 'Testing'],
    ['Ferry app', 'Testing'],
    ['Ferry app', 'Development'],
    ['Care and support', 'Support'],
    ['Care and support', 'Development'],
  ]);
}, 600_000);

afterAll(() => studio?.close());

test('a row that is pinned stands in every week from this one on, and not in earlier ones', async () => {
  const { page } = member;
  await page.goto(`${studio.workspace}/time?view=week`);
  const row = page.getByRole('rowheader', { name: 'Ferry app · Testing' });
  await row.waitFor();
  await row
    .locator('..')
    .getByTitle(/^Actions for /)
    .click();
  await page.getByRole('menuitem', { name: 'Pin to every week' }).click();
  await page.getByText(/stands in every week from now on/).waitFor();
  await page.goto(`${studio.workspace}/time?view=week&week=${studio.emptyWeek}`);
  await row.waitFor();
  await expect.poll(() => page.locator('input[data-row]').count(), PATIENT).toBe(7);
  // What the device heard last is there at once; a fresh device hears of it.
  const elsewhere = await studio.visitor();
  await studio.signIn(elsewhere.page, 'amir');
  await elsewhere.page.goto(`${studio.workspace}/time?view=week&week=${studio.emptyWeek}`);
  await elsewhere.page.getByRole('rowheader', { name: 'Ferry app · Testing' }).waitFor();
  await elsewhere.close();
  await row
    .locator('..')
    .getByTitle(/^Actions for /)
    .click();
  await page.getByRole('menuitem', { name: 'Unpin' }).click();
  await expect.poll(() => row.count(), PATIENT).toBe(0);
});

test('who may edit the time of a person opens their week from the team, and what is typed there is theirs', async () => {
  const { page } = owner;
  await page.goto(`${studio.workspace}/team`);
  const person = page.getByRole('row').filter({ hasText: 'Amir Haddad' });
  await person.getByTitle(/^Actions for /).click();
  await page.getByRole('menuitem', { name: 'Open their week' }).click();
  await page.getByText('Week of Amir Haddad').waitFor();
  expect(await page.getByRole('button', { name: 'Submit week' }).count()).toBe(0);
  const cell = page.locator('input[data-row="0"][data-day="6"]');
  await cell.click();
  await page.keyboard.type('0:40');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor(PATIENT);
  expect.soft(await inspect(page, '67-week-of-another')).toEqual([]);
  await member.page.goto(`${studio.workspace}/time?view=week`);
  await expect
    .poll(() => member.page.locator('input[data-row="0"][data-day="6"]').inputValue(), PATIENT)
    .toBe('0:40');
  await page.getByRole('link', { name: 'Back to my own week' }).click();
  await expect.poll(() => page.getByText('Week of Amir Haddad').count(), PATIENT).toBe(0);
});

test('a week of somebody whose time one may not see is not shown', async () => {
  const { page } = member;
  await page.goto(`${studio.workspace}/time?view=week&person=01890000-0000-7000-8000-000000000000`);
  await page.getByText('Not Found').waitFor();
  expect(await page.locator('input[data-row]').count()).toBe(0);
});

/** Points of a sheet, upright and across. */
const PAPERS = [
  ['A4', 595],
  ['Letter', 612],
] as const;

/** The page as it is printed from a desk: one sheet that says all of these and none of those. */
async function expectOnOneSheet(page: Page, name: string, says: (string | RegExp)[], never: string[]) {
  for (const [format, width] of PAPERS) {
    const bytes = await page.pdf({ format });
    const { text, pages, size } = await openPdf(bytes);
    expect.soft(pages, `sheets of ${name} on ${format}`).toBe(1);
    // Browsers round to whole pixels of a screen.
    expect.soft(Math.abs((size[0] ?? 0) - width), `width of ${format}`).toBeLessThan(2);
    for (const said of says) expect.soft(text, `${name} on ${format}`).toMatch(said);
    for (const word of never) expect.soft(text, `${name} on ${format}`).not.toContain(word);
  }
}

test('a week is printed on one sheet: whose it is, its rows and totals, and nothing that can only be pressed', async () => {
  const { page } = member;
  await page.goto(`${studio.workspace}/time?view=week`);
  await page.getByRole('rowheader', { name: 'Ferry app · Testing' }).waitFor();
  await settled(page);
  const rows = await page.locator('tbody th[scope="row"]').count();
  expect(rows).toBeGreaterThan(3);
  await expectOnOneSheet(
    page,
    'print-week',
    // Names are whole: paper has no tooltip.
    [/Amir Haddad/, /Harbour Studio/, /Care and support/, /Total/, /0:40/],
    ['Submit week', 'Dashboard', 'Add a row', 'Start the timer'],
  );
});

test('the calendar is printed on one sheet: its hours, all entries by their whole names, nothing that can only be pressed', async () => {
  const { page } = member;
  await page.goto(`${studio.workspace}/time?view=calendar&week=${studio.thisWeek}`);
  await page.locator('[data-scroller]').getByText('Ferry app').first().waitFor();
  await settled(page);
  await expectOnOneSheet(
    page,
    'print-calendar',
    [/Amir Haddad/, /09:00/, /17:00/, /Care and\s*support ·\s*Support/],
    ['15 min', 'Day begins', 'Calendars', 'Dashboard'],
  );
});

test.each([
  ['projects', [/Collection search/, /Budget used/, /Last activity/]],
  ['clients', [/Tidewater Bank/, /Billable this year/]],
  ['activities', [/Project management/, /Entries this year/]],
  ['team', [/Amir Haddad/, /Hours this year/]],
])(
  'the list of %s is printed with all of its columns, and nothing that can only be pressed',
  async (list, says) => {
    const { page } = owner;
    await page.goto(`${studio.workspace}/${list}`);
    await page.locator('main tbody tr').nth(2).waitFor();
    await settled(page);
    await expectOnOneSheet(page, `print-${list}`, says, ['Archived', 'Filter', 'CSV', 'Dashboard']);
    await page.emulateMedia({ media: 'print' });
    // Of an A4 sheet, its margins left out.
    await page.setViewportSize({ width: 703, height: 1000 });
    const beyond = await page
      .locator('main table')
      .evaluate((table) => table.getBoundingClientRect().right - innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ media: null });
  },
);

test('a day is printed on one sheet: its entries and its total, and nothing that can only be pressed', async () => {
  const { page } = member;
  await page.goto(`${studio.workspace}/time?view=day&week=${studio.thisWeek}&day=0`);
  const moves = page.getByRole('button', { name: /^Move / });
  await expect.poll(() => moves.count(), PATIENT).toBeGreaterThan(3);
  await settled(page);
  await expectOnOneSheet(
    page,
    'print-day',
    [/Ferry app · Testing/, /Care and support · Support/],
    ['Add time', 'Dashboard', 'Start the timer'],
  );
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 390, height });
  await page.emulateMedia({ media: 'print' });
  expect(await moves.and(page.locator(':visible')).count()).toBe(0);
  const widest = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(widest).toBe(0);
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width, height });
});

test('a week to decide on is printed on one sheet, without the list beside it', async () => {
  const { page } = owner;
  await page.goto(`${studio.workspace}/approvals`);
  const week = page.getByRole('article');
  await week.getByRole('table').first().waitFor();
  await settled(page);
  const person = (await week.getByRole('heading', { level: 2 }).textContent()) ?? '';
  await expectOnOneSheet(page, 'print-approval', [person, /Total/], ['Approve', 'Dashboard', 'Remind']);
});
