import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takePicture } from './harness.ts';
import { openStudio, type Studio } from './studio.ts';

/** Being told takes as long as it takes. */
const PATIENT = { timeout: 30_000 };

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio();
}, 240_000);
afterAll(() => studio?.close());

const modeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.colorMode);

/** The mode of a page before anything of an application has run; who is signed in is sent on from some, and the next is asked then. */
async function modeAtFirst(page: Page, address: string): Promise<string> {
  await page.goto(address, { waitUntil: 'commit' });
  const mode = await page.waitForFunction(
    () => document.body && (document.documentElement.dataset.colorMode ?? 'none'),
  );
  return String(await mode.jsonValue());
}

test('the colour mode follows a person over the hosts, and to another browser', async () => {
  const { page, problems } = await studio.visitor();
  await studio.signIn(page, 'amir');
  expect(await modeOf(page)).toBe('light');
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/Preferences') && response.request().method() === 'PUT',
  );
  await page.getByTitle(/^Menu of/).click();
  await page.getByRole('menuitem', { name: 'Toggle color mode' }).click();
  expect(await modeOf(page)).toBe('dark');
  expect((await saved).status()).toBe(200);

  expect(await modeAtFirst(page, `${studio.base}/about`)).toBe('dark');
  const other = await studio.visitor();
  await studio.signIn(other.page, 'amir');
  await expect.poll(() => modeOf(other.page), PATIENT).toBe('dark');
  expect(await modeAtFirst(other.page, `${studio.base}/signin`)).toBe('dark');

  await page.getByRole('button', { name: 'Toggle color mode' }).click();
  expect(await modeAtFirst(page, `${studio.workspace}/time`)).toBe('light');
  expect([...problems(), ...other.problems()]).toEqual([]);
});

/** A contrast theme of the system takes all backgrounds away. */
test('in colours of the system it is seen what is chosen, where one is, and where hours are typed', async () => {
  const { page, problems } = await studio.visitor();
  await studio.signIn(page, 'mei');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${studio.workspace}/time?view=week`);
  const ring = (of: Locator) => of.first().evaluate((element) => getComputedStyle(element).outlineStyle);
  const ringOf = (selector: string) => ring(page.locator(selector));
  const cell = page.getByRole('textbox', { name: /^Hours, / }).first();
  await cell.waitFor();
  expect(await ringOf('[data-grid] input[data-row]:not(:focus)')).toBe('solid');
  await cell.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect
    .poll(() =>
      page.locator('input[data-selected]:not(:focus)').evaluate((one) => getComputedStyle(one).outlineWidth),
    )
    .toBe('3px');
  if (process.env['E2E_PICTURES']) await takePicture(page, 'forced-colors');
  expect(await ringOf('nav a[href^="/time"]')).toBe('solid');
  expect(await ringOf('nav a[href^="/projects"]')).toBe('none');
  const views = page.getByRole('button', { name: 'Week', exact: true });
  expect(await ring(views)).toBe('solid');
  await views.focus();
  await page.keyboard.press('Shift');
  expect(await ring(views)).toBe('double');
  await page.getByRole('button', { name: 'Day', exact: true }).click();
  await expect.poll(() => ring(views)).toBe('none');
  expect(problems()).toEqual([]);
});
