import { expect, test } from 'vitest';
import { nextDue } from './due.ts';

test.each([
  // The Sunday itself.
  ['2026-11-22', 0, '2026-11-22', '2026-11-22'],
  ['2026-11-23', 0, '2026-11-29', '2026-11-29'],
  // Two days later, on that day still.
  ['2026-11-24', 2, '2026-11-22', '2026-11-24'],
  ['2026-11-25', 2, '2026-11-29', '2026-12-01'],
  // Longer than a week: the oldest that is not over.
  ['2026-11-25', 10, '2026-11-15', '2026-11-25'],
  ['2026-11-26', 10, '2026-11-22', '2026-12-02'],
  ['2026-11-26', 28, '2026-11-01', '2026-11-29'],
])('on %s with %i days the week to %s is next, due on %s', (today, days, weekEndDate, dueDate) => {
  expect(nextDue(today, days)).toEqual({ weekEndDate, dueDate });
});
