import { randomUUID } from 'node:crypto';
import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callWorkspace,
  cookiesOf,
  createWorkspace,
  enterWorkspace,
  type Person,
  type PersonSession,
  signIn,
  signUpPerson,
  type WorkspacePlace,
} from '../apps/server/src/testing/product-person.ts';
import { MOST_OF_WEEK } from '../scripts/lib/page-limits.mjs';
import { openWorld, settled, type Visitor, type World } from './harness.ts';

const PATIENT = { timeout: 60_000 };
const email = 'ada@train.example';
const password = 'paper-boats-on-water-7';
const today = new Date().toISOString().slice(0, 10);

let world: World;
let visitor: Visitor;
let person: Person;
let workspace: WorkspacePlace;
let session: PersonSession;
let teamMemberID: string;
let projectID: string;
let site: string;

beforeAll(async () => {
  world = await openWorld({ BILLING: 'off' });
  person = await signUpPerson(world.product(), { email, password });
  const made = await createWorkspace(world.product(), person.session, { name: 'Train' });
  workspace = made.workspace;
  person = { ...person, session: made.session };
  session = await enterWorkspace(world.product(), person.session, workspace);
  site = `http://${session.host}`;
  teamMemberID = (await ask('GET', '/api/Workspace')).me.teamMemberID;
  const [{ projectTypeID }] = await ask('GET', '/api/ProjectTypeMaster');
  projectID = (await ask('POST', '/api/Projects', { projectName: 'Tunnel', projectTypeID })).projectID;
  await addHours(60);
  visitor = await world.visitor();
  await visitor.context.addCookies(cookiesOf(session));
});
afterAll(() => world?.close());

async function ask(method: string, path: string, body?: unknown) {
  const answer = await callWorkspace(world.product(), session, workspace, { method, path, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

function addHours(minutes: number) {
  const entry = {
    timesheetID: randomUUID(),
    projectID,
    activityID: null,
    workDate: today,
    minutes,
    source: 'grid',
  };
  return ask('PUT', '/api/TimeSheet/SaveWeek', {
    teamMemberID,
    weekEndDate: weekEndOf(today),
    upserts: [entry],
    deletes: [],
  });
}

async function savedMinutes(): Promise<number[]> {
  const { entries } = await ask('GET', `/api/TimeSheet/GetByWeek/${teamMemberID}/${weekEndOf(today)}`);
  return entries.map(({ minutes }: { minutes: number }) => minutes);
}

const cellOfToday = (page: Page) =>
  page.locator('[data-grid] input').nth((new Date(today).getUTCDay() + 6) % 7);
const banner = (page: Page) => page.getByText(/^You are offline\./);

/** The worker has fetched what it keeps and looks after the page. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, PATIENT);
}

/** What lies in the browser's own database of a host. */
function answersOf(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    if (!all.some(({ name }) => name === 'stint-offline')) return [];
    return new Promise<unknown[]>((resolve, reject) => {
      const opening = indexedDB.open('stint-offline');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const answers = opening.result.transaction('answers').objectStore('answers').getAll();
        answers.onsuccess = () => {
          opening.result.close();
          resolve(answers.result);
        };
      };
    });
  });
}

const keptAnswers = async (page: Page): Promise<number> => (await answersOf(page)).length;

/** Whether the week that is kept on the device has an entry of so many minutes. */
const hasKeptMinutes = async (page: Page, minutes: number): Promise<boolean> =>
  JSON.stringify(await answersOf(page)).includes(`"minutes":${minutes},`);

/** What a first visit may ask for before the first cell, with the page itself. */
const MOST_REQUESTS = 6;

