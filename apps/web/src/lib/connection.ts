/** Whether the server can be reached, as far as this page has seen. */
export type Connection = {
  /** True from a call that nobody answered until somebody does. */
  isAway(): boolean;
  /** Whether anybody has answered this page yet. */
  wasReached(): boolean;
  subscribe(listener: () => void): () => void;
  /** Calls back each time the server is there again. */
  onBack(listener: () => void): () => void;
  /** Somebody answered. */
  reached(): void;
  /** Nobody answered: it is looked for from now on. */
  missed(): void;
  /** Somebody is there, but refused a call for now and said when to come again. */
  refused(): void;
  /** How often this page was answered, and refused for now, so far. */
  heard(): { answers: number; refusals: number };
  /** Looks for the server now. */
  retry(): Promise<void>;
};

export type ConnectionOptions = {
  /** Whether the server answers. */
  probe: () => Promise<boolean>;
  /** Runs later; gives a function that stops it. */
  later: (milliseconds: number, work: () => void) => () => void;
};

const PAUSES_MILLISECONDS = [2_000, 5_000, 10_000, 30_000];

/** A browser that believes to be online may be on a train: what counts is whether calls are answered. */
export function createConnection({ probe, later }: ConnectionOptions): Connection {
  const listeners = new Set<() => void>();
  const backListeners = new Set<() => void>();
  let isAway = false;
  let answers = 0;
  let refusals = 0;
  let misses = 0;
  let stopTimer = () => {};

  const tell = (all: Set<() => void>) => {
    for (const listener of all) listener();
  };
  const plan = () => {
    stopTimer();
    const pause = PAUSES_MILLISECONDS[Math.min(misses, PAUSES_MILLISECONDS.length - 1)] ?? 0;
    misses += 1;
    stopTimer = later(pause, () => void retry());
  };
  function reached() {
    answers += 1;
    if (!isAway) return;
    stopTimer();
    isAway = false;
    misses = 0;
    tell(listeners);
    tell(backListeners);
  }
  async function retry() {
    if (!isAway) return;
    if (await probe()) reached();
    else if (isAway) plan();
  }
  return {
    isAway: () => isAway,
    wasReached: () => answers > 0,
    subscribe: (listener) => listen(listeners, listener),
    onBack: (listener) => listen(backListeners, listener),
    reached,
    missed() {
      if (isAway) return;
      isAway = true;
      tell(listeners);
      plan();
    },
    refused() {
      refusals += 1;
    },
    heard: () => ({ answers, refusals }),
    retry,
  };
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
