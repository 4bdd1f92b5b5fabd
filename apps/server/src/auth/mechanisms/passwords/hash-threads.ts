import { Worker } from 'node:worker_threads';

export type HashCost = { memory: number; passes: number; parallelism: number; tagLength: number };
export type HashOrder = { message: Uint8Array; nonce: Uint8Array; cost: HashCost };

export type HashThreads = {
  /** Hashes on a thread of its own; whoever calls sees to it that no more than `count` run at a time. */
  hash(order: HashOrder): Promise<Buffer>;
  close(): Promise<void>;
};

type Thread = { worker: Worker; waiting: { resolve(tag: Buffer): void; reject(error: Error): void } | null };

const file = new URL('./hash-thread.ts', import.meta.url);
/**
 * Below the process's own. On busy cores the database and requests go first, and hashes still get a tenth of one each: enough for two a second
 * where nothing is left over.
 */
const defaultNiceness = 10;
/** A thread computes outside of its heap. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 16 };

/**
 * Threads that hash passwords at low priority: while many people sign in at once, everybody else's requests still come
 * first. Each starts with the first hash that needs it and keeps no process alive.
 */
export function createHashThreads(niceness = defaultNiceness): HashThreads {
  const threads = new Set<Thread>();

  function start(): Thread {
    const worker = new Worker(file, { name: 'hash', workerData: { niceness }, resourceLimits });
    const thread: Thread = { worker, waiting: null };
    const fail = (error: Error) => {
      threads.delete(thread);
      take(thread)?.reject(error);
    };
    worker.on('message', (tag: unknown) => {
      // Under `node --watch` threads also tell which files they read.
      if (tag instanceof Uint8Array) take(thread)?.resolve(Buffer.from(tag));
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread that hashes ended')));
    threads.add(thread);
    return thread;
  }

  return {
    hash(order) {
      const thread = [...threads].find(({ waiting }) => waiting === null) ?? start();
      return new Promise((resolve, reject) => {
        thread.waiting = { resolve, reject };
        thread.worker.ref();
        thread.worker.postMessage(order);
      });
    },
    async close() {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

function take(thread: Thread): Thread['waiting'] {
  const { waiting } = thread;
  thread.waiting = null;
  // An idle thread keeps no process alive.
  thread.worker.unref();
  return waiting;
}
