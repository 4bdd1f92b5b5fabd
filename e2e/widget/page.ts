import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type ProductProcess, startProductProcess } from '../../apps/server/src/testing/product-process.ts';
import { chromiumArguments, findChromium } from '../../scripts/lib/chromium.mjs';
import { buildReactPage, buildStandAlone } from './builds.ts';

/** Answers of the provider hold any fields; a test looks at the ones it means. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

/** The strictest policy a page can have (security 7): scripts by nonce, no inline style, no HTML sinks. */
const POLICY = [
  "default-src 'none'",
  "script-src 'nonce-n1' 'strict-dynamic'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** A busy machine is slow; a missing element is not waited for longer than this. */
const PATIENCE_MILLISECONDS = 8000;

/** The page that a mailed link or a provider returns to decides the flow by its path. */
const PATHS: Readonly<Record<string, string>> = {
  '/signin': 'login',
  '/signup': 'signup',
  '/reset': 'reset',
};

/** How a page embeds the widget. */
export type PageKind = 'script' | 'element' | 'react';

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
  /** Makes the page of an application on the React that a workspace holds. */
  buildReact(reactFolder: string): Promise<void>;
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
  await buildStandAlone(join(folder, 'script'));
  const product = await startProductProcess({
    dataDir: join(folder, 'data'),
    env: { LIMITS_PER_ADDRESS: 'off' },
  });
  const { tenantId, adminKey } = await product.access();
  const origin = `http://${product.mainDomain}`;
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArguments(),
  });
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
      const context = await browser.newContext({ viewport: { width: 500, height: 900 } });
      context.setDefaultTimeout(PATIENCE_MILLISECONDS);
      return context;
    },
    open: (context, path, settings) => site.openAs('script', context, path, settings),
    async openAs(kind, context, path, settings = {}) {
      const page = await context.newPage();
      listen(page, complaints);
      await servePages(page, join(folder, 'script'), { tenantId, settings, kind });
      await page.goto(new URL(path, origin).href);
      return page;
    },
    buildReact: (reactFolder) => buildReactPage(join(folder, 'script'), reactFolder),
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
    close: () => closeAll(browser, product, folder),
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

/** The application's pages and the script, in front of the product that answers everything else. */
async function servePages(
  page: Page,
  scripts: string,
  { tenantId, settings, kind }: { tenantId: string; settings: object; kind: PageKind },
): Promise<void> {
  await page.route('**/try/**', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/try/', '');
    if (!existsSync(join(scripts, name))) return route.fulfill({ contentType: 'text/css', body: '' });
    const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    await route.fulfill({ contentType, body: await readFile(join(scripts, name)) });
  });
  await page.route(/^[^?]*\/(signin|signup|reset|there|continue-signup)?(\?.*)?$/, async (route) => {
    const url = new URL(route.request().url());
    if (route.request().resourceType() !== 'document') return route.fallback();
    const given = { tenantId, type: PATHS[url.pathname] ?? 'login', ...settings };
    const isForm = url.pathname in PATHS;
    await route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' },
      body: isForm ? PAGES[kind](given) : '<!doctype html><title>There</title><h1>There</h1>',
    });
  });
}

/** The document of each kind of page; what the application knows stands in it as JSON, which is no script. */
const PAGES: Readonly<Record<PageKind, (settings: { tenantId: string; type: string }) => string>> = {
  script: (settings) =>
    documentOf(
      settings,
      '<div id="sign-in"></div>',
      `import { createAuthClient, mountSignIn } from '/try/latchkey.js';
const settings = JSON.parse(document.getElementById('settings').textContent);
Object.assign(window, { mountSignIn, client: createAuthClient({ ...settings, baseUrl: '/v0/' }) });
mountSignIn('#sign-in', { client: window.client, ...settings });`,
    ),
  element: (settings) =>
    documentOf(
      settings,
      `<latchkey-sign-in tenant-id="${settings.tenantId}" base-url="/v0/" type="${settings.type}" redirect="/there"></latchkey-sign-in>`,
      "import '/try/latchkey.js';",
    ),
  react: (settings) => documentOf(settings, '<div id="sign-in"></div>', "import '/try/react-page.js';"),
};

function documentOf(settings: object, body: string, script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/try/react-page.css"></head><body>${body}
<script type="application/json" id="settings">${JSON.stringify(settings)}</script>
<script type="module" nonce="n1">${script}</script></body></html>`;
}

async function closeAll(browser: Browser, product: ProductProcess, folder: string): Promise<void> {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
