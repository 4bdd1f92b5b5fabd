/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 *
 * @typedef {{
 *   numPassedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[],
 * }} VitestReport
 */

/** @type {Readonly<Counts>} */
export const NONE = Object.freeze({ passed: 0, failed: 0, skipped: 0 });

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function addCounts(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * Counts from the JSON report of one run. A file that could not be loaded holds no test but counts as one that
 * failed, and so does a run that ended badly without saying which test did.
 *
 * @param {VitestReport | null} report null when none was written
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countReport(report, exitCode) {
  if (report === null) return { ...NONE, failed: 1 };
  const failed = report.testResults.reduce((sum, file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed').length;
    return sum + (tests === 0 && file.status === 'failed' ? 1 : tests);
  }, 0);
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * The last line of a run.
 *
 * @param {Counts} counts
 */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
