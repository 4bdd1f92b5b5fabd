import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Opening } from '../interactive.ts';

/**
 * Opens a page in a browser without a past, waits until nothing is fetched any more, and slows the processor down.
 * @param rate by how much
 * @param work is done in it; the browser's context ends with it
 */
export async function withSlowedPage<Result>(
  browser: Browser,
  { opening, rate }: { opening: Opening; rate: number },
  work: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext();
  try {
    await opening.prepare?.(context);
    const page = await context.newPage();
    await page.goto(opening.url);
    await page.locator(opening.selector).first().waitFor();
    await page.waitForLoadState('networkidle');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    return await work(page, devtools);
  } finally {
    await context.close();
  }
}
