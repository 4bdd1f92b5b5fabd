import { expect, it } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

function setUp() {
  let now = 0;
  const breaker = createCircuitBreaker({ now: () => new Date(now) }, 5, 30_000);
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) breaker.failed('a.example');
  };
  return { breaker, fail, pass: (milliseconds: number) => (now += milliseconds) };
}

it('security 14: calls pause after the fifth failure in a row, not before, and only for that host', () => {
  const { breaker, fail } = setUp();
  fail(4);
  expect(breaker.mayCall('a.example')).toBe(true);
  fail(1);
  expect(breaker.mayCall('a.example')).toBe(false);
  expect(breaker.mayCall('b.example')).toBe(true);
});

it('after the pause one call is let through; its success opens the way, its failure pauses again', () => {
  const { breaker, fail, pass } = setUp();
  fail(5);
  pass(30_000);
  expect([breaker.mayCall('a.example'), breaker.mayCall('a.example')]).toEqual([true, false]);
  fail(1);
  pass(29_999);
  expect(breaker.mayCall('a.example')).toBe(false);
  pass(1);
  expect(breaker.mayCall('a.example')).toBe(true);
  breaker.succeeded('a.example');
  expect([breaker.mayCall('a.example'), breaker.mayCall('a.example')]).toEqual([true, true]);
});

it('a success between failures starts the count anew', () => {
  const { breaker, fail } = setUp();
  fail(4);
  breaker.succeeded('a.example');
  fail(4);
  expect(breaker.mayCall('a.example')).toBe(true);
});

it('remembers a bounded number of hosts', () => {
  const { breaker, fail } = setUp();
  fail(5);
  for (let i = 0; i < 1000; i++) breaker.failed(`host-${i}.example`);
  expect(breaker.mayCall('a.example')).toBe(true);
});
