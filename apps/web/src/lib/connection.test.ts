import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';

function setUp(answers: boolean[]) {
  const pauses: number[] = [];
  let planned: (() => void) | null = null;
  const connection = createConnection({
    probe: async () => answers.shift() ?? false,
    later(milliseconds, work) {
      pauses.push(milliseconds);
      planned = work;
      return () => {
        planned = null;
      };
    },
  });
  const heard: string[] = [];
  connection.subscribe(() => heard.push(connection.isAway() ? 'away' : 'there'));
  connection.onBack(() => heard.push('back'));
  return { connection, pauses, heard, isPlanned: () => planned !== null };
}

test('a call that nobody answered is told once, and the server is looked for ever more rarely', async () => {
  const { connection, pauses, heard } = setUp([]);
  connection.missed();
  connection.missed();
  for (let tries = 0; tries < 4; tries += 1) await connection.retry();
  expect(heard).toEqual(['away']);
  expect(pauses).toEqual([2_000, 5_000, 10_000, 30_000, 30_000]);
});

test('whoever answers, a call or the search, ends it', async () => {
  const { connection, heard, isPlanned } = setUp([false, true]);
  connection.missed();
  await connection.retry();
  await connection.retry();
  expect(heard).toEqual(['away', 'there', 'back']);
  expect(isPlanned()).toBe(false);
  connection.missed();
  connection.reached();
  expect(heard).toEqual(['away', 'there', 'back', 'away', 'there', 'back']);
});

test('while all is well nothing is told and nothing looked for', async () => {
  const { connection, pauses, heard } = setUp([]);
  expect(connection.wasReached()).toBe(false);
  connection.reached();
  await connection.retry();
  expect([connection.wasReached(), heard, pauses]).toEqual([true, [], []]);
});
