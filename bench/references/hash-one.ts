import { randomBytes } from 'node:crypto';
import { createFairQueue } from '../../apps/server/src/platform/fair-queue.ts';
import { createHashThreads } from '../../apps/server/src/auth/mechanisms/passwords/hash-threads.ts';
import { hashesAtOnce } from '../../apps/server/src/auth/mechanisms/passwords/hasher.ts';

/** Argon2id as stored hashes have it. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const threads = createHashThreads();
const queue = createFairQueue({ width: hashesAtOnce(), mostWaiting: 50, longestWaitMs: 60_000 });

/** What stands behind the path of a request which only warms up: it is answered without the hash. */
export const unhashed = 'unhashed';

/** One hash on the threads that the product hashes on, as many at a time as there; or none, where it is not asked for. */
export function hashAsAsked(asked?: string): () => Promise<void> {
  return asked === unhashed ? async () => {} : hashOne;
}

async function hashOne(): Promise<void> {
  await queue.run('', () => threads.hash({ message: randomBytes(32), nonce: randomBytes(16), cost }));
}
