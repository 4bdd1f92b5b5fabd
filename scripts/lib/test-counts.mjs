/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 *
 * @typedef {Counts & { path: string, isFailed: boolean }} FileOutcome a hook or a file that could not be loaded fails it without a failed test
 *
 * @typedef {{ files: FileOutcome[], unheard: number }} Outcome of one run; `unheard` are errors outside of any test
 */

/** @type {Readonly<Counts>} */
export const NONE = Object.freeze({ passed: 0, failed: 0, skipped: 0 });

/** More files than these that failed in one stage are no accident. */
const MOST_SECOND_TRIES = 3;

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function addCounts(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * Counts of one run. A file that failed without a failed test counts as one that failed, and so does a run that ended badly
 * without saying which file did.
 *
 * @param {Outcome | null} outcome null when none was written
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countOutcome(outcome, exitCode) {
  if (outcome === null) return { ...NONE, failed: 1 };
  const counts = outcome.files.map(countFile).reduce(addCounts, NONE);
  const isUnexplained = outcome.unheard > 0 || (counts.failed === 0 && exitCode !== 0);
  return isUnexplained ? addCounts(counts, { ...NONE, failed: 1 }) : counts;
}

/** @param {FileOutcome} file @returns {Counts} */
function countFile({ passed, failed, skipped, isFailed }) {
  return { passed, failed: isFailed ? Math.max(failed, 1) : failed, skipped };
}

/**
 * The files of a run that are worth a second try: all that failed, where these explain the whole failure and are few.
 *
 * @param {Outcome | null} outcome
 * @returns {string[]} their paths
 */
export function filesToTryAgain(outcome) {
  if (outcome === null || outcome.unheard > 0) return [];
  const failed = outcome.files.filter((file) => countFile(file).failed > 0);
  return failed.length <= MOST_SECOND_TRIES ? failed.map(({ path }) => path) : [];
}

/**
 * The same run with some of its files.
 *
 * @param {Outcome} outcome
 * @param {(path: string) => boolean} isMeant
 * @returns {Outcome}
 */
export function selectFiles(outcome, isMeant) {
  return { ...outcome, files: outcome.files.filter(({ path }) => isMeant(path)) };
}

/**
 * The last line of a run.
 *
 * @param {Counts} counts
 */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * The end of all output: files that passed only when they ran once more, and the sum in the last line.
 *
 * @param {Counts} counts
 * @param {readonly string[]} unsteady
 */
export function formatEnd(counts, unsteady) {
  const named =
    unsteady.length > 0
      ? ['unsteady: passed at the second try', ...unsteady.map((file) => `  ${file}`), '']
      : [];
  return ['', ...named, formatCounts(counts)].join('\n');
}
