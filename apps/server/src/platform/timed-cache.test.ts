import { expect, test } from 'vitest';
import { createTimedCache } from './timed-cache.ts';

function fixture(maxEntries = 3) {
  let now = 0;
  let loads = 0;
  const clock = { now: () => new Date(now) };
  const cache = createTimedCache<number>(clock, 5000, maxEntries);
  const read = (key: string) => cache.get(key, async () => ++loads);
  return { cache, read, move: (milliseconds: number) => (now += milliseconds) };
}

test('a value is believed for less than its age and loaded again after', async () => {
  const { read, move } = fixture();
  expect(await read('a')).toBe(1);
  move(4999);
  expect(await read('a')).toBe(1);
  move(1);
  expect(await read('a')).toBe(2);
});

test('callers at the same time share one load', async () => {
  const { read } = fixture();
  expect(await Promise.all([read('a'), read('a'), read('a')])).toEqual([1, 1, 1]);
});

test('a failure is not kept', async () => {
  const { cache, read } = fixture();
  await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await read('a')).toBe(1);
});

test('forgetting drops the keys of one beginning, and the oldest go when it is full', async () => {
  const { cache, read } = fixture();
  for (const key of ['t1 a', 't1 b', 't2 a']) await read(key);
  cache.forget('t1 ');
  expect(cache.size).toBe(1);
  for (const key of ['x', 'y', 'z']) await read(key);
  expect(cache.size).toBe(3);
  expect(await read('t2 a')).toBe(7);
});
