import { AppError } from '@stint/domain/errors.ts';

export type Queue = {
  /** Runs work when it is its turn. @throws AppError `unavailable` when too many wait, or this one waited too long */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Running and waiting. */
  load(): number;
  /** Refused since the start. */
  refusals(): number;
};

export type QueueOptions = { width: number; mostWaiting: number; longestWaitMs: number };

/** Lets `width` pieces of work run at a time; the others wait in order. */
export function createQueue({ width, mostWaiting, longestWaitMs }: QueueOptions): Queue {
  let running = 0;
  let refused = 0;
  const waiting: { start: () => void; timer: NodeJS.Timeout }[] = [];
  const busy = () => {
    refused++;
    return new AppError('unavailable', { retryAfterSeconds: 2 });
  };

  function release() {
    const next = waiting.shift();
    if (!next) {
      running--;
      return;
    }
    clearTimeout(next.timer);
    next.start();
  }

  function enter(): Promise<void> {
    if (running < width) {
      running++;
      return Promise.resolve();
    }
    if (waiting.length >= mostWaiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const entry = {
        start: resolve,
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(busy());
        }, longestWaitMs),
      };
      waiting.push(entry);
    });
  }

  return {
    load: () => running + waiting.length,
    refusals: () => refused,
    async run<T>(work: () => Promise<T>): Promise<T> {
      await enter();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
