import { expect, test } from 'vitest';
import { inParts } from './sql.ts';

test('rows go in parts of sixteen, and what is left in smaller powers of two', () => {
  const sizes = (count: number) =>
    inParts(Array.from({ length: count }, (_, at) => at)).map((part) => part.length);
  expect([0, 1, 3, 16, 60].map(sizes)).toEqual([[], [1], [2, 1], [16], [16, 16, 16, 8, 4]]);
});

test('no row is left out and none goes twice, in their order', () => {
  for (let count = 0; count < 100; count++) {
    const rows = Array.from({ length: count }, (_, at) => at);
    expect(inParts(rows).flat()).toEqual(rows);
  }
});
