import { writeFileSync } from 'node:fs';

/** Where the outcome of a run is written. */
export const OUTCOME_VARIABLE = 'STINT_TEST_OUTCOME';

/** A reporter of Vitest: what became of each file, and how many errors came from outside of any test. */
// biome-ignore lint/style/noDefaultExport: Vitest takes this of a file with a reporter
export default class OutcomeReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} errors
   */
  onTestRunEnd(modules, errors) {
    const files = modules.map(describeModule);
    writeFileSync(String(process.env[OUTCOME_VARIABLE]), JSON.stringify({ files, unheard: errors.length }));
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {import('./test-counts.mjs').FileOutcome}
 */
function describeModule(module) {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const passed = states.filter((state) => state === 'passed').length;
  const failed = states.filter((state) => state === 'failed').length;
  return {
    path: module.moduleId,
    isFailed: module.state() === 'failed',
    passed,
    failed,
    skipped: states.length - passed - failed,
  };
}
