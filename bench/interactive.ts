import type { Browser } from 'playwright-core';
import { type Row, rowOf } from './lib/table.ts';
import { serveReactAlone } from './references/react-alone.ts';

/** A slow telephone, as performance P18 asks. */
const CPU_SLOWDOWN = 4;

/** Run in the page: when the field is there and nothing else is to be done. */
const WHEN_IDLE = `new Promise((resolve) => {
  const look = () => document.querySelector('input[type=password]')
    ? requestIdleCallback(() => resolve(performance.now()))
    : requestAnimationFrame(look);
  look();
})`;

/**
 * P18: how long until the password field of the sign-in page can be typed in, at a slowed CPU and with an empty cache,
 * beside a page of React alone with the same form; the two take turns.
 */
export async function benchInteractive(browser: Browser, signInUrl: string, rounds: number): Promise<Row[]> {
  const reference = await serveReactAlone();
  try {
    const ratios: number[] = [];
    await timeToField(browser, signInUrl);
    for (let round = 0; round < rounds; round++) {
      const alone = await timeToField(browser, reference.url);
      ratios.push((await timeToField(browser, signInUrl)) / alone);
      process.stderr.write('.');
    }
    return [rowOf('P18', 'sign-in interactive at CPU 4x, beside React alone', ratios, 'x', { atMost: 1.2 })];
  } finally {
    reference.close();
  }
}

/** Milliseconds from the start of the navigation until the field is there and the page is idle for a key press. */
async function timeToField(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: 'commit' });
    return await page.evaluate<number>(WHEN_IDLE);
  } finally {
    await context.close();
  }
}
