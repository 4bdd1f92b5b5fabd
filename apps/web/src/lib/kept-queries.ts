import type {
  Query,
  QueryCacheNotifyEvent,
  QueryClient,
  QueryFunction,
  QueryPersister,
} from '@tanstack/react-query';
import { ApiError, ConnectionError } from './api-error.ts';
import type { Connection } from './connection.ts';

/** Answers on this device, by the key of their query; whose they are is settled by who opened it. */
export type AnswerStore = {
  read(key: string): Promise<unknown>;
  write(answers: ReadonlyMap<string, unknown>): Promise<void>;
};

export type KeptQueriesOptions = {
  store: AnswerStore;
  connection: Connection;
  /** Runs later; gives a function that stops it. */
  later: (milliseconds: number, work: () => void) => () => void;
};

/** How it came that a query shows what was kept. */
type Shown = {
  /** A server that answers others refused it for now: it is asked for again until it does not. */
  isRefused: boolean;
  /** The answer that let somebody wait, where it may still come. */
  late: Promise<unknown> | null;
};

export type KeptQueries = {
  /** Answers a query from the device where the server cannot be reached. */
  persister: QueryPersister;
  /** Keeps what the cache gets, and asks anew when the server is back. @returns a function that stops it */
  follow(queryClient: QueryClient): () => void;
  /** Writes what waits now. */
  flush(): void;
};

const OUTAGES: ReadonlySet<number> = new Set([502, 503, 504]);
/** What changes together is written together; soon, since a page that is closed may not get to finish a write. */
const COLLECT_MILLISECONDS = 50;
/** What a page came with: the first screen is drawn before the code that keeps it is fetched. */
const FIRST_MILLISECONDS = 1_500;
/** Whoever sees nothing for this long is shown what was there last time. */
const PATIENCE_MILLISECONDS = 5_000;
/** How long a server that refused what is on screen, or was not reached for it, is left alone. */
const REFUSED_MILLISECONDS = 30_000;

/** Pages that were visited show their last answers while the server cannot be reached. */
export function createKeptQueries({ store, connection, later }: KeptQueriesOptions): KeptQueries {
  const waiting = new Map<string, unknown>();
  /** Queries that show what was kept: not to be kept again, and to be asked for when the server is back. */
  const shown = new Map<string, Shown>();
  /** What stops the timer of each query that is to be asked for again. */
  const timers = new Map<string, () => void>();
  let client: QueryClient | null = null;
  let stopTimer: (() => void) | null = null;
  let patience = FIRST_MILLISECONDS;

  function flush() {
    patience = COLLECT_MILLISECONDS;
    stopTimer?.();
    stopTimer = null;
    if (waiting.size === 0) return;
    void store.write(new Map(waiting)).catch(() => undefined);
    waiting.clear();
  }

  /** Asks anew for what is on screen; what is not is asked for when it is shown again. */
  function askAgain(key: string) {
    void client?.invalidateQueries({ predicate: ({ queryHash }) => queryHash === key });
  }

  async function fromDevice(key: string, how: Shown): Promise<unknown> {
    const kept = waiting.get(key) ?? (await store.read(key).catch(() => undefined));
    if (kept === undefined) return undefined;
    shown.set(key, how);
    if (!how.isRefused) connection.missed();
    return kept;
  }

  const persister = async (ask: QueryFunction, context: unknown, { queryHash }: { queryHash: string }) => {
    const before = connection.heard();
    const asked = Promise.resolve(ask(context as never));
    // Some calls are refused for now and others answered: somebody is there.
    const isRefused = () => {
      const { answers, refusals } = connection.heard();
      return refusals > before.refusals && answers > before.answers;
    };
    // A page that nobody answered yet may belong to somebody who is signed out by now: it waits for the answer.
    if (connection.wasReached() && (await isSlow(asked, later))) {
      const kept = await fromDevice(queryHash, { isRefused: isRefused(), late: asked });
      if (kept !== undefined) return kept;
    }
    try {
      return await asked;
    } catch (error) {
      const how = { isRefused: isRefused(), late: null };
      const kept = isOutage(error) ? await fromDevice(queryHash, how) : undefined;
      if (kept === undefined) throw error;
      return kept;
    }
  };

  function askLater(query: Query) {
    const { queryHash } = query;
    timers.get(queryHash)?.();
    const stop = later(REFUSED_MILLISECONDS, () => {
      timers.delete(queryHash);
      if (query.state.isInvalidated || query.state.status === 'error') askAgain(queryHash);
    });
    timers.set(queryHash, stop);
  }

  /** An answer that comes after all takes the place of what was kept; where that was changed meanwhile, it may be the older one. */
  async function takeLate(query: Query, late: Promise<unknown>) {
    const { dataUpdateCount } = query.state;
    const answer = await late.catch(() => undefined);
    if (answer === undefined) return;
    if (query.state.dataUpdateCount === dataUpdateCount) client?.setQueryData(query.queryKey, answer);
    else askAgain(query.queryHash);
  }

  function note({ type, query, ...event }: QueryCacheNotifyEvent) {
    if (type !== 'updated' || !('action' in event)) return;
    // Nothing was kept: who looks at the failure need not ask again by hand.
    if (event.action.type === 'error' && isOutage(event.action.error)) return askLater(query);
    if (event.action.type !== 'success') return;
    const { queryHash, state, meta } = query;
    const how = shown.get(queryHash);
    shown.delete(queryHash);
    if (how?.isRefused) {
      query.invalidate();
      askLater(query);
    }
    if (how?.late) void takeLate(query, how.late);
    if (how || meta?.isKept === false) return;
    waiting.set(queryHash, state.data);
    stopTimer ??= later(patience, flush);
  }

  return {
    persister: persister as QueryPersister,
    flush,
    follow(queryClient) {
      client = queryClient;
      const stopNotes = queryClient.getQueryCache().subscribe(note);
      // What nobody looks at is asked for when it is opened.
      const stopBack = connection.onBack(() => void queryClient.invalidateQueries());
      return () => {
        stopNotes();
        stopBack();
        for (const stopTimerOf of timers.values()) stopTimerOf();
        timers.clear();
        client = null;
        flush();
      };
    },
  };
}

/** Whether the answer lets somebody wait; a refusal is an answer. */
function isSlow(asked: Promise<unknown>, later: KeptQueriesOptions['later']): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = later(PATIENCE_MILLISECONDS, () => resolve(true));
    const answered = () => {
      stop();
      resolve(false);
    };
    asked.then(answered, answered);
  });
}

/** Nobody answered, or somebody on the way who could not reach the server. */
function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && OUTAGES.has(error.status));
}
