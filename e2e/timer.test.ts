import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect, type Visitor } from './harness.ts';
import { ask, openStudio, type Studio } from './studio.ts';

/** Being told takes as long as it takes. */
const PATIENT = { timeout: 30_000 };

let studio: Studio;
let person: Visitor;
let page: Page;
let second: Page;

beforeAll(async () => {
  studio = await openStudio();
  person = await studio.visitor();
  page = person.page;
  await studio.signIn(page, 'amir');
  second = await person.context.newPage();
  await second.goto(`${studio.workspace}/projects`);
  await line(second).waitFor();
}, 240_000);
afterAll(() => studio?.close());

const line = (of: Page) => of.getByRole('region', { name: 'Timer' });
const runs = (of: Page) => line(of).getByRole('timer');
const stop = (of: Page) => line(of).getByRole('button', { name: 'Stop' });

/** A day and a time of day, as the clock of the browser has them. */
async function fillMoment(dialog: Locator, local: string): Promise<void> {
  const [day = '', time = ''] = local.split('T');
  await dialog.getByLabel('Day', { exact: true }).fill(day);
  await dialog.getByLabel('Time', { exact: true }).fill(time);
}

/** Moves the start of what runs, by the field of its form. */
async function beganAt(local: string): Promise<void> {
  // A tab that is not seen draws nothing.
  await page.bringToFront();
  await line(page)
    .getByRole('button', { name: /^Timer: / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'What is running' });
  await fillMoment(dialog, local);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The clock of the browser, some days and minutes ago. */
function localAgo(days: number, clock: string): Promise<string> {
  return page.evaluate(
    ({ ago, time }) => {
      const date = new Date();
      date.setDate(date.getDate() - ago);
      const two = (value: number) => String(value).padStart(2, '0');
      return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${time}`;
    },
    { ago: days, time: clock },
  );
}

/** Minutes of the entries that the timer made, in their order, as the service has them. */
async function recorded(comment: string): Promise<[string, number][]> {
  type Row = { workDate: string; minutes: number; comment: string };
  const rows = await ask<Row[]>(page, 'TimeSheet/Entries?sort=-workDate&size=100');
  return rows
    .filter((row) => row.comment === comment)
    .map((row): [string, number] => [row.workDate, row.minutes])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Early in a week, three days ago lie in a week that has been handed in: it is taken back. */
async function openWeekOf(date: string): Promise<void> {
  const weekEndDate = weekEndOf(date);
  const { me } = await ask<{ me: { teamMemberID: string } }>(page, 'Workspace');
  const { week } = await ask<{ week: { status: string; version: number } }>(
    page,
    `TimeSheet/GetByWeek/${me.teamMemberID}/${weekEndDate}`,
  );
  if (week.status === 'open') return;
  const items = [{ teamMemberID: me.teamMemberID, weekEndDate, version: week.version }];
  await ask(page, 'TimeSheet/Withdraw', { method: 'POST', body: { items } });
}

async function start(comment: string): Promise<void> {
  await page.bringToFront();
  await page.keyboard.press('Alt+n');
  const dialog = page.getByRole('dialog', { name: 'Start the timer' });
  await dialog.getByRole('combobox').click();
  await dialog.getByRole('option').first().click();
  await dialog.getByLabel('Comment').fill(comment);
  await dialog.getByLabel('Comment').press('Enter');
  await runs(page).waitFor();
}

test('started by a key in one tab it runs in the other, and in the title', async () => {
  await start('Caulking');
  await runs(second).waitFor(PATIENT);
  await expect.poll(() => page.title(), PATIENT).toMatch(/^0:0\d · /);
});

test('stopped in the other tab it runs in none; taken back it runs in both', async () => {
  await beganAt(await localAgo(0, await clockBefore(3)));
  await expect.poll(() => second.title(), PATIENT).toMatch(/^0:0[345] · /);
  await second.bringToFront();
  await stop(second).click();
  await runs(page).waitFor({ state: 'detached', ...PATIENT });
  await expect.poll(() => page.title(), PATIENT).not.toMatch(/^0:/);
  await second.getByRole('button', { name: 'Undo' }).click();
  await runs(page).waitFor(PATIENT);
  // Both tabs show it at once; the server is told a moment later.
  await expect.poll(() => recorded('Caulking'), PATIENT).toEqual([]);
});

test('over midnight it becomes an entry for each day; one that looks forgotten is asked about', async () => {
  await openWeekOf((await localAgo(3, '')).slice(0, 10));
  await beganAt(await localAgo(3, '23:50'));
  await page.locator('body').press('s');
  const dialog = page.getByRole('dialog', { name: 'Is this right?' });
  await fillMoment(dialog, await localAgo(2, '00:20'));
  expect.soft(await inspect(page, '62-timer-question')).toEqual([]);
  await dialog.getByRole('button', { name: 'Cut to 0:30' }).click();
  await runs(page).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await recorded('Caulking')).map(([, minutes]) => minutes), PATIENT)
    .toEqual([10, 20]);
  const [first, next] = (await recorded('Caulking')).map(([date]) => date);
  expect([first, next]).toEqual([(await localAgo(3, '')).slice(0, 10), (await localAgo(2, '')).slice(0, 10)]);
});

test('nothing was said in the console', () => {
  expect(person.problems()).toEqual([]);
});

/** The browser's clock so many minutes ago; in the first minutes of a day, midnight. */
function clockBefore(minutes: number): Promise<string> {
  return page.evaluate((ago) => {
    const now = new Date();
    const then = new Date(now.getTime() - ago * 60_000);
    const two = (value: number) => String(value).padStart(2, '0');
    return then.getDate() === now.getDate() ? `${two(then.getHours())}:${two(then.getMinutes())}` : '00:00';
  }, minutes);
}
