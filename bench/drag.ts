import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Opening } from './interactive.ts';

/** A slow telephone. */
const CPU_SLOWDOWN = 4;

/** A mouse that is moved takes about so many pixels from frame to frame, and so many moves until it is at the next day. */
const STEP = 6;
const MOVES_A_DAY = 20;

/** What the browser says of its main thread, in seconds of that thread's own time: what else runs on the machine is not in it. */
const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/**
 * P20: milliseconds of script, style and layout that each move of the pointer asks for while an entry of the calendar is
 * dragged up and down its day and to the next ones, at a slowed CPU.
 */
export async function benchDrag(
  browser: Browser,
  { url, selector, prepare }: Opening,
  moves: number,
): Promise<number[]> {
  const context = await browser.newContext();
  try {
    await prepare?.(context);
    const page = await context.newPage();
    await page.goto(url);
    const entry = page.locator(selector).first();
    const box = await entry.boundingBox();
    if (!box) throw new Error('the calendar shows no entry');
    await page.waitForLoadState('networkidle');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // Past the way that a click may shake.
    await page.mouse.move(x, y + 2 * STEP);
    const taken: number[] = [];
    for (let move = 0; move < moves; move++) {
      const before = await workOf(devtools);
      const [day, within] = [Math.floor(move / MOVES_A_DAY), move % MOVES_A_DAY];
      await page.mouse.move(
        x + (day % 3) * box.width,
        y + (2 + (day % 2 ? MOVES_A_DAY - within : within)) * STEP,
      );
      await framed(page);
      taken.push((await workOf(devtools)) - before);
    }

    return taken;
  } finally {
    await context.close();
  }
}

async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.reduce((sum, { name, value }) => sum + (WORK.includes(name) ? value * 1000 : 0), 0);
}

/** Until what was drawn for the move is on the screen. */
async function framed(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
}
