import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect, type Visitor } from './harness.ts';
import { openStudio, type Studio } from './studio.ts';

const PATIENT = { timeout: 60_000 };

let studio: Studio;
let person: Visitor;
let page: Page;

beforeAll(async () => {
  studio = await openStudio();
  person = await studio.visitor();
  person.context.setDefaultTimeout(60_000);
  page = person.page;
}, 240_000);
afterAll(() => studio?.close());

const languageOf = () => page.evaluate(() => document.documentElement.lang);

test('a public page is chosen in German, and the sign-in follows it to another host', async () => {
  await page.goto(`${studio.base}/features`);
  await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Funktionen', level: 1 }).waitFor();
  expect.soft(await inspect(page, '70-german-features')).toEqual([]);
  await page.goto(`${studio.workspace}/signin`);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  expect(await languageOf()).toBe('de');
});

test('a wrong password is refused in German', async () => {
  await page.getByLabel('E-Mail-Adresse oder Benutzername').fill('amir@harbour-studio.example');
  await page.getByRole('textbox', { name: 'Passwort' }).fill('something-else-9');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByText('E-Mail-Adresse oder Passwort stimmen nicht').waitFor();
  expect.soft(await inspect(page, '71-german-refused')).toEqual([]);
});

test('the week, its calendar and the timer are German; hours are typed with a comma', async () => {
  await page.getByRole('textbox', { name: 'Passwort' }).fill('paper-boats-on-water-7');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('button', { name: 'Woche einreichen' }).waitFor();
  const cell = page.locator('input[data-row="0"][data-day="6"]');
  await cell.click();
  await page.keyboard.type('1,5');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Gespeichert', { exact: true }).waitFor(PATIENT);
  expect(await cell.inputValue()).toBe('1:30');
  expect.soft(await inspect(page, '72-german-week')).toEqual([]);
  await page.getByRole('button', { name: 'Stoppuhr starten' }).waitFor();
  await page.getByRole('button', { name: 'Kalender', exact: true }).click();
  await page.getByRole('region', { name: 'Kalender' }).waitFor();
  expect.soft(await inspect(page, '73-german-calendar')).toEqual([]);
});

test('nothing was said in the console', () => {
  expect(person.problems()).toEqual([]);
});
