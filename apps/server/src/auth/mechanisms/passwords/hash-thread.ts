/** One thread that hashes, one password at a time, and gives way to everything else that the machine has to do. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashRawSync } from '@node-rs/argon2';
import type { HashOrder } from './hash-threads.ts';

/** As the library numbers them: Argon2id, version 0x13 (RFC 9106). */
const kind = { algorithm: 2, version: 1 } as const;

try {
  // On Linux the priority is that of the thread which asks, not of the process. It began with that of the process, which
  // may run nice itself: below it counts, and nobody may go above.
  const { niceness } = workerData as { niceness: number };
  setPriority(0, Math.min(getPriority(0) + niceness, constants.priority.PRIORITY_LOW));
} catch {
  // Where that is forbidden, hashes compete with everything else.
}

parentPort?.on('message', ({ message, nonce, cost }: HashOrder) => {
  const { memory, passes, parallelism, tagLength } = cost;
  const options = { ...kind, memoryCost: memory, timeCost: passes, parallelism, outputLen: tagLength };
  // Synchronous: the library's own threads would not give way.
  parentPort?.postMessage(hashRawSync(message, { ...options, salt: nonce }));
});
