import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { prepareProduct } from '../../apps/server/src/testing/prepared-data.ts';
import { startProductProcess } from '../../apps/server/src/testing/product-process.ts';
import { HOME, launch } from '../harness.ts';
import { buildReactPage, buildStandAlone, type ReactPage } from './builds.ts';
import { KIND_COOKIE, type PageKind, startPages } from './pages-server.ts';

/** Answers of the provider hold any fields; a test looks at the ones it means. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

/** A busy machine is slow; a missing element is not waited for longer than this. */
const PATIENCE_MILLISECONDS = 60_000;

/** The real provider with pages of an embedding application in front of it, in one browser. */
export interface WidgetSite {
  tenantId: string;
  origin: string;
  browser: Browser;
  /** Console errors, page errors and refused content of every page; must stay empty. */
  complaints: string[];
  /** A browser of its own: cookies and storage are not shared. */
  newContext(): Promise<BrowserContext>;
  open(context: BrowserContext, path: string, settings?: object): Promise<Page>;
  /** The same with a page of another kind: the custom element, or an application on a React of a workspace. */
  openAs(kind: PageKind, context: BrowserContext, path: string, settings?: object): Promise<Page>;
  /** Makes the page of an application on React. */
  buildReact(page: ReactPage): Promise<void>;
  /** A call with the admin key. @throws when it is refused */
  admin(method: string, path: string, body?: unknown): Promise<Json>;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }>;
  /** Messages of the test world for one recipient, newest first. */
  outbox(to: string): Promise<Json[]>;
  setFlow(firstFactors: string[], secondFactors?: string[], isMfaRequired?: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts everything: about six seconds. */
export async function startWidgetSite(): Promise<WidgetSite> {
  const folder = await mkdtemp(join(tmpdir(), 'widget-e2e-'));
  const scripts = join(folder, 'script');
  await buildStandAlone(scripts);
  const pages = await startPages(scripts);
  const mainDomain = `stint.localhost:${pages.port}`;
  const origin = `http://${mainDomain}`;
  const product = await startProductProcess({
    dataDir: await prepareProduct(join(folder, 'data')),
    env: { LIMITS_PER_ADDRESS: 'off', MAIN_DOMAIN: mainDomain },
  });
  const { tenantId, adminKey } = await product.access();
  pages.forwardTo(product.port, tenantId);
  const browser = await launch();
  const complaints: string[] = [];

  async function call(method: string, path: string, body?: unknown, bearer?: string) {
    const headers = { origin, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) };
    const answer = await product.send({ method, path: `/v0${path}`, body, headers });
    return { status: answer.status, body: answer.json };
  }

  const site: WidgetSite = {
    tenantId,
    origin,
    browser,
    complaints,
    async newContext() {
      const context = await browser.newContext({ ...HOME, viewport: { width: 500, height: 900 } });
      context.setDefaultTimeout(PATIENCE_MILLISECONDS);
      return context;
    },
    open: (context, path, settings) => site.openAs('script', context, path, settings),
    async openAs(kind, context, path, settings = {}) {
      await context.addCookies([{ name: KIND_COOKIE, value: kind, url: origin }]);
      const page = await context.newPage();
      listen(page, complaints);
      await page.addInitScript(`window.given = ${JSON.stringify(settings)};`);
      await page.goto(new URL(path, origin).href);
      return page;
    },
    buildReact: (page) => buildReactPage(scripts, page),
    async admin(method, path, body) {
      const answer = await call(method, path, body, adminKey);
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    call: (method, path, body) => call(method, path, body),
    outbox: async (to) => (await site.admin('GET', `/outbox?to=${encodeURIComponent(to)}`)).results,
    async setFlow(firstFactors, secondFactors = [], isMfaRequired = false) {
      const authentication = {
        firstFactors: firstFactors.map(factor),
        secondFactors: secondFactors.map(factor),
        isMfaRequired,
      };
      await site.admin('PUT', `/tenants/${tenantId}`, { authentication });
    },
    async close() {
      await browser.close();
      await pages.close();
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return site;
}

/** A factor from its short name: `email/password`. */
function factor(name: string) {
  const [channel, strategy] = name.split('/');
  return { channel, strategy };
}

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    const isRefusal = /status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isRefusal) complaints.push(`console: ${message.text()}`);
  });
}
