import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findProductNode } from './node-binary.mjs';
import { OUTCOME_VARIABLE } from './outcome-reporter.mjs';
import { inRoot, root as ownRoot } from './paths.mjs';
import { addCounts, countOutcome, filesToTryAgain, selectFiles } from './test-counts.mjs';

/**
 * @typedef {import('./test-run.mjs').TestRun} TestRun
 * @typedef {import('./test-counts.mjs').Counts} Counts
 * @typedef {import('./test-counts.mjs').Outcome} Outcome
 * @typedef {{ project: string, files?: string[], workers?: number, env?: Record<string, string>, root?: string }} VitestOptions
 *   `files` are parts of paths, all where absent; `root` has the configuration of Vitest
 */

/**
 * Runs the tests of a project. A file that failed runs once more, alone: what passes then counts as passed, and the run
 * remembers it as unsteady (decision 055).
 *
 * @param {TestRun} run
 * @param {VitestOptions} options
 * @returns {Promise<Counts>}
 */
export async function runVitest(run, options) {
  const { outcome, exitCode } = await runOnce(run, options);
  const again = filesToTryAgain(outcome);
  if (outcome === null || again.length === 0) return countOutcome(outcome, exitCode);
  let counts = countOutcome(
    selectFiles(outcome, (path) => !again.includes(path)),
    0,
  );
  for (const path of again) {
    const file = relative(options.root ?? ownRoot, path);
    console.log(`\n── ${options.project}: once more, alone: ${file}`);
    const ofFile = await tryAgain(run, options, path);
    if (ofFile.failed === 0) run.unsteady.push(file);
    counts = addCounts(counts, ofFile);
  }
  return counts;
}

/**
 * @param {TestRun} run
 * @param {VitestOptions} options
 * @param {string} path
 * @returns {Promise<Counts>}
 */
async function tryAgain(run, options, path) {
  const { outcome, exitCode } = await runOnce(run, { ...options, files: [path], workers: 1 });
  // The end of another path may read the same.
  const found = outcome && selectFiles(outcome, (one) => one === path);
  return countOutcome(found?.files.length === 1 ? found : null, exitCode);
}

/**
 * @param {TestRun} run
 * @param {VitestOptions} options
 * @returns {Promise<{ outcome: Outcome | null, exitCode: number }>}
 */
async function runOnce(run, { project, files = [], workers, env = {}, root }) {
  const path = join(run.directory, 'outcome.json');
  rmSync(path, { force: true });
  const exitCode = await run.run(
    findProductNode(),
    [
      inRoot('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...(root === undefined ? [] : ['--root', root]),
      '--project',
      project,
      '--reporter=default',
      `--reporter=${inRoot('scripts', 'lib', 'outcome-reporter.mjs')}`,
      ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
      ...files,
    ],
    { ...env, [OUTCOME_VARIABLE]: path },
  );
  const outcome = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  return { outcome, exitCode };
}
