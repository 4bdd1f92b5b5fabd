import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareProduct } from '../apps/server/src/testing/prepared-data.ts';
import {
  callWorkspace,
  cookiesOf,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  signUpPerson,
  type WorkspacePlace,
} from '../apps/server/src/testing/product-person.ts';
import {
  findFreePort,
  type ProductProcess,
  startProductProcess,
} from '../apps/server/src/testing/product-process.ts';
import { launch, openVisitor, type Visitor } from './harness.ts';

const PATIENT = { timeout: 60_000, interval: 500 };
/** Of a call that is refused for now; then the page gives it up. */
const MOST_TRIES = 5;
const today = new Date().toISOString().slice(0, 10);

let product: ProductProcess;
let session: PersonSession;
let workspace: WorkspacePlace;
let browser: Browser;
let visitor: Visitor;
let provider: ProductProcess;
let startProvider: () => Promise<ProductProcess>;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [port, providerPort] = [await findFreePort(), await findFreePort()];
  const shared = {
    BILLING: 'off',
    LIMITS_PER_ADDRESS: 'off',
    MAIN_DOMAIN: `stint.localhost:${port}`,
    AUTH_BASE_URL: `http://127.0.0.1:${providerPort}/v0/`,
  };
  const start = async (dataDir: string, listensAt: number, env: Record<string, string>) => {
    const started = await startProductProcess({
      dataDir,
      port: listensAt,
      discardsLog: true,
      env: { ...shared, ...env },
    });
    ends.push(started.stop);
    return started;
  };
  const providersDir = await makeDataDir();
  startProvider = () => start(providersDir, providerPort, { SERVICES: 'auth' });
  provider = await startProvider();
  const { tenantId, adminKey } = await provider.access();
  const gateway = await start(await makeDataDir(), port, {
    SERVICES: 'gateway,web',
    PROVIDER_GRACE_SECONDS: '600',
    AUTH_TENANT_ID: tenantId,
    AUTH_ADMIN_KEY: adminKey,
  });
  // As a balancer in front of both would pass calls on.
  product = {
    ...gateway,
    access: provider.access,
    send: (asked) => (asked.path.startsWith('/v0/') ? provider : gateway).send(asked),
  };
  const person = await signUpPerson(product, {
    email: 'ada@pier.example',
    password: 'paper-boats-on-water-7',
  });
  const made = await createWorkspace(product, person.session, { name: 'Pier' });
  workspace = made.workspace;
  session = await enterWorkspace(product, made.session, workspace);
  browser = await launch();
  ends.push(() => browser.close());
  visitor = await openVisitor(browser);
  await visitor.context.addCookies(cookiesOf(session));
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function makeDataDir(): Promise<string> {
  const dataDir = await prepareProduct(await mkdtemp(join(tmpdir(), 'stint-away-')));
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

const call = (method: string, path: string, body?: unknown) =>
  callWorkspace(product, session, workspace, { method, path: `/api/${path}`, body });
const statusOf = async (path: string) => (await call('GET', path)).status;

async function savedMinutes(): Promise<number[]> {
  const { teamMemberID } = (await call('GET', 'Workspace')).json.me;
  const { entries } = (await call('GET', `TimeSheet/GetByWeek/${teamMemberID}/${weekEndOf(today)}`)).json;
  return entries.map(({ minutes }: { minutes: number }) => minutes);
}

/** How often the question for the region was refused. */
function countRefusedRegions(page: Page): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/GetRegionCode') && response.status() === 503) count += 1;
  });
  return () => count;
}

const cellOfToday = (page: Page) =>
  page.locator('[data-grid] input').nth((new Date(today).getUTCDay() + 6) % 7);
const approvals = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Approvals/ });

test('while the provider is away a page opens and saves hours and is not offline; afterwards all is as before', async () => {
  const { page, problems } = visitor;
  const { teamMemberID } = (await call('GET', 'Workspace')).json.me;
  const { projectID } = (await call('POST', 'Projects', { projectName: 'Harbour' })).json;
  const week = { teamMemberID, weekEndDate: weekEndOf(today) };
  const upserts = [{ projectID, workDate: today, minutes: 60 }];
  await call('PUT', 'TimeSheet/SaveWeek', { ...week, upserts });
  await page.goto(`http://${session.host}/time`);
  await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('1:00');
  await approvals(page).waitFor();

  await provider.stop();
  await expect.poll(() => statusOf('Tokens'), PATIENT).toBe(503);
  const probes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/RegionMaster')) probes.push(request.url());
  });
  const refusedRegions = countRefusedRegions(page);
  await page.reload();
  await expect.poll(() => cellOfToday(page).inputValue(), PATIENT).toBe('1:00');
  await approvals(page).waitFor({ state: 'detached' });
  await cellOfToday(page).fill('2:30');
  await cellOfToday(page).press('Enter');
  await expect.poll(savedMinutes, PATIENT).toEqual([150]);
  await expect.poll(refusedRegions, PATIENT).toBe(MOST_TRIES);
  expect(await page.getByText(/^You are offline\./).count()).toBe(0);
  expect(probes).toEqual([]);

  // Nothing is kept on this one.
  const other = await openVisitor(browser);
  await other.context.addCookies(cookiesOf(session));
  const refusedThere = countRefusedRegions(other.page);
  await other.page.goto(`http://${session.host}/time`);
  await expect.poll(() => cellOfToday(other.page).inputValue(), PATIENT).toBe('2:30');
  await expect.poll(refusedThere, PATIENT).toBe(MOST_TRIES);
  await other.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await other.page.getByText('problem with getting region', { exact: false }).count()).toBe(0);
  expect(other.problems()).toEqual([]);
  await other.close();

  provider = await startProvider();
  await approvals(page).waitFor(PATIENT);
  expect(await cellOfToday(page).inputValue()).toBe('2:30');
  expect(await statusOf('Tokens')).toBe(200);
  expect(await savedMinutes()).toEqual([150]);
  expect(problems()).toEqual([]);
});
