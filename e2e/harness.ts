import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { prepareProduct } from '../apps/server/src/testing/prepared-data.ts';
import { type ProductProcess, startProductProcess } from '../apps/server/src/testing/product-process.ts';
import { chromiumArguments, findChromium } from '../scripts/lib/chromium.mjs';

/** Where pictures of what was seen are kept. */
const artifactsFolder = fileURLToPath(new URL('../artifacts/', import.meta.url));

/** The real product on its own port and data directory, and a real browser. */
export type World = {
  /** Address of the main domain. */
  base: string;
  mainDomain: string;
  product(): ProductProcess;
  /** Stops the product and starts it again on the same data. */
  restart(): Promise<void>;
  /** A browser of its own: no cookies, no storage. */
  visitor(options?: Screen): Promise<Visitor>;
  close(): Promise<void>;
};

/** What somebody looks at; with a finger where it can be touched, without the worker where a test answers for a page itself. */
type Screen = { width?: number; height?: number; hasTouch?: boolean; serviceWorkers?: 'block' };

export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** Unexpected messages of the console; refused calls that a test provokes are named in `expectRefusals`. */
  problems(): string[];
  close(): Promise<void>;
};

/**
 * Starts everything.
 *
 * @param settings further variables of the product
 * @param prepare fills the data directory on which it starts
 */
export async function openWorld(
  settings: Record<string, string> = {},
  prepare: (dataDir: string) => Promise<string> = prepareProduct,
): Promise<World> {
  const dataDir = await prepare(await mkdtemp(join(tmpdir(), 'stint-e2e-')));
  const start = (port?: number) =>
    startProductProcess({
      dataDir,
      discardsLog: true,
      env: { LIMITS_PER_ADDRESS: 'off', ...settings },
      ...(port ? { port } : {}),
    });
  let product = await start();
  const browser = await launch();
  return {
    base: `http://${product.mainDomain}`,
    mainDomain: product.mainDomain,
    product: () => product,
    async restart() {
      await product.stop();
      product = await start(product.port);
    },
    visitor: (options) => openVisitor(browser, options),
    async close() {
      await browser.close();
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** @param more arguments of the browser on top of those it always needs */
export function launch(more: string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('No Chromium found. Install the package `chromium`, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: [...chromiumArguments(), ...more] });
}

/** Where a person is, in whatever country the tests run: English, and days that change with those of the tests. */
export const HOME = { locale: 'en-US', timezoneId: 'UTC' };

/** A browser of its own: no cookies, no storage. */
export async function openVisitor(browser: Browser, size: Screen = {}): Promise<Visitor> {
  const context = await browser.newContext({
    ...HOME,
    viewport: { width: size.width ?? 1440, height: size.height ?? 900 },
    reducedMotion: 'reduce',
    hasTouch: size.hasTouch ?? false,
    serviceWorkers: size.serviceWorkers ?? 'allow',
  });
  // On a busy machine a first page takes its time; slow is not wrong.
  context.setDefaultTimeout(60_000);
  traffics.set(context, watchTraffic(context));
  contexts.add(context);
  context.on('close', () => contexts.delete(context));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) problems.push(message.text());
  });
  return { page, context, problems: () => [...problems], close: () => context.close() };
}

/** Of all browsers that are open. */
const contexts = new Set<BrowserContext>();
const LOOK_AT_PAGE_MS = 5_000;
const MOST_OF_TEXT = 1_500;

/** Where each open page is, what it waits for and what it shows, as far as it still answers. */
export async function describePages(): Promise<string> {
  const pages = [...contexts].flatMap((context) => context.pages());
  const described = pages.map(async (page) => {
    const text = page.locator('body').ariaSnapshot({ timeout: LOOK_AT_PAGE_MS });
    const shown = await text.catch((error: Error) => error.message);
    const underWay = [...(traffics.get(page.context())?.underWay ?? [])].map((request) => request.url());
    return [`at ${page.url()}`, ...underWay.map((url) => `waits for ${url}`), shown.slice(0, MOST_OF_TEXT)];
  });
  return (await Promise.all(described)).flat().join('\n');
}

type Traffic = { underWay: Set<Request>; lastAt: number };

const traffics = new WeakMap<BrowserContext, Traffic>();
/** As long as Playwright waits for a network to be idle. */
const QUIET_MS = 500;
const LOOK_MS = 50;

function watchTraffic(context: BrowserContext): Traffic {
  const traffic: Traffic = { underWay: new Set(), lastAt: Date.now() };
  const end = (request: Request) => {
    traffic.underWay.delete(request);
    traffic.lastAt = Date.now();
  };
  context.on('request', (request) => {
    // Live pages hold one open for as long as they are seen.
    if (request.headers().accept !== 'text/event-stream') traffic.underWay.add(request);
  });
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  return traffic;
}

/** Waits until nothing is asked for any more, but for the stream of what changes. */
export async function settled(page: Page): Promise<void> {
  const traffic = traffics.get(page.context());
  await page.waitForLoadState('load');
  const began = Date.now();
  const isQuiet = () =>
    !traffic?.underWay.size && Date.now() - Math.max(began, traffic?.lastAt ?? 0) >= QUIET_MS;
  while (!isQuiet()) {
    // In the browser's own time, so that requests that it is about to make are counted.
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), LOOK_MS);
  }
}

