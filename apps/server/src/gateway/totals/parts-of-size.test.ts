import { expect, test } from 'vitest';
import { partsOfSize } from './parts-of-size.ts';

test.each([
  ['nothing', [], []],
  ['what fits exactly', [4, 6], [[4, 6]]],
  ['what is too much by one', [4, 7], [[4], [7]]],
  ['what is larger than a part, by itself', [1, 25, 1, 25], [[1], [25], [1], [25]]],
  ['what has no size, first and behind a full part', [0, 10, 0, 1], [[0, 10, 0], [1]]],
  ['many, in their order', [3, 3, 3, 3, 3, 10, 1], [[3, 3, 3], [3, 3], [10], [1]]],
])('puts together %s', (_what, sizes, parts) => {
  expect(partsOfSize(sizes, (size) => size, 10)).toEqual(parts);
});
