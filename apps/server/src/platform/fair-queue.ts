import { AppError } from '@stint/domain/errors.ts';

export type FairQueue = {
  /**
   * Runs work when it is its turn. Sources take turns, so that one with much to do delays the others by one piece each.
   * @throws AppError `unavailable` when too many wait, or this one waited too long
   */
  run<T>(source: string, work: () => Promise<T>): Promise<T>;
  /** Running and waiting. */
  load(): number;
  /** Refused since the start. */
  refusals(): number;
};

export type FairQueueOptions = { width: number; mostWaiting: number; longestWaitMs: number };

type Waiter = { start(): void; refuse(): void; timer: NodeJS.Timeout };

/** Lets `width` pieces of work run at a time; the others wait in a line for each source, and the lines take turns. */
export function createFairQueue({ width, mostWaiting, longestWaitMs }: FairQueueOptions): FairQueue {
  /** The next turn is the first line's. */
  const lines = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;
  let refused = 0;
  const busy = () => {
    refused++;
    return new AppError('unavailable', { retryAfterSeconds: 2 });
  };

  function leave(source: string, waiter: Waiter): void {
    const line = lines.get(source) ?? [];
    line.splice(line.indexOf(waiter), 1);
    if (line.length === 0) lines.delete(source);
    waiting--;
    clearTimeout(waiter.timer);
  }

  function release(): void {
    const [source = '', line = []] = lines.entries().next().value ?? [];
    const [next] = line;
    if (!next) {
      running--;
      return;
    }
    leave(source, next);
    if (lines.delete(source)) lines.set(source, line);
    next.start();
  }

  /** Who waits most gives up the last of its places to who waits least: filling the queue closes it for nobody else. */
  function makeRoom(source: string): boolean {
    if (waiting < mostWaiting) return true;
    const own = lines.get(source)?.length ?? 0;
    let longest: [string, Waiter[]] | undefined;
    for (const line of lines) if (line[1].length > (longest?.[1].length ?? own + 1)) longest = line;
    const last = longest?.[1].at(-1);
    if (!longest || !last) return false;
    leave(longest[0], last);
    last.refuse();
    return true;
  }

  function enter(source: string): Promise<void> {
    if (running < width) {
      running++;
      return Promise.resolve();
    }
    if (!makeRoom(source)) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start: resolve,
        refuse: () => reject(busy()),
        timer: setTimeout(() => {
          leave(source, waiter);
          waiter.refuse();
        }, longestWaitMs),
      };
      const line = lines.get(source);
      if (line) line.push(waiter);
      else lines.set(source, [waiter]);
      waiting++;
    });
  }

  return {
    load: () => running + waiting,
    refusals: () => refused,
    async run(source, work) {
      await enter(source);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
