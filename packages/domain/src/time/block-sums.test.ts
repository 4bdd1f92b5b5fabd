import { expect, test } from 'vitest';
import { findSums } from './block-sums.ts';

test.each([
  [
    'a total below',
    [
      [60, 120],
      [30, 0],
      [90, 120],
    ],
    [2],
  ],
  [
    'a total above',
    [
      [90, 120],
      [60, 120],
      [30, 0],
    ],
    [0],
  ],
  [
    'subtotals and a total of them',
    [
      [60, 60],
      [30, 90],
      [90, 150],
      [60, 30],
      [10, 20],
      [70, 50],
      [160, 200],
    ],
    [2, 5, 6],
  ],
  [
    'a total of thirds that were rounded',
    [
      [20, 20],
      [20, 20],
      [20, 20],
      [59, 61],
    ],
    [3],
  ],
  ['one figure after five', [[60], [60], [60], [60], [60], [300]], [5]],
  [
    'a total above empty lines',
    [
      [60, 120],
      [0, 0],
      [30, 0],
      [90, 120],
    ],
    [3],
  ],
])('sums are found: %s', (_, lines, found) => {
  expect([...findSums(lines)]).toEqual(found);
});

test.each([
  [
    'hours that differ',
    [
      [60, 120],
      [30, 0],
      [90, 180],
    ],
  ],
  ['one figure after two, which may be chance', [[60], [60], [120]]],
  [
    'the same hours twice',
    [
      [60, 60],
      [60, 60],
    ],
  ],
  [
    'nothing',
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  ],
  ['no lines', []],
])('no sum: %s', (_, lines) => {
  expect([...findSums(lines)]).toEqual([]);
});
