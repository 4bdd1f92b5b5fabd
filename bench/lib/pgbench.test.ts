import { expect, test } from 'vitest';
import { readResult } from './pgbench.ts';

const output = (failed = 0) => `pgbench (15.20)
number of transactions actually processed: 15024
number of failed transactions: ${failed} (0.000%)
latency average = 0.532 ms
initial connection time = 9.1 ms
tps = 7512.000000 (without initial connection time)
`;

test('count and time are read from what pgbench prints', () => {
  expect(readResult(output())).toEqual({ count: 15_024, seconds: 2 });
});

test('failed transactions are no figure', () => {
  expect(() => readResult(output(3))).toThrow('pgbench');
  expect(() => readResult('')).toThrow('pgbench');
});
