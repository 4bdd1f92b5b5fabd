import type { Browser, BrowserContext } from 'playwright-core';
import { serveReactAlone } from './references/react-alone.ts';

/** A slow telephone: the processor does a fourth of its work. */
const CPU_SLOWDOWN = 4;

const PATIENCE_MILLISECONDS = 60_000;

/** A page, what of it a person begins with, and how a new browser is prepared for it. */
export type Opening = {
  url: string;
  selector: string;
  prepare?: (context: BrowserContext) => Promise<void>;
};

/** Run in the page: when the thing is there and nothing else is to be done. */
const whenIdle = (selector: string) => `new Promise((resolve) => {
  const look = () => document.querySelector(${JSON.stringify(selector)})
    ? requestIdleCallback(() => resolve(performance.now()))
    : requestAnimationFrame(look);
  look();
})`;

/**
 * P18: how long until each page can be used, at a slowed CPU and with an empty cache, as multiples of a page of React alone
 * with the form of signing in; all take turns.
 */
export async function benchInteractive(
  browser: Browser,
  pages: readonly Opening[],
  rounds: number,
): Promise<number[][]> {
  const reference = await serveReactAlone();
  const alone: Opening = { url: reference.url, selector: 'input[type=password]' };
  try {
    const ratios: number[][] = pages.map(() => []);
    for (const page of pages) await timeTo(browser, page);
    for (let round = 0; round < rounds; round++) {
      const unit = await timeTo(browser, alone);
      for (const [at, page] of pages.entries()) ratios[at]?.push((await timeTo(browser, page)) / unit);
      process.stderr.write('.');
    }
    return ratios;
  } finally {
    reference.close();
  }
}

/** Milliseconds from the start of the navigation until the thing is there and the page is idle for a key press. */
async function timeTo(browser: Browser, { url, selector, prepare }: Opening): Promise<number> {
  const context = await browser.newContext();
  try {
    await prepare?.(context);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: 'commit' });
    const answer = page.evaluate<number>(whenIdle(selector));
    // A page that never shows it would look for it for ever.
    return await Promise.race([answer, page.waitForSelector(selector, limit).then(() => answer)]);
  } finally {
    await context.close();
  }
}

const limit = { state: 'attached', timeout: PATIENCE_MILLISECONDS } as const;
