import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { cookiesOf } from '../apps/server/src/testing/product-person.ts';
import { chromiumArguments, findInstalledChromium } from '../scripts/lib/chromium.mjs';
import { ensureBuilt } from '../scripts/lib/web-build.mjs';
import { widgetSizes } from '../scripts/widget-size.mjs';
import { benchDrag } from './drag.ts';
import { benchInteractive, type Opening } from './interactive.ts';
import { benchKeys, type KeyTimes } from './keys.ts';
import type { Effort } from './lib/effort.ts';
import { shiftDays } from './lib/requests.ts';
import { newestWeekEnd, startBenchProduct } from './lib/setup.ts';
import { ratiosOf } from './lib/stats.ts';
import { type Row, rowOf } from './lib/table.ts';
import { typeWeek } from './lib/typed-week.ts';
import { lighthouseScores } from './lighthouse.ts';
import { serveDrawnAnew } from './references/drawn-anew.ts';

/** What of the week page a person begins with. */
const CELL = '[data-grid] input';
/** The same on a telephone. */
const DAY_LIST = '[data-places]';
const BLOCK = '[data-day] [data-entry]';

/** A sheet of twelve rows of seven days, and a calendar of as many entries; weeks of their own after the data set. */
const ROWS = 12;
const SHEET_WEEK = shiftDays(newestWeekEnd, 14);
const CLOCK_WEEK = shiftDays(newestWeekEnd, 21);

const wantedScores = { performance: 98, accessibility: 100, 'best-practices': 100 } as const;
/** Pages that are to be found by whoever looks for such a product. */
const publicPages = ['/home', '/features', '/plans-and-pricing'];

/** What a first visit fetched, in KiB as it went over the wire; `first` is what came before a person could begin. */
type Visit = { code: number; font: number; requests: number; first: number };

