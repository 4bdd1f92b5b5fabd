import { argon2Sync, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { createHashThreads } from './hash-threads.ts';

const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const order = () => ({ message: randomBytes(32), nonce: randomBytes(16), cost });
const threads = createHashThreads();

afterAll(() => threads.close());

test('hashes are those of Argon2id as another library makes them, also when several run at once', async () => {
  const orders = [order(), order(), order()];
  const tags = await Promise.all(orders.map((one) => threads.hash(one)));
  const expected = orders.map(({ message, nonce }) => argon2Sync('argon2id', { message, nonce, ...cost }));
  expect(tags).toEqual(expected);
});

test('a hash that fails says so, and the next one gets a new thread', async () => {
  await expect(threads.hash({ ...order(), cost: { ...cost, memory: 1 } })).rejects.toThrow(/memory/i);
  expect(await threads.hash(order())).toHaveLength(cost.tagLength);
});

test('the threads that hash give way to all others of the process', async () => {
  await threads.hash(order());
  const hashing = findHashingThreads();
  expect(hashing.length).toBeGreaterThan(0);
  expect(hashing).toEqual(hashing.map(() => lowered(getPriority(), 10)));
});

test('also where the process runs nice itself', async () => {
  await threads.close();
  setPriority(lowered(getPriority(), 4));
  const nicer = createHashThreads();
  await nicer.hash(order());
  expect(findHashingThreads()).toEqual([lowered(getPriority(), 10)]);
  await nicer.close();
});

/** As far down as the system has steps. */
function lowered(priority: number, steps: number): number {
  return Math.min(priority + steps, constants.priority.PRIORITY_LOW);
}

/** The niceness of each thread that hashes now. */
function findHashingThreads(): number[] {
  return readdirSync('/proc/self/task').flatMap((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // proc(5): nice is field 19; the list begins with field 3.
    return stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')) === 'hash' ? [Number(fields[16])] : [];
  });
}
