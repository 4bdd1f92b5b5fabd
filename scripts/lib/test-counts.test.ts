import { expect, test } from 'vitest';
import { addCounts, countOutcome, formatCounts, formatEnd, NONE } from './test-counts.mjs';

const file = (counts: Partial<{ passed: number; failed: number; skipped: number; isFailed: boolean }>) => ({
  path: 'a.test.ts',
  isFailed: (counts.failed ?? 0) > 0,
  ...NONE,
  ...counts,
});

test('tests are counted by their outcome', () => {
  const outcome = { files: [file({ passed: 1, failed: 1, skipped: 1 })], unheard: 0 };
  expect(countOutcome(outcome, 1)).toEqual({ passed: 1, failed: 1, skipped: 1 });
});

test('a file that could not be loaded is one failure', () => {
  const outcome = { files: [file({ isFailed: true }), file({ passed: 1 })], unheard: 0 };
  expect(countOutcome(outcome, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('a run that fails outside of any test is one failure, also beside a test that failed', () => {
  expect(countOutcome({ files: [file({ passed: 1 })], unheard: 0 }, 1)).toMatchObject({
    passed: 1,
    failed: 1,
  });
  const both = { files: [file({ failed: 1 })], unheard: 1 };
  expect(countOutcome(both, 1)).toMatchObject({ failed: 2 });
});

test('a run that leaves no outcome is one failure', () => {
  expect(countOutcome(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the last line names skipped tests only when there are any', () => {
  expect(formatCounts(addCounts(NONE, { passed: 2, failed: 0, skipped: 0 }))).toBe('2 passed, 0 failed');
  expect(formatCounts({ passed: 2, failed: 1, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped');
});

test('files that were unsteady are named above the last line, which stays as it is', () => {
  const counts = { passed: 2, failed: 0, skipped: 0 };
  expect(formatEnd(counts, [])).toBe('\n2 passed, 0 failed');
  expect(formatEnd(counts, ['a.test.ts'])).toBe(
    '\nunsteady: passed at the second try\n  a.test.ts\n\n2 passed, 0 failed',
  );
});
