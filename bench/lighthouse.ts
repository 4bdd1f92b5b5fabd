import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { chromiumArguments } from '../scripts/lib/chromium.mjs';

/** Fetched when it is asked for: nothing but this needs it. */
const PACKAGE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Scores = Record<(typeof CATEGORIES)[number], number>;

/** P19: what Lighthouse gives a page on a telephone, 0 to 100. @param prepare signs the browser in */
export async function lighthouseScores(
  url: string,
  executablePath: string,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<Scores> {
  const folder = await mkdtemp(join(tmpdir(), 'stint-lighthouse-'));
  try {
    const profile = join(folder, 'profile');
    const report = join(folder, 'report.json');
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: chromiumArguments(),
    });
    await prepare(context);
    await context.close();
    const flags = [...chromiumArguments(), '--headless=new', `--user-data-dir=${profile}`].join(' ');
    const settings = ['--quiet', '--disable-storage-reset', '--output=json', `--output-path=${report}`];
    const only = `--only-categories=${CATEGORIES.join(',')}`;
    const asked = [url, ...settings, only, `--chrome-flags=${flags}`];
    const run = () =>
      promisify(execFile)('npm', ['exec', '--yes', `--package=${PACKAGE}`, '--', 'lighthouse', ...asked], {
        cwd: folder,
        env: { ...process.env, CHROME_PATH: executablePath },
        maxBuffer: 2 ** 26,
      });
    // Now and then it records nothing, says so and asks to be run again.
    await run().catch((error: { stderr?: string }) => {
      if (!error.stderr?.includes('NO_NAVSTART')) throw error;
      return run();
    });
    const { categories, runtimeError, finalDisplayedUrl } = JSON.parse(await readFile(report, 'utf8'));
    if (runtimeError) throw new Error(`lighthouse: ${runtimeError.message}`);
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${url} led to ${finalDisplayedUrl}`);
    const scores = CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]);
    return Object.fromEntries(scores) as Scores;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
