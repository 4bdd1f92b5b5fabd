import { expect, test } from 'vitest';
import { type CacheKey, createTimedCache } from './timed-cache.ts';

function fixture(maxEntries = 3) {
  let now = 0;
  let loads = 0;
  const clock = { now: () => new Date(now) };
  const cache = createTimedCache<number>(clock, { maxAgeMs: 5000, maxEntries });
  const read = (key: CacheKey) => cache.get(key, async () => ++loads);
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

test('who may not wait is told what has arrived, and of nothing that is on its way, forgotten or too old', async () => {
  const { cache, read, move } = fixture();
  const { promise, resolve } = Promise.withResolvers<number>();
  const first = cache.get('a', () => promise);
  expect(cache.arrived('a')).toBeUndefined();
  resolve(7);
  await first;
  expect(cache.arrived('a')).toEqual({ value: 7 });
  cache.forget('a');
  expect(cache.arrived('a')).toBeUndefined();
  await read('b');
  move(5000);
  expect(cache.arrived('b')).toBeUndefined();
});

test('a failure is not kept', async () => {
  const { cache, read } = fixture();
  await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(cache.size).toBe(0);
  expect(await read('a')).toBe(1);
});

test('what is forgotten while it is loaded is not kept', async () => {
  const { cache, read } = fixture();
  const { promise, resolve } = Promise.withResolvers<number>();
  const old = cache.get(['t1', 'a'], () => promise);
  cache.forget('t1');
  resolve(99);
  expect(await old).toBe(99);
  expect(await read(['t1', 'a'])).toBe(1);
});

test('one value of a group is forgotten, or the whole group', async () => {
  const { cache, read } = fixture();
  await read(['t1', 'a']);
  await read(['t1', 'b']);
  await read(['t2', 'a']);
  cache.forget(['t1', 'a']);
  expect(cache.size).toBe(2);
  expect(await read(['t1', 'b'])).toBe(2);
  cache.forget('t1');
  expect(cache.size).toBe(1);
  expect(await read(['t2', 'a'])).toBe(3);
});

test('when it is full the oldest group goes, and of a single one the oldest value', async () => {
  const { cache, read } = fixture();
  for (const key of ['x', 'y', 'z', 'more']) await read(key);
  expect(cache.size).toBe(3);
  expect(await read('z')).toBe(3);
  expect(await read('x')).toBe(5);
  cache.clear();
  for (const member of ['a', 'b', 'c', 'd']) await read(['t1', member]);
  expect(cache.size).toBe(3);
  expect(await read(['t1', 'd'])).toBe(9);
  expect(await read(['t1', 'a'])).toBe(10);
});
