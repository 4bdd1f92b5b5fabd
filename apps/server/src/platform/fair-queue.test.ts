import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const options = { width: 1, mostWaiting: 6, longestWaitMs: 60_000 };

/** Pieces of work that end when told, and what became of each. */
function workshop() {
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const queue = createFairQueue(options);
  const add = (source: string, name = source) => {
    const work = () => {
      started.push(name);
      return new Promise<void>((resolve) => void ends.push(resolve));
    };
    queue.run(source, work).catch(() => void refused.push(name));
  };
  const next = async () => {
    ends.shift()?.();
    await setImmediate();
  };
  return { queue, started, refused, add, next };
}

describe('security 2: a queue gives every source its turn', () => {
  test('whoever comes after many pieces of one source waits for one of them', async () => {
    const { add, next, started, queue } = workshop();
    for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name);
    add('b', 'b1');
    add('c', 'c1');
    add('b', 'b2');
    for (let turn = 0; turn < 7; turn++) await next();
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
    await next();
    expect(queue.load()).toBe(0);
  });

  test('in a full queue the longest line gives up its last place to who waits least', async () => {
    const { add, next, started, refused, queue } = workshop();
    for (let turn = 0; turn <= options.mostWaiting; turn++) add('a', `a${turn}`);
    add('a', 'too many');
    add('b', 'b1');
    await setImmediate();
    expect(refused).toEqual(['too many', 'a6']);
    expect([queue.load(), queue.refusals()]).toEqual([7, 2]);
    for (let turn = 0; turn < 3; turn++) await next();
    expect(started).toEqual(['a0', 'a1', 'b1', 'a2']);
  });

  test('where all wait alike, the newcomer is the one who is told to come back', async () => {
    const { add, refused } = workshop();
    for (const source of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) add(source);
    add('h');
    await setImmediate();
    expect(refused).toEqual(['h']);
  });

  test('who waited too long is refused, and its place is free', async () => {
    const queue = createFairQueue({ ...options, longestWaitMs: 1 });
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const first = queue.run('a', () => promise);
    await expect(queue.run('b', async () => {})).rejects.toMatchObject({ code: 'unavailable' });
    expect(queue.load()).toBe(1);
    end();
    await first;
    expect(await queue.run('b', async () => 'done')).toBe('done');
  });
});
