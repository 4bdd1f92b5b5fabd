import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-bucket.ts';

const size = { perMinute: 60, burst: 3 };

function fixture() {
  let now = 0;
  const buckets = createTokenBuckets({ now: () => new Date(now) });
  return { take: (key = 'a') => buckets.take(key, size), move: (ms: number) => (now += ms) };
}

test('a burst passes, then one per refill', () => {
  const { take, move } = fixture();
  expect([take(), take(), take()]).toEqual([2, 1, 0]);
  expect(() => take()).toThrowError(/Too many/);
  move(1000);
  expect(take()).toBe(0);
  expect(() => take()).toThrowError(/Too many/);
});

test('the refusal says when the next one passes, and trying early does not move that moment', () => {
  const { take, move } = fixture();
  for (let index = 0; index < 3; index++) take();
  move(500);
  for (let index = 0; index < 5; index++) {
    expect(() => take()).toThrowError(expect.objectContaining({ options: { retryAfterSeconds: 0.5 } }));
  }
  move(500);
  expect(take()).toBe(0);
});

test('buckets of different keys are apart, and an idle one fills no further than its burst', () => {
  const { take, move } = fixture();
  for (let index = 0; index < 3; index++) take('a');
  expect(take('b')).toBe(2);
  move(3_600_000);
  expect(take('a')).toBe(2);
});
