/** One thread that hashes, one password at a time, and gives way to everything else that the machine has to do. */
import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { HashOrder } from './hash-threads.ts';

try {
  // On Linux the priority is that of the thread which asks, not of the process.
  setPriority(0, (workerData as { niceness: number }).niceness);
} catch {
  // Where that is forbidden, hashes compete with everything else.
}

parentPort?.on('message', ({ message, nonce, cost }: HashOrder) => {
  const tag = argon2Sync('argon2id', { message, nonce, ...cost });
  parentPort?.postMessage(tag);
});
