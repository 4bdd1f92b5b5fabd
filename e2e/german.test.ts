import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect, settled, type Visitor } from './harness.ts';
import { openStudio, type Studio } from './studio.ts';

const PATIENT = { timeout: 60_000 };

let studio: Studio;
let person: Visitor;
let page: Page;
let leader: Visitor;

beforeAll(async () => {
  studio = await openStudio();
  person = await studio.visitor();
  person.context.setDefaultTimeout(60_000);
  page = person.page;
  leader = await studio.visitor();
  await studio.signIn(leader.page, 'olivia');
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

/** Pages as they would stand in a language that is written from right to left. */
const TURNED = [
  'time?view=week',
  'time?view=day',
  'time?view=calendar',
  'dashboard',
  'approvals',
  'reports',
  'projects',
  'team',
  'settings',
];

test.each(TURNED)('/%s from right to left: as wide as the screen, and mirrored', async (path) => {
  const { page } = leader;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${studio.workspace}/${path}`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await settled(page);
    const places = () => page.evaluate(placesOf);
    const before = await places();
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    const after = await places();
    expect.soft(after.beyond, `${path} at ${width}`).toEqual([]);
    for (const [name, from] of Object.entries(before.boxes)) {
      const to = after.boxes[name];
      // What stood so far from the left stands so far from the right.
      expect
        .soft(to && Math.abs(width - to.end - from.start), `${name} of ${path} at ${width}`)
        .toBeLessThanOrEqual(24);
    }
  }
});

test('on a phone no word of a heading or a control is broken, or runs into the next', async () => {
  const { page } = leader;
  await page.goto(`${studio.base}/features`);
  await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Funktionen', level: 1 }).waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of TURNED) {
      await page.goto(`${studio.workspace}/${path}`);
      await page.getByRole('main').getByRole('heading').first().waitFor();
      await settled(page);
      expect.soft(await page.evaluate(brokenWords), `${path} at ${width}`).toEqual([]);
    }
  }
});

/** Words in two lines, or beyond what they stand in, which is what others stand beside. */
function brokenWords(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll('h1, h2, button, [role="tab"], nav a, label')) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      // What ends with dots is cut off on purpose.
      if (node.parentElement && getComputedStyle(node.parentElement).overflowX !== 'visible') continue;
      for (const { index, 0: word } of node.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getClientRects().length > 1) found.push(`${word} is broken`);
      }
    }
    const isOpen = getComputedStyle(element).overflowX === 'visible' && element.clientWidth > 0;
    if (isOpen && element.scrollWidth > element.clientWidth + 1)
      found.push(`${element.textContent} is beyond its place`);
  }
  return found;
}

/** Where the parts of a page stand, and what sticks out of the screen without a way to reach it. */
function placesOf() {
  const box = (element: Element | null) => {
    const { left, right, width } = element?.getBoundingClientRect() ?? { left: 0, right: 0, width: 0 };
    return width > 0 ? { start: left, end: right } : null;
  };
  const parts = {
    rail: box(document.querySelector('nav[aria-label]')),
    main: box(document.querySelector('main')),
    heading: box(document.querySelector('main h1')),
    grid: box(document.querySelector('[data-grid]')),
    inspector: box(document.querySelector('main aside')),
  };
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const beyond = [...document.querySelectorAll('main *, header *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement);
  });
  return {
    boxes: Object.fromEntries(Object.entries(parts).filter(([, one]) => one !== null)) as Record<
      string,
      { start: number; end: number }
    >,
    beyond: [
      ...beyond.map((element) => `${element.tagName} ${element.className}`).slice(0, 5),
      ...(document.documentElement.scrollWidth > innerWidth
        ? [`page ${document.documentElement.scrollWidth}`]
        : []),
    ],
  };
}

test('nothing was said in the console', () => {
  expect([...person.problems(), ...leader.problems()]).toEqual([]);
});
