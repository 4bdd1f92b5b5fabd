import { addWeeks } from '@stint/domain/time/week.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Visitor, type World } from './harness.ts';

let world: World;
let visitor: Visitor;

const email = 'grace@keys.example';
const password = 'paper-boats-on-water-7';

beforeAll(async () => {
  world = await openWorld({ BILLING: 'off' });
  visitor = await world.visitor();
}, 180_000);

afterAll(() => world?.close());

/** From the first field to a submitted week; nothing in this file clicks, and nothing sets a value but keys. */
test('a person signs up and makes a workspace by keys', async () => {
  const { page } = visitor;
  await page.goto(`${world.base}/signup`);
  await page.getByLabel('Email address').waitFor();
  await tabTo(page, 'Email address');
  await page.keyboard.type(email);
  await tabTo(page, 'Choose a password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Your name').waitFor();
  await tabTo(page, 'Your name');
  await page.keyboard.type('Grace Hopper');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: /European Union/ }).waitFor();
  await tabTo(page, /European Union|United States/);
  await page.keyboard.press('Space');
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');
  await page.getByLabel('Workspace name').waitFor();
  await tabTo(page, 'Workspace name');
  await page.keyboard.type('Keyboard works');
  await page.getByText('This address is free.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Open the workspace' }).waitFor();
  await tabTo(page, 'Open the workspace');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor();
  expect(page.url()).toBe(`http://keyboard-works.${world.mainDomain}/time`);
  expect(visitor.problems()).toEqual([]);
});

test('N opens the search where the row will stand; a new project leads into its first cell', async () => {
  const { page } = visitor;
  await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor({ timeout: 60_000 });
  await page.keyboard.press('n');
  await expect.poll(() => focused(page)).toBe('Project, activity or client');
  await page.getByText('There is no project yet. Type the name of the first one.').waitFor();
  await page.keyboard.type('Lighthouse');
  await page.getByRole('option', { name: 'Create project “Lighthouse”' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add a row' }).waitFor();
  await tabTo(page, 'Add row');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^Hours, Lighthouse, Mon /);
});

test('hours are typed from day to day, and what cannot be read keeps the week from being submitted', async () => {
  const { page } = visitor;
  for (const hours of ['8', '7.5', '7h30', '450m']) {
    await page.keyboard.type(hours);
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.type('1:70');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('status').getByText('Not saved: hours that cannot be read').waitFor();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: /^Submit / });
  await dialog.getByText('There are hours that cannot be read.', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await tabTo(page, /^Hours, Lighthouse, Fri /);
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  expect(await focused(page)).toMatch(/^Hours, /);
});

test('a comment is written beside the sheet, and Esc leads back to its cell', async () => {
  const { page } = visitor;
  await page.keyboard.press('Alt+Enter');
  await expect.poll(() => focused(page)).toBe('Hours');
  await tabTo(page, 'Comment');
  await page.keyboard.type('Lamp replaced');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toMatch(/^Hours, Lighthouse, Fri /);
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
});

test('a second row is found among the recent ones, and left without a choice by Esc', async () => {
  const { page } = visitor;
  await tabTo(page, 'Add a row');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Lighthouse', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Add a row');
});

test('the week is submitted with Ctrl+Enter', async () => {
  const { page } = visitor;
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: /^Submit / });
  await dialog.getByRole('rowheader', { name: 'Lighthouse' }).waitFor();
  await tabTo(page, /^Submit (incomplete )?week$/);
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: 'State of this week' })
    .getByText(/^(Pending|Approved)$/)
    .waitFor();
  expect(visitor.problems()).toEqual([]);
});

test('the focus is never lost: a week of the year, the timer, a figure and its entries keep it near', async () => {
  const { page } = visitor;
  const shown = await page.locator('[data-week][aria-current=date]').getAttribute('data-week');
  await tabTo(page, /: (Pending|Approved), /);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('week') === addWeeks(String(shown), -1));
  await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor();
  expect(await focused(page)).toMatch(/: No time$/);

  const timer = page.getByRole('region', { name: 'Timer' });
  const isIn = () => timer.evaluate((region) => region.contains(document.activeElement));
  await tabTo(page, 'Start timer');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Start');
  await page.keyboard.press('Enter');
  await timer.getByRole('button', { name: 'Stop' }).waitFor();
  await expect.poll(isIn).toBe(true);
  await tabTo(page, 'Stop');
  await page.keyboard.press('Enter');
  await timer.getByRole('button', { name: 'Start timer' }).waitFor();
  await expect.poll(isIn).toBe(true);

  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.getByRole('status').getByText('Reports · Stint').waitFor();
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.goto(new URL('/reports?range=thisWeek', page.url()).href);
  await page.getByRole('rowheader', { name: 'Total' }).waitFor();
  await tabTo(page, '36:30');
  expect(await isInSight(page)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'Lamp replaced' }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Entries of /);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^Back/);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('36:30');
  expect(await isInSight(page)).toBe(true);
  expect(visitor.problems()).toEqual([]);
});

/** The accessible name of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const name = element.getAttribute('aria-label') ?? labels.map((label) => label.textContent).join(' ');
    return (name || element.textContent).trim();
  });
}

/** Whether what has the focus is on the screen, once all that moves the page has done so: in two frames. */
function isInSight(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const { top, bottom } = (document.activeElement as HTMLElement).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

/** Presses Tab until something of that name has the focus, as a person would; a page has no more than 200 stops. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
  const seen: string[] = [];
  for (let stop = 0; stop < 200; stop += 1) {
    const now = await focused(page);
    if (isThere(now)) return;
    seen.push(now);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}; it leads to ${[...new Set(seen)].join(', ')}`);
}
