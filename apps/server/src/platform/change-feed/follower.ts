import type { Clock } from '../clock.ts';
import { HeldBackError } from '../connections.ts';
import type { Logger } from '../log.ts';

/** What a look at a feed found. */
export type Read<Cursor, Item> = {
  /** Where the next look goes on. */
  cursor: Cursor;
  items: readonly Item[];
  /** Something may have been missed: whoever keeps anything forgets all of it. */
  isGap: boolean;
};

export type Heard<Item> = Pick<Read<unknown, Item>, 'items' | 'isGap'>;

export type FollowerOptions<Cursor, Item> = {
  /** Named in the log. */
  name: string;
  /** Everything after a cursor; without one, where following begins. @throws when the source does not answer */
  read(cursor: Cursor | null): Promise<Read<Cursor, Item>>;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  /** Milliseconds between two looks; after failures up to ten times as long. */
  pollMs: number;
  /** What was read longer ago is not current. */
  maxAgeMs: number;
};

/** One process's place in a feed. */
export type Follower<Cursor, Item> = {
  /**
   * Whether everything up to `maxAgeMs` ago is known here; looks at the source where that is not so.
   * @param reached what the cursor has to have passed besides, such as a write that the caller knows of
   */
  catchUp(reached?: (cursor: Cursor) => boolean): Promise<boolean>;
  /** Looks at the source now. @throws when it does not answer */
  poll(): Promise<void>;
  /** Looks at the source without anybody who waits, where the last look was begun `pollMs` ago or more. */
  lookBeside(): void;
  /** The last look failed, and what was read before is no longer current. */
  isLost(): boolean;
  cursor(): Cursor | null;
  /** Milliseconds since the last look that succeeded was begun. */
  ageMs(): number;
  /** @returns what ends the listening */
  listen(hear: (heard: Heard<Item>) => void): () => void;
  start(): void;
  stop(): void;
};

const slowest = 10;

/** Follows a feed by looking at it: whatever else may tell of news earlier is a hint, and nothing depends on it. */
export function createFollower<Cursor, Item>(options: FollowerOptions<Cursor, Item>): Follower<Cursor, Item> {
  const { name, read, clock, log, pollMs, maxAgeMs } = options;
  const listeners = new Set<(heard: Heard<Item>) => void>();
  let cursor: Cursor | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let polling: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let isStarted = false;

  async function look(): Promise<void> {
    const askedAt = clock.now().getTime();
    lookedAt = askedAt;
    const found = await read(cursor);
    cursor = found.cursor;
    readAt = askedAt;
    if (found.isGap || found.items.length > 0) for (const hear of listeners) hear(found);
  }

  function poll(): Promise<void> {
    polling ??= look()
      .then(
        () => {
          failures = 0;
        },
        (error: unknown) => {
          failures += 1;
          throw error;
        },
      )
      .finally(() => {
        polling = null;
      });
    return polling;
  }

  const isRead = () =>
    poll().then(
      () => true,
      (error: unknown) => {
        // Why nobody is let through was told when it began.
        if (!(error instanceof HeldBackError)) log.warn({ err: error, feed: name }, 'a feed was not read');
        return false;
      },
    );

  function plan(milliseconds: number): void {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      void isRead().then(() => {
        if (isStarted) plan(pollMs * Math.min(1 + failures, slowest));
      });
    }, milliseconds).unref();
  }

  const ageMs = () => clock.now().getTime() - readAt;
  const isCurrent = () => ageMs() <= maxAgeMs;

  return {
    async catchUp(reached = () => true) {
      const isThere = () => isCurrent() && cursor !== null && reached(cursor);
      if (isThere()) return true;
      // A look that is under way may have begun before what is waited for: then one more.
      for (let looks = 0; looks < 2; looks += 1) {
        if (!(await isRead())) return false;
        if (isThere()) return true;
      }
      return false;
    },
    poll,
    lookBeside() {
      if (clock.now().getTime() - lookedAt >= pollMs) void isRead();
    },
    isLost: () => failures > 0 && !isCurrent(),
    cursor: () => cursor,
    ageMs,
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    start() {
      isStarted = true;
      plan(0);
    },
    stop() {
      isStarted = false;
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