/** P17 and P18: what pages cost a visitor, in a real browser with an empty cache. */
export async function benchWeb({ isQuick, rounds }: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const executablePath = findInstalledChromium();
  if (!executablePath)
    throw new Error('No browser was found. Install `chromium`, or name one with CHROMIUM_PATH.');
  await ensureBuilt();
  const bench = await startBenchProduct({ people: 1, seats: 1 });
  const browser = await chromium.launch({ executablePath, args: chromiumArguments() });
  try {
    const session = bench.people[0]?.seats[0];
    if (!session) throw new Error('nobody is signed in');
    const signIn = { url: `http://${bench.product.mainDomain}/signin`, selector: 'input[type=password]' };
    const prepare = (context: BrowserContext) => context.addCookies(cookiesOf(session));
    const time = { url: `http://${session.host}/time?week=${newestWeekEnd}`, selector: CELL, prepare };
    const sheet = { url: `http://${session.host}/time?week=${SHEET_WEEK}`, selector: CELL, prepare };
    const clock = {
      url: `http://${session.host}/time?view=calendar&week=${CLOCK_WEEK}`,
      selector: BLOCK,
      prepare,
    };
    await typeWeek(bench, { weekEndDate: SHEET_WEEK, rows: ROWS, onTheClock: false });
    await typeWeek(bench, { weekEndDate: CLOCK_WEEK, rows: ROWS, onTheClock: true });
    const inbox = { url: `http://${session.host}/approvals`, selector: '[aria-current]', prepare };
    const visits = { signIn: [] as Visit[], time: [] as Visit[] };
    for (let round = 0; round < (isQuick ? 1 : 3); round++) {
      visits.signIn.push(await visit(await browser.newContext(), signIn));
      visits.time.push(await visit(await browser.newContext(), time));
      process.stderr.write('.');
    }
    const anew = await serveDrawnAnew(browser, time);
    const opened = [signIn, time, { url: anew.url, selector: CELL }];
    const [signInRatios = [], timeRatios = [], anewRatios = []] = await benchInteractive(
      browser,
      opened,
      rounds,
    );
    anew.close();
    const keys = await benchKeys(browser, pressed(sheet, inbox), isQuick ? 10 : 60);
    const dragged = await benchDrag(browser, clock, isQuick ? 10 : 60);
    const sizes = await widgetSizes();
    const open = publicPages.map((path) => ({ url: `http://${bench.product.mainDomain}${path}` }));
    const scored = isQuick
      ? []
      : [
          ...(await scoresOf([...open, signIn, time], executablePath)),
          await scoreOfElements(browser, time, executablePath),
        ];
    process.stderr.write('\n');
    const slow = 'interactive at CPU 4x, beside React alone';
    const inform = { unit: 'x', inform: true } as const;
    return {
      rows: [
        ...sizesRows(sizes),
        ...rowsOf(visits),
        rowOf('P18', `sign-in ${slow}`, signInRatios, { unit: 'x', atMost: 1.2 }),
        rowOf('P18', `/time ${slow}`, timeRatios, { unit: 'x', atMost: 2 }),
        rowOf('P18', `the elements of /time, drawn by React alone, ${slow}`, anewRatios, inform),
        rowOf(
          'P18',
          '/time, beside its elements drawn by React alone',
          ratiosOf(timeRatios, anewRatios),
          inform,
        ),
        ...scored,
        ...keyRows(keys),
        rowOf('P20', 'calendar at CPU 4x, script and layout of a move while dragging', dragged, {
          unit: 'ms',
          atMost: 8,
        }),
      ],
      notes: [
        'Interactive: from the start of the navigation until the password field (on /time: the first cell of a week of 25 entries) is there and the page is idle, empty cache, turn by turn with a page that draws the form of signing in with React alone.',
        'The elements of /time drawn by React alone: a page that has the very elements, the styles and the font of a drawn /time, as data in its document, and makes them with React and nothing else. What it takes is the browser’s and React’s: neither the application nor its calls are in it.',
        'Scores are those of Lighthouse on its slowed telephone, one run each. A key press counts until the first task after the frame in which it was handled; each digit changes its cell. The page of one field is what Chromium takes for itself.',
        'The sheet has 12 rows of 7 days, the calendar 84 entries. A move of the pointer counts as the time of the page’s own thread, and goes a step of the calendar or to another day: each of them draws.',
        'Sizes are those of the bodies on the wire (brotli), in Chromium with an empty cache, until the network is quiet.',
      ],
    };
  } finally {
    await browser.close();
    await bench.stop();
  }
}

/** The telephone that Lighthouse plays. */
const PHONE = { width: 412, height: 823 };

/** What Lighthouse leaves of a page whose elements React alone draws. */
async function scoreOfElements(browser: Browser, time: Opening, executablePath: string): Promise<Row> {
  const anew = await serveDrawnAnew(browser, { ...time, selector: DAY_LIST }, PHONE);
  try {
    const { performance } = await lighthouseScores(anew.url, executablePath);
    const work = 'Lighthouse of the elements of /time, drawn by React alone, performance';
    return rowOf('P19', work, [performance], { unit: 'points', inform: true });
  } finally {
    anew.close();
  }
}

/** What comes after a person can begin belongs to the visit as well, until all is quiet. */
async function visit(context: BrowserContext, { url, selector, prepare }: Opening): Promise<Visit> {
  await prepare?.(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const answers = new Map<string, { type: string; length: number | null }>();
  const seen: Visit = { code: 0, font: 0, requests: 0, first: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const length = /^content-length: *(\d+)/im.exec(headerText(response.headers))?.[1];
    answers.set(requestId, { type, length: length === undefined ? null : Number(length) });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type = '', length = null } = answers.get(requestId) ?? {};
    // The body alone; what Chromium counts has the head of the answer in it.
    const size = (length ?? encodedDataLength) / 1024;
    seen.requests += 1;
    if (type === 'Script' || type === 'Stylesheet') seen.code += size;
    if (type === 'Font') seen.font += size;
  });
  const answer = await page.goto(url);
  await page.locator(selector).first().waitFor();
  seen.first = seen.requests;
  await page.waitForLoadState('networkidle');
  if (answer?.status() !== 200 || new URL(page.url()).pathname !== new URL(url).pathname) {
    throw new Error(`${url} led to ${page.url()} (${answer?.status()})`);
  }
  await context.close();
  return seen;
}

