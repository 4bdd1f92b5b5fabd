import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { ExpectStatic } from 'vitest';
import { settled, takePicture } from './harness.ts';
import { type AriaNode, type Extent, shapeOf } from './shape-of.ts';

const approved = fileURLToPath(new URL('approved/', import.meta.url));
const isApproving = process.env['APPROVE'] === '1';

/** A desk and a phone. */
const WIDTHS = [1440, 390] as const;
/** How far a part may have moved: letters are a little wider in another version of the browser. */
const TOLERANCE = 8;

export type ShapeOptions = { extent?: Extent; expect: ExpectStatic };

/**
 * Compares what a page is made of with what was approved (`e2e/approved`), on a desk and on a phone: the tree that assistive
 * technology is told, where each part stands, what sticks out and which controls lie over each other.
 */
export async function expectShape(
  page: Page,
  name: string,
  { extent = 'main', expect }: ShapeOptions,
): Promise<void> {
  const file = `${approved}${name}.txt`;
  const before = await readFile(file, 'utf8').catch(() => '');
  const parts = before.split(/^(?=\d+ px$)/m);
  const seen: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const known = parts.find((part) => part.startsWith(`${width} px\n`)) ?? '';
    const read = () => readShape(page, { width, extent, known });
    if (isApproving) await idle(page);
    // What was drawn last may need a moment: an expectation that fails waits for it.
    else
      await expect
        .poll(read)
        .toBe(known)
        .catch(() => {});
    seen.push(await read());
    if (process.env['E2E_PICTURES']) await takePicture(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  if (!isApproving) {
    expect.soft(seen.join(''), `${name}; if that is meant: APPROVE=1 (CONTRIBUTING.md)`).toBe(before);
    return;
  }
  await mkdir(approved, { recursive: true });
  await writeFile(file, seen.join(''));
}

/** Also what a page asks for once it has nothing else to do is there. */
async function idle(page: Page): Promise<void> {
  await settled(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
  await settled(page);
}

type Reading = { width: number; extent: Extent; known: string };

/** The shape at a width; a box that moved no further than it may is told where it was. */
export async function readShape(page: Page, { width, extent, known }: Reading): Promise<string> {
  const tree = (await page.ariaSnapshotJSON({ boxes: true })) as unknown as AriaNode[];
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const before = known.split('\n');
  const lines = [
    `${width} px`,
    ...(excess > 0 ? ['wider than the screen'] : []),
    ...shapeOf(tree, width, extent),
  ];
  return `${lines.map((line, at) => (isSame(line, before[at] ?? '') ? before[at] : line)).join('\n')}\n`;
}

function isSame(line: string, before: string): boolean {
  const [now, then] = [line, before].map((one) => /^(.*) \[(-?\d+) \+(\d+)\]$/.exec(one));
  if (!now || !then || now[1] !== then[1]) return line === before;
  return [2, 3].every((at) => Math.abs(Number(now[at]) - Number(then[at])) <= TOLERANCE);
}
