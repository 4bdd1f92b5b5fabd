import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect, type Visitor } from './harness.ts';
import { openStudio, type Studio } from './studio.ts';

let studio: Studio;
let person: Visitor;
let page: Page;
/** The project and activity that the person used last, as the list of those used lately names it. */
let row: string;

const PATIENT = { timeout: 30_000 };

beforeAll(async () => {
  studio = await openStudio();
  person = await studio.visitor({ width: 390, height: 844, hasTouch: true });
  page = person.page;
  await studio.signIn(page, 'amir');
  await page.goto(`${studio.workspace}/time?week=${studio.emptyWeek}&day=1`);
  await page.getByLabel('Add time').waitFor();
}, 600_000);

afterAll(() => studio?.close());

const list = () => page.getByRole('list', { name: /^Entries of / });
const entries = () => list().locator('[data-place]');
const texts = async () => (await entries().allTextContents()).map((text) => text.replace(/\s+/g, ' '));
const menuOf = async (place: number, item: string) => {
  await entries()
    .nth(place)
    .getByRole('button', { name: /^Actions for / })
    .tap();
  await page.getByRole('menuitem', { name: item, exact: true }).tap();
};
const add = async (line: string) => {
  await page.getByLabel('Add time').fill(line);
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
};

test('a phone begins with the day, and everything that is touched is large enough', async () => {
  const recent = page.getByRole('group', { name: 'Used lately' }).getByRole('button');
  await recent.first().waitFor();
  await expect.poll(() => recent.count(), PATIENT).toBe(5);
  row = ((await recent.first().textContent()) ?? '').trim();
  expect.soft(await inspect(page, '63-day-empty')).toEqual([]);
  const small = await page.locator('main :is(button, input, a):visible').evaluateAll((targets) =>
    targets
      .filter((target) => target.closest('header') === null)
      .map((target) => [
        target.textContent || target.getAttribute('aria-label'),
        target.getBoundingClientRect().height,
      ])
      .filter(([, height]) => Number(height) < 43.5),
  );
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('a line is understood while it is typed, and what is missing is asked for', async () => {
  const understood = page.getByRole('list', { name: 'Understood as' });
  await page.getByLabel('Add time').fill('fixing the roof');
  await understood.getByText('How long?').waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await page.getByText('Say how long, such as 2h, 45m or 9-11:30.').waitFor();
  const name = row.split(' › ').join(' ');
  await page.getByLabel('Add time').fill(`1h30m ${name} logo fix #nosuch`);
  await understood.getByText('1:30').waitFor();
  await understood.getByText(row).waitFor();
  await understood.getByText('logo fix').waitFor();
  await understood.getByText('No tag #nosuch: stays in the comment').waitFor();
  expect.soft(await inspect(page, '64-day-understood')).toEqual([]);
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await expect.poll(texts, PATIENT).toEqual([expect.stringContaining('logo fix #nosuch')]);
  await page.getByText(/^1:30 of /).waitFor();
});

test('a combination used lately is one tap away', async () => {
  await page.getByRole('group', { name: 'Used lately' }).getByRole('button').first().tap();
  await add('45m');
  await expect.poll(async () => (await texts()).length, PATIENT).toBe(2);
});

test('spans show their times, a gap begins a line, an overlap is named', async () => {
  const name = row.split(' › ').join(' ');
  for (const line of ['9-10', '11:30-13', '12:30-13:15']) await add(`${line} ${name} on site`);
  await expect.poll(async () => (await texts()).length, PATIENT).toBe(5);
  await list().getByText('Overlaps by 0:30').waitFor();
  await page.getByLabel('Add time').fill('with the crew');
  await list().getByText('1:30 not recorded, 10:00–11:30').tap();
  await expect
    .poll(() => page.getByLabel('Add time').inputValue(), PATIENT)
    .toBe('10:00-11:30 with the crew');
  const days = page.getByRole('navigation', { name: 'Days of the week' }).getByRole('button');
  await days.nth(2).tap();
  await expect.poll(texts, PATIENT).toEqual([]);
  expect(await page.getByLabel('Add time').inputValue()).toBe('10:00-11:30 with the crew');
  await days.nth(1).tap();
  await page.getByLabel('Add time').fill('');
  expect.soft(await inspect(page, '65-day-times')).toEqual([]);
});

test('entries are changed in place, split, merged, deleted and all of it taken back', async () => {
  await list()
    .getByRole('button', { name: /logo fix/ })
    .tap();
  const form = page.getByRole('form', { name: /^Edit / });
  await form.getByLabel('Comment').fill('logo and footer');
  await form.getByLabel('Hours').fill('2h');
  expect.soft(await inspect(page, '66-day-edit')).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).tap();
  await list().getByText('logo and footer').waitFor();
  // Who goes by keys goes on from there.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('logo and footer');
  const place = (await texts()).findIndex((text) => text.includes('logo and footer'));
  await menuOf(place, 'Split…');
  await page.getByLabel('Hours of the first part').fill('0:30');
  await page.getByRole('dialog').getByRole('button', { name: 'Split' }).tap();
  const parts = async () => (await texts()).filter((text) => text.includes('logo and footer')).length;
  await expect.poll(parts, PATIENT).toBe(2);
  await page.getByText('Saved', { exact: true }).first().waitFor(PATIENT);
  const first = (await texts()).findIndex((text) => text.includes('logo and footer'));
  await menuOf(first, 'Delete');
  await expect.poll(parts, PATIENT).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).last().tap();
  await expect.poll(parts, PATIENT).toBe(2);
});

test('order is changed by keys, and stays after a reload', async () => {
  const before = await texts();
  const handle = entries()
    .nth(1)
    .getByRole('button', { name: /^Move / });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  const moved = [before[1], before[0], ...before.slice(2)];
  await expect.poll(async () => (await texts())[0], PATIENT).toBe(moved[0]);
  await page.getByText('Saved', { exact: true }).first().waitFor(PATIENT);
  await page.reload();
  await expect.poll(async () => (await texts())[0], PATIENT).toBe(moved[0]);
});

test('an entry is duplicated to other days', async () => {
  await menuOf(0, 'Duplicate to days…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').nth(2).check();
  await dialog.getByRole('checkbox').nth(3).check();
  await dialog.getByRole('button', { name: 'Duplicate' }).tap();
  await page.getByText('Copied to 2 days.').waitFor();
  await page.getByRole('navigation', { name: 'Days of the week' }).getByRole('button').nth(3).tap();
  await expect.poll(async () => (await texts()).length, PATIENT).toBe(1);
  expect(person.problems()).toEqual([]);
});