function headerText(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function rowsOf(visits: Record<'signIn' | 'time', Visit[]>): Row[] {
  const each = (name: 'signIn' | 'time', value: keyof Visit) => visits[name].map((seen) => seen[value]);
  return [
    rowOf('P17', 'first visit of the sign-in page, JS + CSS', each('signIn', 'code'), {
      unit: 'KiB',
      atMost: 45,
    }),
    rowOf('P17', 'first visit of /time, JS + CSS', each('time', 'code'), { unit: 'KiB', atMost: 100 }),
    rowOf('P17', 'font', each('time', 'font'), { unit: 'KiB', atMost: 25 }),
    rowOf('P17', 'first visit of the sign-in page, requests', each('signIn', 'requests'), {
      unit: 'requests',
      atMost: 6,
    }),
    rowOf('P17', 'first visit of /time, requests before its first cell', each('time', 'first'), {
      unit: 'requests',
      atMost: 6,
    }),
    rowOf('P17', 'first visit of /time, requests in all', each('time', 'requests'), {
      unit: 'requests',
      atMost: 8,
    }),
  ];
}

function sizesRows(sizes: Awaited<ReturnType<typeof widgetSizes>>): Row[] {
  return sizes.flatMap(({ name, first, all, firstKib, allKib }) => [
    rowOf('P16', `sign-in widget, ${name}: first screen`, [firstKib], { unit: 'KiB', atMost: first }),
    rowOf('P16', `sign-in widget, ${name}: all flows`, [allKib], { unit: 'KiB', atMost: all }),
  ]);
}

/** A field and nothing else: what no page is quicker than. */
const ONE_FIELD = 'data:text/html,<!doctype html><title>One field</title><input>';

/** Digits into cells next to each other; from one week that waits to the next and back. */
function pressed(week: Opening, inbox: Opening) {
  return {
    // Others at each speed: what stands in a cell already is no change.
    week: { opening: week, keys: { 1: ['1', 'Tab'], 4: ['2', 'Tab'] } },
    inbox: { opening: inbox, keys: { 1: ['j', 'j', 'k'], 4: ['j', 'j', 'k'] } },
    field: { opening: { url: ONE_FIELD, selector: 'input' }, keys: { 1: ['1', '2'], 4: ['1', '2'] } },
  };
}

function keyRows({ week, inbox, field }: KeyTimes): Row[] {
  const row = (work: string, times: number[] | undefined, limit: { atMost: number } | { inform: true }) =>
    rowOf('P20', `${work}, key press to paint`, times ?? [], { unit: 'ms', ...limit });
  return [
    row('week grid', week?.[1], { atMost: 16 }),
    row('week grid at CPU 4x', week?.[4], { atMost: 50 }),
    row('inbox of 200 weeks at CPU 4x', inbox?.[4], { atMost: 50 }),
    row('a page of one field', field?.[1], { inform: true }),
    row('a page of one field at CPU 4x', field?.[4], { inform: true }),
  ];
}

async function scoresOf(
  pages: readonly (Pick<Opening, 'url'> & Partial<Opening>)[],
  executablePath: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { url, prepare } of pages) {
    const scores = await lighthouseScores(url, executablePath, prepare);
    const { pathname } = new URL(url);
    const wanted = { ...wantedScores, ...(publicPages.includes(pathname) ? { seo: 100 } : {}) };
    for (const [category, atLeast] of Object.entries(wanted)) {
      const score = scores[category as keyof typeof scores];
      rows.push(rowOf('P19', `Lighthouse ${pathname}, ${category}`, [score], { unit: 'points', atLeast }));
    }
    process.stderr.write('.');
  }
  return rows;
}
