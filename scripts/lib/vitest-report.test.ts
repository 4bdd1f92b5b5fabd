import { expect, test } from 'vitest';
import { addCounts, countReport, formatCounts, NONE } from './vitest-report.mjs';

function report(...files: { status: string; tests: string[] }[]) {
  const tests = files.flatMap((file) => file.tests);
  return {
    numPassedTests: tests.filter((status) => status === 'passed').length,
    numPendingTests: tests.filter((status) => status === 'skipped').length,
    numTodoTests: 0,
    testResults: files.map((file) => ({
      status: file.status,
      assertionResults: file.tests.map((status) => ({ status })),
    })),
  };
}

test('tests are counted by their outcome', () => {
  const counts = countReport(report({ status: 'failed', tests: ['passed', 'failed', 'skipped'] }), 1);
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 1 });
});

test('a file that could not be loaded is one failure', () => {
  const counts = countReport(
    report({ status: 'failed', tests: [] }, { status: 'passed', tests: ['passed'] }),
    1,
  );
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('a run that fails outside of any test is one failure', () => {
  expect(countReport(report({ status: 'passed', tests: ['passed'] }), 1)).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test('a run that leaves no report is one failure', () => {
  expect(countReport(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the last line names skipped tests only when there are any', () => {
  expect(formatCounts(addCounts(NONE, { passed: 2, failed: 0, skipped: 0 }))).toBe('2 passed, 0 failed');
  expect(formatCounts({ passed: 2, failed: 1, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped');
});
