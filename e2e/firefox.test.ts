import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPdf } from '../apps/server/src/gateway/reports/files/readers.fixture.ts';
import { findFirefox } from '../scripts/lib/firefox.mjs';
import { openStudio, type Studio } from './studio.ts';

const executablePath = findFirefox();
const PATIENT = { timeout: 30_000 };

let studio: Studio;
let browser: Browser;
let page: Page;
const problems: string[] = [];

/** What other browsers than Chromium do differently; where there is no Firefox nothing is asked. */
describe.skipIf(executablePath === undefined)('in Firefox', () => {
  beforeAll(async () => {
    studio = await openStudio();
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: executablePath as string,
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-US' },
      env: { ...process.env, TZ: 'UTC' },
    });
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.setViewport({ width: 1440, height: 900 });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await signIn();
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  test('hours are typed and saved, and there after a reload', async () => {
    await open(`/time?week=${studio.emptyWeek}`, 'Add a row');
    // Pressed where it is found, which is not where it stands once what comes late has moved it.
    await page.locator('[data-week]').wait();
    await page.locator('main ::-p-text(Add a row)').click();
    await page.locator('[role=combobox]').wait();
    await page.keyboard.type('Ferry app Testing');
    await page.locator('[role=option] ::-p-text(Testing)').click();
    await page.locator(cell(2)).click();
    await page.keyboard.type('7,25');
    await page.keyboard.press('Tab');
    await expect.poll(() => hoursOf(2), PATIENT).toBe('7:15');
    await expect.poll(isSaved, PATIENT).toBe(true);
    await page.reload();
    await expect.poll(() => hoursOf(2), PATIENT).toBe('7:15');
    expect(problems).toEqual([]);
  });

  test.each([
    ['the week', '/time?view=week', 'Amir Haddad'],
    ['the day', '/time?view=day&day=0', 'Amir Haddad'],
    ['the calendar', '/time?view=calendar', 'Amir Haddad'],
    ['a table by day', '/reports?kind=pivot&by=project&range=thisMonth', 'Ferry app'],
    ['the list of projects', '/projects', 'Northwind Ferries'],
  ])('%s is printed on one sheet', async (_what, path, says) => {
    const week = path.startsWith('/time') ? `&week=${studio.thisWeek}` : '';
    await open(`${path}${week}`, 'Ferry app');
    const { text, pages } = await openPdf(Buffer.from(await page.pdf({ format: 'A4' })));
    expect(pages).toBe(1);
    expect(text).toContain(says);
    expect(problems).toEqual([]);
  });

  test('while the server is away one page after another opens, and hours that are typed are saved afterwards', async () => {
    await open(`/time?week=${studio.emptyWeek}`, 'Ferry app');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await studio.product().stop();
    // The second one is where a page that is fetched ahead of its worker would be lost.
    for (const path of ['/projects', '/clients', `/time?week=${studio.emptyWeek}`]) {
      await page.evaluate((address) => location.assign(address), path);
      await page.waitForFunction((address) => `${location.pathname}${location.search}` === address, {}, path);
      await expect.poll(textOf, PATIENT).toContain('You are offline.');
    }
    await expect.poll(() => hoursOf(2), PATIENT).toBe('7:15');
    await page.locator(cell(3)).click();
    await page.keyboard.type('1:30');
    await page.keyboard.press('Tab');
    await expect.poll(textOf, PATIENT).toContain('One change is kept on this device');
    await studio.restart();
    await expect.poll(isSaved, { timeout: 60_000 }).toBe(true);
    await page.reload();
    await expect.poll(() => hoursOf(3), PATIENT).toBe('1:30');
  });
});

async function signIn(): Promise<void> {
  await page.goto(`${studio.workspace}/signin`);
  await page.locator('input[autocomplete~=username]').click();
  await page.keyboard.type('amir@harbour-studio.example');
  await page.locator('input[type=password]').click();
  await page.keyboard.type('paper-boats-on-water-7');
  await page.keyboard.press('Enter');
  // The address is that of the week twice: before the workspace asks the main domain for a session, and after.
  await page.waitForFunction(() => document.querySelector('#root')?.textContent?.includes('Amir Haddad'));
}

/** Opens a page of the workspace, and waits until it shows a text. */
async function open(path: string, shows: string): Promise<void> {
  await page.goto(`${studio.workspace}${path}`);
  await expect.poll(textOf, PATIENT).toContain(shows);
}

const textOf = () => page.evaluate(() => document.querySelector('#root')?.textContent ?? '');

const isSaved = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === 'Saved'),
  );

/** Of the first row of the week. */
const cell = (day: number) => `input[data-row="0"][data-day="${day}"]`;
const hoursOf = (day: number) =>
  page.evaluate((selector) => document.querySelector<HTMLInputElement>(selector)?.value ?? null, cell(day));