test('a first visit of the week asks for few things before its first cell, and draws it once', async () => {
  const { context, page, problems, close } = await world.visitor();
  await context.addCookies(cookiesOf(session));
  const sizes: Promise<number>[] = [];
  const begun: string[] = [];
  page.on('request', (request) => begun.push(request.url()));
  const measure = (response: Response) => {
    const request = response.request();
    if (['script', 'stylesheet'].includes(request.resourceType()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  };
  page.on('response', measure);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const { dataset } = document.documentElement;
      if (dataset.firstCellAt !== undefined) return;
      if (document.querySelector('#root [class*=spinner]')) dataset.hadSpinner = '';
      if (document.querySelector('[data-grid] input')) dataset.firstCellAt = String(performance.now());
    }).observe(document, { childList: true, subtree: true });
    // The first number that Intl writes loads its tables, which costs as much as all the cells.
    Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
      construct(Format, given: ConstructorParameters<typeof Intl.NumberFormat>) {
        const { dataset } = document.documentElement;
        if (dataset.firstCellAt === undefined) dataset.askedForNumbers = '';
        return new Format(...given);
      },
    });
  });
  await page.goto(`${site}/time`, { waitUntil: 'commit' });
  await page.locator('html[data-first-cell-at]').waitFor(PATIENT);
  // What comes later is not waited for, and may end with the page.
  page.off('response', measure);
  const code = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1024;
  // By the end of the task in which the first cell came: calls that would draw the rows of the week a second time.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(begun.filter((address) => address.includes('/api/Projects?ids='))).toEqual([]);
  // The browser lists what has ended.
  await settled(page);
  const asked = await page.evaluate(() => {
    const at = Number(document.documentElement.dataset.firstCellAt);
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < at);
    return before.map(({ name }) => name).filter((name) => name.startsWith('http'));
  });
  expect(asked.filter((name) => name.includes('/api/'))).toEqual([]);
  // The page itself is one more.
  expect(asked.length + 1).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(code).toBeLessThanOrEqual(MOST_OF_WEEK);
  expect(await page.locator('html[data-had-spinner]').count()).toBe(0);
  expect(await page.locator('html[data-asked-for-numbers]').count()).toBe(0);
  // Its first line says that it is compiled while it is fetched; below any other code it would say nothing.
  const script = await page.evaluate(async () => {
    const { src = '' } = document.querySelector<HTMLScriptElement>('script[type=module]') ?? {};
    return (await fetch(src)).text();
  });
  expect(script.slice(0, script.indexOf('\n'))).toBe('//# allFunctionsCalledOnLoad');
  expect(problems()).toEqual([]);
  await close();
});

