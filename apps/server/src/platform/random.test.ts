import { expect, test } from 'vitest';
import { newId } from './ids.ts';
import { randomBytesPooled } from './random.ts';
import { newSecret } from './secrets.ts';

test('bytes of the pool are handed out once, over its end too, and nobody changes what others hold', () => {
  const first = randomBytesPooled(32);
  const text = first.toString('hex');
  const all = Array.from({ length: 1000 }, () => randomBytesPooled(32).toString('hex'));
  expect(new Set([text, ...all]).size).toBe(1001);
  expect(first.toString('hex')).toBe(text);
  expect(all.some((bytes) => /^(00)+$/.test(bytes))).toBe(false);
  expect(randomBytesPooled(4096)).toHaveLength(4096);
  expect(() => randomBytesPooled(4097)).toThrow(RangeError);
});

test('ids and secrets are different each time; ids are of version 7 and in the order of their making', () => {
  const ids = Array.from({ length: 2000 }, newId);
  expect(new Set(ids).size).toBe(2000);
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true);
  expect(ids.map((id) => id.slice(0, 13))).toEqual(ids.map((id) => id.slice(0, 13)).toSorted());
  expect(new Set(Array.from({ length: 500 }, newSecret)).size).toBe(500);
  expect(newSecret()).toMatch(/^[A-Za-z0-9_-]{43}$/);
});