/** Chromium's own line about a refused or failed call; the page says what it means for the person. */
function isRefusal(text: string): boolean {
  return text.startsWith('Failed to load resource');
}

export type Finding = { rule: string; where: string; text: string };

/** The colour modes with what axe looks for: the second one changes colours alone. */
const MODES = [
  ['light', {}],
  // The tag brings in the contrast of level AAA, which is off otherwise: avatars of some colours do not have it.
  ['dark', { runOnly: ['cat.color'], rules: { 'color-contrast-enhanced': { enabled: false } } }],
] as const;

/** What axe finds on a page, in both colour modes; with `E2E_PICTURES=1` a picture of each in `artifacts/`. */
export async function inspect(page: Page, name: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  // An address changes before its page has come and is drawn. A page that never gets a heading is told by axe.
  const heading = page.locator('h1').first();
  await heading.waitFor({ state: 'attached', timeout: 10_000 }).catch(() => undefined);
  const before = await page.evaluate(() => document.documentElement.dataset.colorMode ?? 'light');
  for (const [mode, rules] of MODES) {
    await setMode(page, mode);
    if (process.env['E2E_PICTURES']) await takePicture(page, `${name}-${mode}`);
    findings.push(...(await runAxe(page, `${name} (${mode})`, rules)));
  }
  await setMode(page, before);
  return findings;
}

/**
 * What of a page is not to be had on a screen of 320 px, which is a desk at 400 % (WCAG 2.2, 1.4.10), or too small there to be met
 * with a finger (2.5.8; axe leaves that out unless it is asked).
 */
export async function inspectNarrow(page: Page, name: string): Promise<Finding[]> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const wide = width > 320 ? [{ rule: 'reflow', where: name, text: `${width} px wide` }] : [];
  const rules = { runOnly: ['target-size'], rules: { 'target-size': { enabled: true } } };
  const small = await runAxe(page, `${name} (320)`, rules);
  if (size) await page.setViewportSize(size);
  return [...wide, ...small];
}

/** A picture of a whole page in `artifacts/`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(artifactsFolder, { recursive: true });
  await page.screenshot({ path: join(artifactsFolder, `${name}.png`), fullPage: true });
}

/** Puts a page into a colour mode, and waits until its colours are on screen. */
export async function setMode(page: Page, mode: string): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset.colorMode = value;
  }, mode);
  // The colours are on screen when the frame after the change is, and nothing moves any more: what takes its colour from what
  // is around it begins to move when that has arrived.
  await page.evaluate(async () => {
    const frames = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = () =>
      document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations === 1);
    await frames();
    for (let turn = 0; moving().length > 0 && turn < 20; turn++) {
      await Promise.allSettled(moving().map((one) => one.finished));
      await frames();
    }
  });
}

type AxeNode = { target: unknown[]; failureSummary?: string };
type AxeResults = { violations: { id: string; nodes: AxeNode[] }[] };

/** axe runs through the debugger, which the page's own content policy does not bind. */
async function runAxe(page: Page, name: string, rules: object): Promise<Finding[]> {
  const session = await page.context().newCDPSession(page);
  const settings = JSON.stringify({ resultTypes: ['violations'], ...rules });
  try {
    const { result: known } = await session.send('Runtime.evaluate', { expression: '"axe" in globalThis' });
    if (!known.value) await session.send('Runtime.evaluate', { expression: `${axe.source}\n0` });
    const { result } = await session.send('Runtime.evaluate', {
      expression: `axe.run(document, ${settings}).then((results) => JSON.stringify(results.violations))`,
      awaitPromise: true,
      returnByValue: true,
    });
    const violations = JSON.parse(String(result.value)) as AxeResults['violations'];
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({
        rule: id,
        where: `${name}: ${target.join(' ')}`,
        text: failureSummary ?? '',
      })),
    );
  } finally {
    await session.detach();
  }
}
