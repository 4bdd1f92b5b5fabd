import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import {
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  signUpPerson,
} from '../apps/server/src/testing/product-person.ts';
import { type ProductProcess, startProductProcess } from '../apps/server/src/testing/product-process.ts';
import { chromiumArguments, findChromium } from '../scripts/lib/chromium.mjs';
import { ensureBuilt } from '../scripts/lib/web-build.mjs';
import { benchInteractive } from './interactive.ts';
import { type Row, rowOf } from './lib/table.ts';
import type { Effort } from './main.ts';

/** What a first visit fetched, in KiB as it went over the wire. */
type Visit = { code: number; font: number; requests: number };

/** P17: what a first visit costs, in a real browser with an empty cache. */
export async function benchWeb({ isQuick }: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('No browser was found. Install `chromium`, or name one with CHROMIUM_PATH.');
  await ensureBuilt();
  const dataDir = await mkdtemp(join(tmpdir(), 'stint-bench-web-'));
  const product = await startProductProcess({ dataDir });
  const browser = await chromium.launch({ executablePath, args: chromiumArguments() });
  try {
    const session = await seatedSession(product);
    const visits = { signIn: [] as Visit[], time: [] as Visit[] };
    for (let round = 0; round < (isQuick ? 1 : 3); round++) {
      visits.signIn.push(
        await visit(
          await browser.newContext(),
          `http://${product.mainDomain}/signin`,
          'input[type=password]',
        ),
      );
      const context = await browser.newContext();
      await context.addCookies(cookiesOf(session));
      visits.time.push(await visit(context, `http://${session.host}/time`, 'main >> text=Copy last week'));
      process.stderr.write('.');
    }
    const interactive = await benchInteractive(
      browser,
      `http://${product.mainDomain}/signin`,
      isQuick ? 1 : 7,
    );
    process.stderr.write('\n');
    return {
      rows: [...rowsOf(visits), ...interactive],
      notes: [
        'Interactive: from the start of the navigation until the password field is there and the page is idle, empty cache, turn by turn with a page that draws the same form with React alone.',
        'Sizes are those of the bodies on the wire (brotli), in Chromium with an empty cache, until the network is quiet.',
      ],
    };
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

async function seatedSession(product: ProductProcess): Promise<PersonSession> {
  const password = 'correct horse battery staple';
  const person = await signUpPerson(product, { email: 'visitor@example.com', password });
  const { workspace, session } = await createWorkspace(product, person.session, { name: 'First visit' });
  return enterWorkspace(product, session, workspace);
}

/** The cookies that the client library would have written (auth protocol 4.2). */
function cookiesOf(session: PersonSession) {
  const url = `http://${session.host}`;
  return (['access', 'id', 'refresh'] as const).map((kind) => ({
    name: `${kind}.${session.tenantId}`,
    value: session[`${kind}Token`],
    url,
  }));
}

/** @param ready what is on the page when a person can begin; what comes later belongs to the visit until all is quiet */
async function visit(context: BrowserContext, url: string, ready: string): Promise<Visit> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const answers = new Map<string, { type: string; length: number | null }>();
  const seen: Visit = { code: 0, font: 0, requests: 0 };
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
  await page.locator(ready).first().waitFor();
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
    rowOf('P17', 'first visit of the sign-in page, JS + CSS', each('signIn', 'code'), 'KiB', { atMost: 95 }),
    rowOf('P17', 'first visit of /time, JS + CSS', each('time', 'code'), 'KiB', { atMost: 150 }),
    rowOf('P17', 'font', each('time', 'font'), 'KiB', { atMost: 25 }),
    rowOf('P17', 'first visit of the sign-in page, requests', each('signIn', 'requests'), 'requests', {
      atMost: 8,
    }),
    rowOf('P17', 'first visit of /time, requests', each('time', 'requests'), 'requests', { atMost: 8 }),
  ];
}
