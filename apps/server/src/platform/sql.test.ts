import { expect, test } from 'vitest';
import { inParts } from './sql.ts';

test('rows go a thousand to a statement, and what is left in a last one', () => {
  const sizes = (count: number) =>
    inParts(Array.from({ length: count }, (_, at) => at)).map((part) => part.length);
  expect([0, 1, 60, 1000, 1001, 2500].map(sizes)).toEqual([
    [],
    [1],
    [60],
    [1000],
    [1000, 1],
    [1000, 1000, 500],
  ]);
});

test('no row is left out and none goes twice, in their order', () => {
  const rows = Array.from({ length: 2500 }, (_, at) => at);
  expect(inParts(rows).flat()).toEqual(rows);
});
