import { expect, test } from 'vitest';
import { expectedIn, missingIn } from './expected.ts';

const office = { schedule: [480, 480, 480, 480, 240, 0, 0], holidays: new Set(['2026-12-25']) };

test.each([
  ['2026-11-16', '2026-11-22', 2160],
  ['2026-12-21', '2026-12-27', 1920],
  ['2026-12-25', '2026-12-25', 0],
  ['2026-01-01', '2026-12-31', 52 * 2160 + 480 - 240],
  ['2026-11-20', '2026-11-20', 240],
  ['2026-11-22', '2026-11-16', 0],
])('%s to %s: %d minutes', (from, to, minutes) => expect(expectedIn({ from, to }, office)).toBe(minutes));

test('days without time are missed where time is expected', () => {
  const range = { from: '2026-12-21', to: '2026-12-27' };
  expect(missingIn(range, office, new Set())).toBe(4);
  expect(missingIn(range, office, new Set(['2026-12-22', '2026-12-26']))).toBe(3);
});
