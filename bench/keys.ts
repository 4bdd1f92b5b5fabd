import type { Browser, Page } from 'playwright-core';
import type { Opening } from './interactive.ts';
import { withSlowedPage } from './lib/slowed-page.ts';

/** A slow telephone. */
const SLOWDOWNS = [1, 4] as const;

/** What is pressed on a page that is ready, and what says that it is. */
type Pressed = { opening: Opening; keys: Record<(typeof SLOWDOWNS)[number], readonly string[]> };

export type KeyTimes = Record<string, Record<(typeof SLOWDOWNS)[number], number[]>>;

/**
 * P20: milliseconds from a key press until what it changed is painted, in pages that are ready and idle, at full speed and
 * at a slowed CPU.
 * @param presses how often a key is pressed on each page at each speed
 */
export async function benchKeys(
  browser: Browser,
  pages: Record<string, Pressed>,
  presses: number,
): Promise<KeyTimes> {
  const times: KeyTimes = {};
  for (const [name, { opening, keys }] of Object.entries(pages)) {
    times[name] = { 1: [], 4: [] };
    for (const rate of SLOWDOWNS)
      times[name][rate] = await timeKeys(browser, opening, { keys: keys[rate], presses, rate });
    process.stderr.write('.');
  }
  return times;
}

function timeKeys(
  browser: Browser,
  opening: Opening,
  { keys, presses, rate }: { keys: readonly string[]; presses: number; rate: number },
): Promise<number[]> {
  return withSlowedPage(browser, { opening, rate }, async (page) => {
    await page.locator(opening.selector).first().focus();
    await listen(page);
    const taken: number[] = [];
    for (let press = 0; press < presses; press++) {
      await page.keyboard.press(keys[press % keys.length] as string);
      taken.push(await page.evaluate<number>('globalThis.painted'));
    }
    return taken;
  });
}

/** The first task after the frame in which a key was handled: the frame has been drawn by then. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(`addEventListener('keydown', (event) => {
    globalThis.painted = new Promise((resolve) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - event.timeStamp);
      port2.postMessage(null);
    }));
  }, { capture: true })`);
}
