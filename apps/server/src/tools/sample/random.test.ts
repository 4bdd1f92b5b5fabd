import { expect, test } from 'vitest';
import { isUuid } from '../../platform/ids.ts';
import { createRandom } from './random.ts';

test('the same seed gives the same numbers, another seed others', () => {
  const take = (seed: string) => {
    const random = createRandom(seed);
    return Array.from({ length: 20 }, () => random.int(1, 1000));
  };
  expect(take('stint')).toEqual(take('stint'));
  expect(take('stint')).not.toEqual(take('other'));
});

test('numbers spread evenly and stay within their bounds', () => {
  const random = createRandom('spread');
  const counts = new Map<number, number>();
  for (let round = 0; round < 60_000; round++) {
    const value = random.int(1, 6);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  expect([Math.min(...counts.keys()), Math.max(...counts.keys())]).toEqual([1, 6]);
  for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

test('ids are uuids of version 7, in the order of their time, and never twice', () => {
  const random = createRandom('ids');
  const at = new Date('2026-01-05T09:00:00Z');
  const ids = Array.from({ length: 50_000 }, () => random.uuid(at));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every(isUuid)).toBe(true);
  expect(ids.every((id) => id[14] === '7')).toBe(true);
  expect(random.uuid(new Date(at.getTime() + 1)) > (ids.toSorted().at(-1) ?? '')).toBe(true);
});
