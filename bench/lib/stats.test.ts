import { describe, expect, test } from 'vitest';
import { quantile, ratiosOf, spreadOf } from './stats.ts';

describe('a spread', () => {
  test.each([
    [[3], { min: 3, median: 3, max: 3 }],
    [[9, 1, 5], { min: 1, median: 5, max: 9 }],
    [[4, 1, 3, 2], { min: 1, median: 2.5, max: 4 }],
    [[10, 9, 100], { min: 9, median: 10, max: 100 }],
  ])('of %j', (values, spread) => {
    expect(spreadOf(values)).toEqual(spread);
  });

  test('of nothing is refused: there is no figure without a measurement', () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });

  test('leaves the values as they were', () => {
    const values = [3, 1, 2];
    spreadOf(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

test.each([
  [0, 1],
  [0.5, 3],
  [0.95, 4.8],
  [1, 5],
])('the quantile %d of 1 to 5 is %d', (part, value) => {
  expect(quantile([1, 2, 3, 4, 5], part)).toBeCloseTo(value);
});

describe('ratios', () => {
  test('are taken round by round, so that a slow machine cancels out', () => {
    expect(ratiosOf([2, 20, 4], [1, 10, 2])).toEqual([2, 2, 2]);
  });

  test('need as many rounds on both sides', () => {
    expect(() => ratiosOf([1, 2], [1])).toThrow(RangeError);
  });
});
