import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  signUpPerson,
} from '../apps/server/src/testing/product-person.ts';
import { inspect, openWorld, settled, type Visitor, type World } from './harness.ts';

const person = { email: 'cleo@calendar.example', password: 'paper-boats-on-water-7', name: 'Cleo Clock' };
/** A week of the past, so that nothing depends on the day on which the test runs. */
const week = '2026-11-08';

let world: World;
let visitor: Visitor;
let page: Page;
let origin: string;
let calendars: Server;

beforeAll(async () => {
  calendars = createServer((_, response) => response.end(calendarOfAnother));
  await new Promise<void>((resolve) => calendars.listen(0, '127.0.0.1', resolve));
  world = await openWorld();
  const product = world.product();
  const { session } = await signUpPerson(product, person);
  const made = await createWorkspace(product, session, { name: 'Clock Works' });
  const inside = await enterWorkspace(product, made.session, made.workspace);
  const call = (method: 'POST' | 'PUT' | 'GET', path: string, body?: object) =>
    callWorkspace(product, inside, made.workspace, {
      method,
      path: `/api/${path}`,
      ...(body ? { body } : {}),
    });
  const settings = (await call('GET', 'Workspace/Settings')).json;
  await call('PUT', 'Workspace/Settings', { timeZone: 'Europe/Zurich', version: settings.version });
  await call('POST', 'Projects', { projectName: 'Website', color: '#138947' });
  await call('POST', 'Projects', { projectName: 'Support', color: '#4771be' });
  origin = `http://${made.workspace.slug}.${world.mainDomain}`;
  visitor = await world.visitor();
  ({ page } = visitor);
  visitor.context.setDefaultTimeout(60_000);
  await page.goto(`${origin}/signin`);
  await page.getByLabel('Email address or username').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  // A busy machine takes its time for the first page of a workspace, which hands over on the way.
  await page.getByRole('region', { name: 'State of this week' }).waitFor({ timeout: 90_000 });
  await page.goto(`${origin}/time?view=calendar&week=${week}`);
  await board().waitFor();
}, 300_000);

afterAll(async () => {
  calendars?.close();
  await world?.close();
});

const calendarOfAnother = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  ...['Planning|20261104T080000Z', 'Dentist|20261105T130000Z'].flatMap((line, index) => {
    const [title, start] = line.split('|');
    return [
      'BEGIN:VEVENT',
      `UID:${index}`,
      `SUMMARY:${title}`,
      `DTSTART:${start}`,
      'DURATION:PT1H',
      'END:VEVENT',
    ];
  }),
  'END:VCALENDAR',
].join('\r\n');

const board = (): ReturnType<Page['locator']> => page.getByRole('region', { name: 'Calendar' });
const block = (name: RegExp) => board().getByRole('button', { name });

/** The point of a time of a day, brought into view. */
async function at(day: number, clock: string) {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const column = page.locator(`[data-day="${day}"]`);
  await column.evaluate(
    (element, share) => {
      const scroller = element.closest('[data-scroller]');
      if (scroller) scroller.scrollTop = element.clientHeight * share - 200;
    },
    (hour * 60 + minute) / 1440,
  );
  const box = await column.boundingBox();
  if (!box) throw new Error('no column');
  return { x: box.x + box.width / 2, y: box.y + (box.height * (hour * 60 + minute)) / 1440 + 2 };
}

async function drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 3, from.y + 6);
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/** All points of the test lie in one screenful, so that nothing scrolls between two of them. */
async function points<Places extends [number, string][]>(...places: Places) {
  await at(0, '10:00');
  const box = await page.locator('[data-day="0"]').boundingBox();
  const found = [];
  for (const [day, clock] of places) {
    const [hour = 0, minute = 0] = clock.split(':').map(Number);
    const column = await page.locator(`[data-day="${day}"]`).boundingBox();
    if (!box || !column) throw new Error('no column');
    found.push({ x: column.x + column.width / 2, y: box.y + (box.height * (hour * 60 + minute)) / 1440 + 2 });
  }
  return found as { [Place in keyof Places]: { x: number; y: number } };
}