/** The language of the worker that looks after a page, and of one that waits. */
const workersOf = (page: Page) =>
  page.evaluate(async () => {
    const { waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
    const workers = [navigator.serviceWorker.controller, waiting];
    return workers.map((worker) => worker && new URL(worker.scriptURL).searchParams.get('language'));
  });

describe('offline on a train', () => {
  test('security 7: the worker keeps a page without a person or data', async () => {
    const { page } = visitor;
    await page.goto(`${site}/time`);
    await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('1:00');
    await untilKept(page);
    const kept = await page.evaluate(async () => (await caches.match('/_shell'))?.text());
    expect(kept).toContain('"isShell":true');
    expect(kept).not.toContain('stint-first-answers');
    expect(kept).not.toContain('ada@train.example');
    expect(kept).not.toContain(teamMemberID);
  });

  test('a page that was visited opens, another week and a reload too; hours that were typed stay', async () => {
    const { page, context } = visitor;
    await page.goto(`${site}/projects`);
    await page.locator('main').getByText('Tunnel').first().waitFor();
    await page.goto(`${site}/time`);
    await cellOfToday(page).waitFor();
    await expect.poll(() => keptAnswers(page), PATIENT).toBeGreaterThan(3);
    await context.setOffline(true);
    await cellOfToday(page).fill('2:00');
    await page.keyboard.press('Tab');
    await banner(page).waitFor(PATIENT);
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.locator('main').getByText('Tunnel').first().waitFor();
    await page.reload();
    await page.locator('main').getByText('Tunnel').first().waitFor(PATIENT);
    await page.goto(`${site}/time`);
    await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('2:00');
    await page.reload();
    await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('2:00');
  });

  test('the banner counts what waits and lists it', async () => {
    const { page } = visitor;
    await page
      .getByText('You are offline. One change is kept on this device', { exact: false })
      .waitFor(PATIENT);
    await page.getByText('Show what is kept').click();
    const kept = page.getByRole('listitem').filter({ hasText: 'Tunnel' }).filter({ hasText: '2:00' });
    await kept.waitFor();
    expect(await kept.count()).toBe(1);
  });

  test('back on the network the hours are saved, once', async () => {
    const { page, context } = visitor;
    await context.setOffline(false);
    await banner(page).waitFor({ state: 'detached', ...PATIENT });
    await expect.poll(savedMinutes, PATIENT).toEqual([120]);
    await page.reload();
    await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('2:00');
    expect(await savedMinutes()).toEqual([120]);
  });

  test('another worker, as that of a release or of another language, waits until no page is open; nothing typed is lost', async () => {
    const { page, context } = visitor;
    // Saves fail for a while, so that there is something unsaved when it comes.
    await page.route('**/api/TimeSheet/SaveWeek', (route) => route.abort());
    await cellOfToday(page).fill('3:00');
    await page.keyboard.press('Tab');
    await page.goto(`${site}/time?lang=de`);
    await expect.poll(() => workersOf(page), PATIENT).toEqual(['en', 'de']);
    await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('3:00');
    // What took over at once left a page that was being opened meanwhile without an answer.
    await page.reload();
    await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('3:00');
    // Without a connection the one that stays shows the shell that the other one fetched.
    await context.setOffline(true);
    await page.reload();
    await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('3:00');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await workersOf(page)).toEqual(['en', 'de']);
    await context.setOffline(false);
    await page.reload();
    await page.unroute('**/api/TimeSheet/SaveWeek');
    await expect.poll(savedMinutes, PATIENT).toEqual([180]);
    await expect.poll(() => hasKeptMinutes(page, 180), PATIENT).toBe(true);
    await page.close();
    const next = await context.newPage();
    visitor = { ...visitor, page: next };
    await next.goto(`${site}/time`);
    await expect.poll(() => workersOf(next), PATIENT).toEqual(['de', null]);
    await context.setOffline(true);
    await next.reload();
    await next.getByText(/^Sie sind offline\./).waitFor(PATIENT);
    await expect.poll(() => cellOfToday(next).inputValue(), PATIENT).toBe('3:00');
    await context.setOffline(false);
    await next.reload();
  });

  test('who reads German is offline in German', async () => {
    const { page, context, close } = await world.visitor();
    await context.addCookies(cookiesOf(session));
    await page.goto(`${site}/time?lang=de`);
    await cellOfToday(page).waitFor();
    await untilKept(page);
    await expect.poll(() => keptAnswers(page), PATIENT).toBeGreaterThan(3);
    await context.setOffline(true);
    await page.goto(`${site}/time`);
    await page.getByText(/^Sie sind offline\./).waitFor(PATIENT);
    await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('3:00');
    await close();
  });

  test('security 13: signing out deletes what the device kept', async () => {
    const { page, context, close } = await world.visitor();
    await context.addCookies(cookiesOf(await enterWorkspace(world.product(), person.session, workspace)));
    // The profile speaks German since the test before.
    await page.goto(`${site}/time?lang=en`);
    await cellOfToday(page).waitFor();
    await expect.poll(() => keptAnswers(page), PATIENT).toBeGreaterThan(3);
    await page.getByTitle(/^Menu of/).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/signin', PATIENT);
    // What a page that left had no time for is done by the next one.
    await page.goto(`${site}/time`);
    await page.waitForURL(({ host }) => host === world.mainDomain, PATIENT);
    // A file of the same host: no page that could delete anything more; beside the one that is still on its way out.
    const file = await context.newPage();
    await file.goto(`${site}/assets/icons/icon-192-1.png`);
    expect(await keptAnswers(file)).toBe(0);
    expect(await file.evaluate(() => localStorage.getItem('stint.offlineOwner'))).toBeNull();
    await close();
  });

  test('security 13: another workspace’s host forgets what it kept as soon as it is opened without a session, and shows none of it', async () => {
    // Signing out in the test before ended the session everywhere.
    const again = await signIn(world.product(), { email, password });
    const other = await createWorkspace(world.product(), again, { name: 'Tram' });
    const inside = await enterWorkspace(world.product(), other.session, other.workspace);
    const first = await enterWorkspace(world.product(), other.session, workspace);
    const { page, context, close } = await world.visitor();
    await context.addCookies([first, inside].flatMap(cookiesOf));
    const tram = `http://${inside.host}`;
    await page.goto(`${tram}/time`);
    await page.getByRole('region', { name: 'State of this week' }).waitFor();
    await untilKept(page);
    await expect.poll(() => keptAnswers(page), PATIENT).toBeGreaterThan(2);
    await page.goto(`${site}/time?lang=en`);
    await cellOfToday(page).waitFor();
    await page.getByTitle(/^Menu of/).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/signin', PATIENT);
    // The gateway hears of it from the provider; until then what it answers is no kept data.
    const asked = { method: 'GET', path: '/api/Workspace' };
    const ofTram = () => callWorkspace(world.product(), inside, other.workspace, asked);
    await expect.poll(async () => (await ofTram()).status, PATIENT).toBe(401);
    // Notes across pages whether anything of the week was ever drawn.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('main h1, [data-grid]')) sessionStorage.setItem('hadWeek', location.href);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${tram}/time`);
    await page.waitForURL(({ host }) => host === world.mainDomain, PATIENT);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.goto(`${tram}/assets/icons/icon-192-1.png`);
    expect(await page.evaluate(() => sessionStorage.getItem('hadWeek'))).toBeNull();
    expect(await keptAnswers(page)).toBe(0);
    await close();
  });
});
