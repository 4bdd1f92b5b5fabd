import { addDays } from '@stint/domain/time/plain-date.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect, type Visitor } from './harness.ts';
import { ask, openStudio, type Studio } from './studio.ts';

let studio: Studio;
let person: Visitor;
let other: Page;

/** Where a tab asks for a week. */
const weeks = '**/api/TimeSheet/GetByWeek/**';
/** Where it saves what was typed. */
const saves = '**/api/TimeSheet/SaveWeek';

const PATIENT = { timeout: 30_000 };

beforeAll(async () => {
  studio = await openStudio();
  person = await studio.visitor();
  await studio.signIn(person.page, 'amir');
  other = await person.context.newPage();
}, 600_000);

afterAll(() => studio?.close());

/** Calls of a tab are held on their way. @returns what lets them go */
async function hold(page: Page, calls: string): Promise<() => Promise<void>> {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await letGo;
    await route.continue();
  });
  return async () => {
    resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** The other tab does not hear what the first one saves. */
const holdWeeks = () => hold(other, weeks);

/** Both tabs look at a week with the rows of the one before and no hours. */
async function openEmptyWeek(): Promise<void> {
  for (const page of [person.page, other]) await page.goto(`${studio.workspace}/time?view=week`);
  const { page } = person;
  await page.getByRole('button', { name: /^Next week/ }).click();
  await page.getByRole('button', { name: 'Copy last week' }).first().click();
  await page.getByRole('menuitem', { name: 'Rows', exact: true }).click();
  await cell(page, 0).waitFor();
  await other.goto(page.url());
  await cell(other, 0).waitFor();
}

const cell = (page: Page, day: number) => page.locator(`input[data-row="0"][data-day="${day}"]`);
const typeHours = async (page: Page, day: number, hours: string) => {
  await page.bringToFront();
  await cell(page, day).click();
  await page.keyboard.type(hours);
  await page.keyboard.press('Enter');
};
/** Minutes that the service has of a day of the week, whatever the tabs show. */
async function stored(day: number): Promise<number> {
  const weekEnd = new URL(person.page.url()).searchParams.get('week') ?? '';
  const rows = await ask<{ workDate: string; minutes: number }[]>(
    person.page,
    'TimeSheet/Entries?sort=-workDate&size=100',
  );
  const date = addDays(weekEnd, day - 6);
  return rows.filter((row) => row.workDate === date).reduce((sum, row) => sum + row.minutes, 0);
}

test('two tabs that fill the same empty cell meet in a conflict, and the person chooses', async () => {
  await openEmptyWeek();
  // Both fill the cell that they see empty.
  const letGo = await holdWeeks();
  await typeHours(person.page, 1, '2');
  await expect.poll(() => stored(1), PATIENT).toBe(120);
  await typeHours(other, 1, '3');
  await letGo();
  await other.getByRole('button', { name: 'Compare' }).waitFor(PATIENT);
  await other.getByRole('button', { name: 'Compare' }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep yours: 3:00' }).waitFor();
  await dialog.getByRole('button', { name: 'Keep theirs: 2:00' }).waitFor();
  expect.soft(await inspect(other, '60-two-tabs')).toEqual([]);
  expect(await stored(1)).toBe(120);
  await dialog.getByRole('button', { name: 'Keep both: 5:00' }).click();
  await expect.poll(() => stored(1), PATIENT).toBe(300);
  expect(person.problems()).toEqual([]);
});

test('the same hours in both tabs are no conflict', async () => {
  const letGo = await holdWeeks();
  await typeHours(person.page, 2, '4');
  await expect.poll(() => stored(2), PATIENT).toBe(240);
  await typeHours(other, 2, '4');
  await letGo();
  await other.getByRole('status').getByText('Saved', { exact: true }).waitFor(PATIENT);
  await expect.poll(() => stored(2), PATIENT).toBe(240);
  expect(await other.getByRole('button', { name: 'Compare' }).count()).toBe(0);
});

test('hours typed in one tab while another one saves are saved too, and both hear of what comes after', async () => {
  const letGo = await hold(person.page, saves);
  const asked = person.page.waitForRequest(saves);
  await typeHours(person.page, 3, '1');
  await asked;
  await typeHours(other, 4, '2');
  await letGo();
  await expect.poll(() => stored(3), PATIENT).toBe(60);
  await expect.poll(() => stored(4), PATIENT).toBe(120);
  await other.getByRole('status').getByText('Saved', { exact: true }).waitFor(PATIENT);
  await typeHours(person.page, 5, '3');
  await expect.poll(() => cell(other, 5).inputValue(), PATIENT).toBe('3:00');
  await expect.poll(() => cell(person.page, 4).inputValue(), PATIENT).toBe('2:00');
});

test('what a tab could not save before it was closed is saved by the one that stays', async () => {
  const { page, context } = person;
  const leaving = await context.newPage();
  await leaving.goto(page.url());
  await cell(leaving, 6).waitFor();
  await context.setOffline(true);
  await typeHours(leaving, 6, '1:30');
  await leaving.getByText(/One change is kept on this device/).waitFor();
  await leaving.close();
  await context.setOffline(false);
  await expect.poll(() => stored(6), PATIENT).toBe(90);
  await expect.poll(() => cell(page, 6).inputValue(), PATIENT).toBe('1:30');
});
