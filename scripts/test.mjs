/**
 * `npm test`: everything that has to hold, cheapest first, in stages of which each prints its name and time; the
 * last line is the sum, below the files that were unsteady. Runs on Node 20 with nothing installed.
 *
 * `--only format,unit` runs these stages alone; `image`, which takes very long, runs where it is named alone.
 */

import { ensureFirefox } from './lib/firefox.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureChromium } from './lib/install-chromium.mjs';
import { checkScriptNode } from './lib/node-binary.mjs';
import { formatSeconds, runCommand, StopError } from './lib/steps.mjs';
import { addCounts, formatCounts, formatEnd, NONE } from './lib/test-counts.mjs';
import { startTestRun } from './lib/test-run.mjs';
import { countWithoutBrowser, EVERYDAY, STAGES } from './lib/test-stages.mjs';

await runCommand(async () => {
  checkScriptNode();
  const stages = chooseStages(process.argv.slice(2));
  await ensureInstalled('all');
  const chromium = stages.some((stage) => stage.browser) ? await ensureChromium() : undefined;

  const firefox = stages.some((stage) => stage.name === 'e2e') ? await ensureFirefox() : undefined;

  const run = startTestRun();
  if (chromium) run.env.CHROMIUM_PATH = chromium;
  if (firefox) run.env.FIREFOX_PATH = firefox;
  let total = NONE;
  try {
    for (const stage of stages) {
      console.log(`\n── ${stage.name}`);
      const started = performance.now();
      const isImpossible = stage.browser === 'everywhere' && !chromium;
      const counts = isImpossible ? countWithoutBrowser(stage.name) : await stage.run(run);
      console.log(
        `── ${stage.name}: ${formatCounts(counts)} … ${formatSeconds(performance.now() - started)}`,
      );
      total = addCounts(total, counts);
    }
  } finally {
    await run.end();
  }
  if (!chromium && stages.some((stage) => stage.browser)) {
    console.log(
      '\nNo browser was found, so the browser tests count as failed. Install the package `chromium`,',
    );
    console.log('or name a Chromium or Chrome with CHROMIUM_PATH.');
  }
  console.log(formatEnd(total, run.unsteady));
  return total.failed === 0 ? 0 : 1;
});

/** @param {string[]} args */
function chooseStages(args) {
  const [flag, list, ...rest] = args;
  if (flag === undefined) return EVERYDAY;
  const names = (flag.startsWith('--only=') ? flag.slice('--only='.length) : (list ?? '')).split(',');
  const known = STAGES.map((stage) => stage.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (!flag.startsWith('--only') || unknown.length > 0 || rest.length > 0) {
    throw new StopError(`Use: npm test [-- --only ${known.join(',')}]`);
  }
  return STAGES.filter((stage) => names.includes(stage.name));
}