async function choose(name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Project and activity' }).fill(name);
  await dialog
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await dialog.getByRole('button', { name: /^(Add|Save)$/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

test('what is drawn with the mouse becomes an entry once it is said what for', async () => {
  await drag(...(await points([0, '09:00'], [0, '10:15'])));
  const dialog = page.getByRole('dialog', { name: 'New entry' });
  expect(await dialog.getByLabel('From').inputValue()).toBe('09:00');
  expect(await dialog.getByLabel('To', { exact: true }).inputValue()).toBe('10:30');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('Choose what this time was for.').waitFor();
  expect.soft(await inspect(page, '60-calendar-new')).toEqual([]);
  await choose('Website');
  await block(/^Website.* 09:00–10:30, Mon 2 Nov, 1:30/).waitFor();
  await saved();
  await page.reload();
  await block(/^Website.* 09:00–10:30, Mon 2 Nov, 1:30/).waitFor();
});

test('the mouse moves it to another day, copies it with Control and pulls both of its ends', async () => {
  await drag(...(await points([0, '09:30'], [1, '11:30'])));
  await block(/11:00–12:30.*, Tue 3 Nov/).waitFor();
  const [from, to] = await points([1, '11:30'], [2, '09:30']);
  await page.keyboard.down('Control');
  await drag(from, to);
  await page.keyboard.up('Control');
  await block(/09:00–10:30.*, Wed 4 Nov/).waitFor();
  await expect.poll(() => block(/11:00–12:30.*, Tue 3 Nov/).count()).toBe(1);
  const low = await page.locator('[data-day="2"] [data-entry]').boundingBox();
  if (!low) throw new Error('no block');
  const end = { x: low.x + low.width / 2, y: low.y + low.height - 2 };
  await drag(end, { x: end.x, y: end.y + low.height / 3 });
  await block(/09:00–11:00.*, Wed 4 Nov, 2:00/).waitFor();
  const top = { x: end.x, y: low.y + 2 };
  await drag(top, { x: top.x, y: top.y + low.height / 3 });
  await block(/09:30–11:00.*, Wed 4 Nov, 1:30/).waitFor();
  await saved();
});

test('where it would stand follows the mouse over days and entries; Escape leaves it where it was', async () => {
  const [from, over, on] = await points([1, '11:30'], [2, '10:00'], [3, '12:30']);
  const place = page.locator('[data-preview]');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(over.x, over.y, { steps: 3 });
  await expect.poll(() => place.textContent()).toMatch(/^09:30.11:00$/);
  expect(await page.locator('[data-day="2"] [data-preview]').count()).toBe(1);
  // What lies under the pointer is not what it is about.
  expect(await board().locator('[data-entry]:hover').count()).toBe(0);
  await page.mouse.move(on.x, on.y, { steps: 3 });
  await expect.poll(() => place.textContent()).toMatch(/^12:00.13:30$/);
  const [column, shown] = [await page.locator('[data-day="3"]').boundingBox(), await place.boundingBox()];
  expect(((shown?.y ?? 0) - (column?.y ?? 0)) / (column?.height ?? 1)).toBeCloseTo(12 / 24, 2);
  expect((shown?.height ?? 0) / (column?.height ?? 1)).toBeCloseTo(1.5 / 24, 2);
  await page.keyboard.press('Escape');
  await place.waitFor({ state: 'detached' });
  await page.mouse.up();
  await block(/11:00–12:30.*, Tue 3 Nov/).waitFor();
  expect(await block(/, Thu 5 Nov/).count()).toBe(0);
});

test('the same by keyboard: a place, an entry, its ends, another day, copied, removed and taken back', async () => {
  await board().locator('[data-slot]').focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 26; step++) await page.keyboard.press('ArrowDown');
  const slot = await board().locator('[data-slot]').getAttribute('aria-label');
  const day = slot?.split(',')[0] ?? '';
  expect(slot).toBe(`${day}, 13:00`);
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New entry' }).waitFor();
  await page.keyboard.type('Supp');
  await page
    .getByRole('option', { name: /^Support/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await block(new RegExp(`^Support.* 13:00–13:30, ${day}`)).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await expect.poll(focused).toMatch(/^Support.*13:00–13:30/);
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toMatch(/13:30–14:00/);
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(focused).toMatch(/13:30–14:30, .*, 1:00/);
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect.poll(focused).toMatch(/13:00–14:30, .*, 1:30/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).not.toContain(day);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect.poll(focused).toMatch(/14:30–16:00/);
  await page.keyboard.press('Delete');
  await page.getByText('Removed: Support').waitFor();
  await expect.poll(() => block(/14:30–16:00/).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await block(/14:30–16:00/).waitFor();
  await block(/13:00–14:30/).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Entry' });
  await dialog.getByLabel('Comment').fill('Told by keyboard');
  await dialog.getByLabel('Hours').fill('2:00');
  expect(await dialog.getByLabel('To', { exact: true }).inputValue()).toBe('15:00');
  await page.keyboard.press('Enter');
  await block(/13:00–15:00 Told by keyboard, .*, 2:00/).waitFor();
  await saved();
  expect.soft(await inspect(page, '61-calendar')).toEqual([]);
});

test('minutes typed into the sheet move the end of an entry with times', async () => {
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  const cells = page.locator('input[data-day="1"]');
  const filled = () =>
    cells.evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).value === '1:30'));
  await expect.poll(filled, { timeout: 60_000 }).toBeGreaterThanOrEqual(0);
  const cell = cells.nth(await filled());
  await cell.fill('2:15');
  await page.keyboard.press('Enter');
  await saved();
  await page.getByRole('button', { name: 'Calendar', exact: true }).click();
  await block(/11:00–13:15.*, Tue 3 Nov, 2:15/).waitFor();
});

test('an entry without times stands above its day, goes onto the clock by key and by mouse, and off it again', async () => {
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  const friday = page.locator('input[data-day="4"]').filter({ visible: true }).first();
  await friday.fill('3:00');
  await page.keyboard.press('Enter');
  await saved();
  await page.getByRole('button', { name: 'Calendar', exact: true }).click();
  const chip = block(/without times, Fri 6 Nov, 3:00/);
  await chip.focus();
  await page.keyboard.press('ArrowDown');
  await block(/09:00–12:00.*, Fri 6 Nov, 3:00/).waitFor();
  const [from] = await points([4, '10:00'], [4, '10:00']);
  const strip = await page.locator('[data-strip="4"]').boundingBox();
  if (!strip) throw new Error('no strip');
  await drag(from, { x: strip.x + strip.width / 2, y: strip.y + strip.height / 2 });
  await chip.waitFor();
  const box = await chip.boundingBox();
  const [target] = await points([4, '14:00'], [4, '14:00']);
  if (!box) throw new Error('no chip');
  await drag({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, target);
  await block(/14:00–17:00.*, Fri 6 Nov, 3:00/).waitFor();
  await expect.poll(() => chip.count()).toBe(0);
  await saved();
});

test('an appointment of another calendar is taken over by a click, another one hidden; neither comes back', async () => {
  await page.getByRole('button', { name: 'Calendars' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendars beside your time' });
  await dialog.getByLabel('Address').fill('https://10.0.0.1/a.ics');
  await dialog.getByRole('button', { name: 'Show calendar' }).click();
  await dialog.getByText(/never called/).waitFor();
  const { port } = calendars.address() as AddressInfo;
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/cleo.ics`);
  await dialog.getByLabel('Name').fill('Cleo');
  await dialog.getByRole('button', { name: 'Show calendar' }).click();
  await dialog.getByText(/^Read /).waitFor({ timeout: 60_000 });
  expect.soft(await inspect(page, '62-calendars')).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await block(/^Planning 09:00–10:00, Wed 4 Nov, from another calendar/).waitFor();
  expect.soft(await inspect(page, '63-calendar-ghosts')).toEqual([]);
  await block(/^Planning/).click();
  await choose('Website');
  await block(/^Website.*09:00–10:00 Planning, Wed 4 Nov, 1:00/).waitFor();
  await saved();
  const dentist = block(/^Dentist 14:00–15:00, Thu 5 Nov, from another calendar/);
  await dentist.focus();
  await page.keyboard.press('Delete');
  await page.getByText('Hidden: Dentist').waitFor();
  await dentist.waitFor({ state: 'detached' });
  await page.reload();
  await block(/^Website.*Planning/).waitFor();
  await settled(page);
  expect(await board().locator('[data-ghost]').count()).toBe(0);
});

test('on the day on which the clock is put back there are 25 hours, and nowhere else', async () => {
  await page.goto(`${origin}/time?view=calendar&week=2026-10-25`);
  await board().waitFor();
  const minutes = await page.locator('[data-day]').evaluateAll((days) =>
    days.map((day) => {
      const empty = [...day.querySelectorAll('[data-gap]')].map((gap) => gap.getBoundingClientRect().height);
      return Math.round(((day.getBoundingClientRect().height - empty.reduce((a, b) => a + b, 0)) / 60) * 1);
    }),
  );
  expect(minutes.slice(0, 6).every((height) => height === minutes[0])).toBe(true);
  expect(minutes[6]).toBe(25);
  expect(minutes[0]).toBe(24);
});

test('on a phone a day is shown; a tap adds to it, and everything fits', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${origin}/time?view=calendar&week=${week}&day=3`);
  await board().waitFor();
  await expect.poll(() => page.locator('[data-day]').count()).toBe(1);
  const { x, y } = await at(3, '10:00');
  await page.mouse.click(x, y);
  await choose('Support');
  await block(/^Support.*10:00–10:30.*, Thu 5 Nov/).waitFor();
  await saved();
  expect.soft(await inspect(page, '64-calendar-390')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: /^Wed/ }).click();
  await block(/09:00–10:00.*, Wed 4 Nov/).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a submitted week is read-only and says why', async () => {
  await page.goto(`${origin}/time?view=calendar&week=${week}`);
  await page.getByRole('button', { name: 'Submit week' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Submit/ })
    .click();
  const locked = block(/11:00–13:15.*, Tue 3 Nov.*waiting for approval, cannot be changed/);
  await locked.waitFor();
  await locked.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByText('This day cannot be changed').waitFor({ state: 'attached' });
  await drag(...(await points([3, '15:00'], [3, '16:00'])));
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect.soft(await inspect(page, '65-calendar-locked')).toEqual([]);
});

test('the console stayed empty all the way', () => {
  expect(visitor.problems()).toEqual([]);
});
