import { expect, test } from 'vitest';
import { retryDelayMs } from './job.ts';

test.each([
  [0, 10],
  [1, 10],
  [2, 20],
  [3, 40],
  [9, 2560],
  [10, 3600],
  [50, 3600],
])('after %i tries the next one is %i s away', (attempts, seconds) => {
  expect(retryDelayMs(attempts)).toBe(seconds * 1000);
});
