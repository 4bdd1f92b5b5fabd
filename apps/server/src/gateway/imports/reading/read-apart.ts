import { Worker } from 'node:worker_threads';
import { AppError } from '@stint/domain/errors.ts';
import type { FileNames } from './names.ts';
import type { FileChoices, FileFacts, RefusedLine } from './read-file.ts';

export type ToReader = {
  bytes: Uint8Array;
  choices: FileChoices;
  batchId: string;
  /** Counts the batches that were stored. */
  taken: SharedArrayBuffer;
};

export type Batch = { text: string; count: number; refused: RefusedLine[] };

export type FromReader =
  | { kind: 'ready' }
  | ({ kind: 'batch' } & Batch)
  | { kind: 'done'; facts: FileFacts; names: FileNames }
  | { kind: 'fault'; message: string };

export type ReadFile = { facts: FileFacts; names: FileNames };

/** A file of half a million lines takes a fifth of this. */
const LIMIT_MS = 60_000;
/** The largest file, as text and as what is made of it. */
const MOST_MEGABYTES = 1024;

/**
 * Reads a file within bounds of time and memory, in a thread of its own.
 * @param store takes the lines as they come; the reader waits for it
 * @throws AppError `file_invalid`
 */
export async function readApart(
  file: Pick<ToReader, 'bytes' | 'choices' | 'batchId'>,
  store: (batch: Batch) => Promise<void>,
): Promise<ReadFile> {
  const taken = new SharedArrayBuffer(4);
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { ...file, taken } satisfies ToReader,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    // Neither our options nor our environment are the business of a stranger's file.
    execArgv: [],
    env: {},
  });
  const timer = setTimeout(() => void worker.terminate(), LIMIT_MS);
  try {
    return await listen(worker, new Int32Array(taken), store);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function listen(
  worker: Worker,
  counter: Int32Array,
  store: (batch: Batch) => Promise<void>,
): Promise<ReadFile> {
  return new Promise((resolve, reject) => {
    let storing = Promise.resolve();
    let hasEnded = false;
    worker.on('message', (message: FromReader) => {
      hasEnded ||= message.kind === 'done' || message.kind === 'fault';
      if (message.kind === 'batch') {
        storing = storing.then(() => store(message));
        storing.then(() => {
          Atomics.add(counter, 0, 1);
          Atomics.notify(counter, 0);
        }, reject);
      } else if (message.kind === 'done') {
        storing.then(() => resolve({ facts: message.facts, names: message.names }), reject);
      } else if (message.kind === 'fault') {
        reject(new AppError('file_invalid', { message: message.message }));
      }
    });
    // A thread that said how it ended may go before its last lines are stored.
    const tooMuch = () =>
      hasEnded ||
      reject(
        new AppError('file_invalid', {
          message: 'This file takes too much time or memory to be read. Import it in parts.',
        }),
      );
    worker.on('error', tooMuch);
    worker.on('exit', tooMuch);
  });
}
