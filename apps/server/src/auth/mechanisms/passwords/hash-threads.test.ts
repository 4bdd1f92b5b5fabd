import { execFile } from 'node:child_process';
import { argon2Sync, randomBytes } from 'node:crypto';
import { constants, getPriority } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { findHashingThreads } from './hash-priority.fixture.ts';
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
  const script = `
    import { getPriority } from 'node:os';
    import { findHashingThreads } from '${new URL('hash-priority.fixture.ts', import.meta.url)}';
    import { createHashThreads } from '${new URL('hash-threads.ts', import.meta.url)}';
    const threads = createHashThreads();
    await threads.hash({ message: Buffer.alloc(32), nonce: Buffer.alloc(16), cost: ${JSON.stringify(cost)} });
    console.log(JSON.stringify({ own: getPriority(), hashing: findHashingThreads() }));
    await threads.close();`;
  const { stdout } = await promisify(execFile)('nice', ['-n', '4', process.execPath, '-e', script]);
  const own = lowered(getPriority(), 4);
  expect(JSON.parse(stdout)).toEqual({ own, hashing: [lowered(own, 10)] });
});

/** As far down as the system has steps. */
function lowered(priority: number, steps: number): number {
  return Math.min(priority + steps, constants.priority.PRIORITY_LOW);
}
