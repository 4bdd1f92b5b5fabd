/** One thread that hashes, one password at a time, and gives way to everything else that the machine has to do. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashRawSync } from '@node-rs/argon2';
import type { HashOrder } from './hash-threads.ts';

/** As the library numbers them: Argon2id, version 0x13 (RFC 9106). */
const kind = { algorithm: 2, version: 1 } as const;

try {
  // On Linux the priority is that of the thread which asks, not of the process.
  setPriority(0, (workerData as { niceness: number }).niceness);
} catch {
  // Where that is forbidden, hashes compete with everything else.
}

parentPort?.on('message', ({ message, nonce, cost }: HashOrder) => {
  const { memory, passes, parallelism, tagLength } = cost;
  const options = { ...kind, memoryCost: memory, timeCost: passes, parallelism, outputLen: tagLength };
  // Synchronous: the library's own threads would not give way.
  parentPort?.postMessage(hashRawSync(message, { ...options, salt: nonce }));
});
