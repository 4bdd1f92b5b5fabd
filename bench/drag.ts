import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Opening } from './interactive.ts';
import { withSlowedPage } from './lib/slowed-page.ts';

/** A slow telephone. */
const CPU_SLOWDOWN = 4;

/** More pixels than a step of the calendar has at any zoom, so that each move draws; and so many moves until it is at the next day. */
const STEP = 48;
const MOVES_A_DAY = 4;
const DAYS = 3;

/** Where it would stand. */
const PREVIEW = '[data-day] [data-preview]';

/** What the browser says of its main thread, in seconds of that thread's own time: what else runs on the machine is not in it. */
const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/**
 * P20: milliseconds of script, style and layout that each move of the pointer asks for while an entry of the calendar is
 * dragged up and down its day and to the next ones, at a slowed CPU. Every move is one that draws: to another time or day.
 */
export function benchDrag(browser: Browser, opening: Opening, moves: number): Promise<number[]> {
  return withSlowedPage(browser, { opening, rate: CPU_SLOWDOWN }, async (page, devtools) => {
    const box = await page.locator(opening.selector).first().boundingBox();
    if (!box) throw new Error('the calendar shows no entry');
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + STEP);
    await page.locator(PREVIEW).waitFor();
    let shown = await shownBy(page);
    const taken: number[] = [];
    for (let move = 1; move <= moves; move++) {
      const before = await workOf(devtools);
      const place = placeOf(move);
      await page.mouse.move(x + place.days * box.width, y + (1 + place.steps) * STEP);
      await framed(page);
      taken.push((await workOf(devtools)) - before);
      const next = await shownBy(page);
      if (next === shown) throw new Error(`move ${move} of the drag drew nothing: ${shown}`);
      shown = next;
    }
    return taken;
  });
}

/** Down a day, over to the next and up again, and after the last day the first; each place is another than the one before. */
function placeOf(move: number): { days: number; steps: number } {
  const [day, within] = [Math.floor(move / MOVES_A_DAY), move % MOVES_A_DAY];
  return { days: day % DAYS, steps: day % 2 ? MOVES_A_DAY - 1 - within : within };
}

/** The day and the time at which what is dragged is shown. */
async function shownBy(page: Page): Promise<string> {
  return page.evaluate<string>(
    `((preview) => 'day ' + preview.closest('[data-day]').dataset.day + ', ' + preview.textContent)(document.querySelector('${PREVIEW}'))`,
  );
}

async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.reduce((sum, { name, value }) => sum + (WORK.includes(name) ? value * 1000 : 0), 0);
}

/** Until what was drawn for the move is on the screen. */
async function framed(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
}
