import { expect, test } from 'vitest';
import { namedWeek } from './named-week.ts';

const today = '2026-11-18';

test.each([
  ['2026-11-20', '2026-11-22'],
  ['2026-11-23', '2026-11-29'],
  ['20.11.', '2026-11-22'],
  ['1.1.2027', '2027-01-03'],
  ['29. 2. 2028', '2028-03-05'],
  ['46', '2026-11-15'],
  ['w1', '2026-01-04'],
  ['KW 47', '2026-11-22'],
  ['week 47', '2026-11-22'],
  ['2020-W53', '2021-01-03'],
  ['53', '2027-01-03'],
  ['-1', '2026-11-15'],
  ['+2', '2026-12-06'],
])('%s is the week that ends on %s', (text, sunday) => {
  expect(namedWeek(text, today)).toBe(sunday);
});

test.each(['', 'Acme', '2026-02-30', '31.4.', '0', '54', '2025-W53', '+', '12.2026', '1.13.', '20261120'])(
  '%j names no week',
  (text) => {
    expect(namedWeek(text, today)).toBeNull();
  },
);
