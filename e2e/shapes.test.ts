import { readdir } from 'node:fs/promises';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { addWeeks } from '@stint/domain/time/week.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectNarrow, settled } from './harness.ts';
import { expectShape, readShape } from './shape.ts';
import { addTime, openStudio, type Studio } from './studio.ts';
import { chapters, type TourScreen } from './tour.ts';
import { openTour, type TourGuide } from './tour-guide.ts';

let studio: Studio;
let guide: TourGuide;
/** A week to come whose days have two figures and one month: its heading is always as long. */
let week: string;

beforeAll(async () => {
  studio = await openStudio({ CONTACT_ADDRESS: 'hello@harbour-studio.example' });
  guide = await openTour(studio);
  week = [0, 1, 2, 3, 4, 5].map((by) => addWeeks(studio.emptyWeek, by)).find(isInMiddle) ?? '';
  await addTime(guide.pages.owner, week, [['Studio', 'Administration']]);
});

afterAll(() => studio?.close());

/** Screens that stand in the tour with what is there today, each with what is there on every day. */
const ALWAYS: Record<string, string> = {
  week: '/time?view=week&week={week}',
  day: '/time?view=day&week={week}&day={day}',
  calendar: '/time?view=calendar&week={week}',
  palette: '/time?view=week&week={week}',
  keys: '/time?view=week&week={week}',
  help: '/time?view=week&week={week}',
  reports: '/reports?money=1&range=lastMonth',
  'report-pivot': '/reports?kind=pivot&by=project&range=lastMonth',
  'report-profitability': '/reports?kind=profitability&by=project&range=lastMonth',
  'report-utilisation': '/reports?kind=utilisation&by=person&range=lastMonth',
  'report-export': '/reports?range=lastMonth',
};

const form = (name: string, page: string): TourScreen => ({
  name: `${name}-form`,
  words: '',
  page,
  path: `${page}?new=1`,
  as: 'owner',
});
const site = (page: string, as: TourScreen['as'] = 'stranger', path = page): TourScreen => ({
  name: page.slice(1),
  words: '',
  page,
  path,
  as,
});

/** What the tour has no picture of, but for pages that only lead on. */
const more: readonly TourScreen[] = [
  form('project', '/projects'),
  form('client', '/clients'),
  form('activity', '/activities'),
  { ...form('invite', '/team'), path: '/team?invite=1' },
  site('/your-name', 'beginner'),
  site('/reset'),
  site('/email-verification'),
  site('/unsubscribe', 'stranger', '/unsubscribe/none'),
  { ...site('/contact'), name: 'contact-only' },
  site('/privacy-policy'),
  site('/terms-of-service'),
  site('/cancellation-and-refund-policy'),
];

/** One page of each kind is compared with the navigation and the top line around it, which all of its kind have. */
const FRAMED = new Set(['week', 'features', 'sign-in', 'workspaces']);

const screens = [...chapters.flatMap(([, some]) => some), ...more];
/** Each is compared with a file of its own, and nothing else is approved. */
test('each screen has one name, and each approved file is of a screen', async () => {
  const names = screens.map(({ name }) => `${name}.txt`).toSorted();
  expect((await readdir(new URL('approved/', import.meta.url))).toSorted()).toEqual(names);
});

const people = [...new Set(screens.map((screen) => screen.as))];

/** Dozens of pages in one go. */
const PATIENCE_MS = 600_000;

// Each has a browser of their own, so nobody waits for the others.
describe.concurrent('what a screen is made of and where its parts stand is what was approved:', () => {
  test.for(people)('seen by the %s', { timeout: PATIENCE_MS }, async (who, { expect }) => {
    for (const screen of screens) {
      if (screen.as !== who) continue;
      const path = (ALWAYS[screen.name] ?? screen.path ?? screen.page)
        .replace('{week}', week)
        .replace('{day}', addDays(week, -6));
      const page = await guide.visit({ ...screen, path }, settled);
      await expectShape(page, screen.name, { expect, extent: FRAMED.has(screen.name) ? 'all' : 'main' });
      expect.soft(await inspectNarrow(page, screen.name)).toEqual([]);
    }
  });
});

test('a button that is gone, one that lies over another and a field beyond the edge of a phone are told', async () => {
  const page = guide.pages.owner;
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`${studio.workspace}/team`);
  await settled(page);
  // Without their boxes: what is gone makes room for others.
  const read = async () => {
    const shape = await readShape(page, { width: 390, extent: 'main', known: '' });
    return shape.split('\n').map((line) => line.replace(/ \[.*\]$/, '').trim());
  };
  const right = await read();
  const [invite, filter] = ['Invite', 'Filter'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  );
  const box = await filter?.boundingBox();
  await invite?.evaluate((element) => element.style.setProperty('display', 'none'));
  await page.getByRole('searchbox').evaluate((element) => element.style.setProperty('translate', '60px'));
  const csv = page.getByRole('button', { name: 'CSV' });
  await csv.evaluate((element, to) => {
    const { left, top } = element.getBoundingClientRect();
    element.style.setProperty('translate', `${(to?.x ?? 0) - left}px ${(to?.y ?? 0) - top}px`);
  }, box);
  const wrong = await read();
  expect(right.filter((line) => !wrong.includes(line))).toEqual([
    'searchbox Search',
    'button CSV',
    'button Invite',
  ]);
  expect(wrong.filter((line) => !right.includes(line))).toEqual([
    'wider than the screen',
    'searchbox Search (beyond the screen)',
    'button CSV (over Filter)',
  ]);
});

test('the console stayed empty all the way', () => {
  expect(guide.problems()).toEqual([]);
});

/** From the tenth to the twenty-eighth of a month. */
function isInMiddle(weekEndDate: string): boolean {
  const day = Number(weekEndDate.slice(8));
  return day >= 16 && day <= 28;
}
