/** `node vitest-run.fixture.mjs <folder>`: runs the tests of a folder as a stage, and ends as `npm test` does. */
import { formatEnd } from './test-counts.mjs';
import { startTestRun } from './test-run.mjs';
import { runVitest } from './vitest-run.mjs';

const run = startTestRun();
try {
  const counts = await runVitest(run, { project: 'made', root: process.argv[2] ?? '', workers: 2 });
  console.log(formatEnd(counts, run.unsteady));
} finally {
  await run.end();
}
