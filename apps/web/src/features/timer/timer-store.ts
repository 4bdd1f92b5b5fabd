import type { QueryClient } from '@tanstack/react-query';
import {
  changeTimer,
  discardTimer,
  type Kept,
  recordTimer,
  startTimer,
  stopTimer,
  type Timer,
  type TimerOverview,
  timerQuery,
  undoStop,
  workBody,
} from '../../entities/timer.ts';
import { ApiError, ConnectionError, SessionEndedError } from '../../lib/api-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { newId } from '../../lib/new-id.ts';
import type { Call } from '../../lib/session.ts';
import { type Act, addAct, afterRefusedStart, means, type NewAct, takeBack } from './acts.ts';
import type { TimerBox, TimerBoxStore } from './timer-box.ts';

export type TimerStore = {
  snapshot(): TimerBox;
  subscribe(listener: () => void): () => void;
  /** Keeps an act on this device and sends it. @returns its key */
  add(act: NewAct): string;
  /** Lets a stopped timer run on, whether the server has heard of the stop or not. */
  undo(key: string, timeZone: string): Promise<void>;
  /** Takes a problem away; with `again` what was refused is tried once more. */
  settle(key: string, again?: 'stop' | 'refuse'): void;
  /** Sends what waits; resolves when nothing more can be done for the moment. */
  flush(): Promise<void>;
  /** Throws away everything on this device. */
  forget(): void;
  /** Hears what became of each timer that was stopped. */
  onKept(listener: (kept: Kept, act: Act) => void): () => void;
  /** Sends what is left from before, and follows the connection and other tabs. @returns what ends that */
  begin(): () => void;
};

export type TimerStoreOptions = {
  call: Call;
  queryClient: QueryClient;
  box: TimerBoxStore;
  /** Runs alone among the tabs of this browser. */
  alone: (work: () => Promise<void>) => Promise<void>;
};

const RETRY_MILLISECONDS = [2_000, 5_000, 10_000, 30_000];

/** The queue of what a person does with the timer: kept first, shown at once, and sent in order, each act once. */
export function createTimerStore({ call, queryClient, box, alone }: TimerStoreOptions): TimerStore {
  const listeners = new Set<() => void>();
  const keptListeners = new Set<(kept: Kept, act: Act) => void>();
  const outcomes = new Map<string, Kept>();
  let shown = box.read();
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const tell = () => {
    shown = { ...box.read() };
    for (const listener of listeners) listener();
  };
  const change = (next: (before: TimerBox) => Partial<TimerBox>) => {
    const before = box.read();
    box.write({ ...before, ...next(before) });
    tell();
  };
  const { queryKey } = timerQuery(call);
  /** The answer of the server and the end of what waited for it are shown together. */
  const settleAct = (act: Act, ran: Timer | null | undefined) => {
    if (ran !== undefined) {
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (before?: TimerOverview) => before && { ...before, timer: ran });
    }
    change(({ acts, known }) => ({
      acts: acts.filter(({ key }) => key !== act.key),
      known: ran === undefined ? known : ran,
    }));
  };

  async function send(act: Act): Promise<void> {
    switch (act.kind) {
      case 'start': {
        const { at, timeZone, work, whenRunning } = act;
        const body = { timerID: act.key, ...workBody(work), startedAt: at, timeZone, whenRunning };
        return settleAct(act, (await startTimer(call, body, act.key)).timer);
      }
      case 'change':
        return settleAct(act, await sendChange(act));
      case 'stop': {
        const body = { ...meantBy(act), endedAt: act.at };
        const kept = await unlessGone(stopTimer(call, body, act.key));
        // Stopped elsewhere before: its time is kept already.
        return kept
          ? keep(act, kept, null)
          : keep(act, { saved: [], minutes: 0, drafts: [] }, afterGone(act));
      }
      case 'record': {
        const { startedAt, endedAt, timeZone, work } = act;
        const body = { ...workBody(work), startedAt, endedAt, timeZone };
        return keep(act, await recordTimer(call, body, act.key), undefined);
      }
      case 'discard':
        return settleAct(
          act,
          (await unlessGone(discardTimer(call, act.timerID, act.key))) ? null : afterGone(act),
        );
    }
  }

  /** What another device changed meanwhile stays, but for what was changed here. */
  async function sendChange(act: Extract<Act, { kind: 'change' }>): Promise<Timer | null | undefined> {
    const change = {
      ...meantBy(act),
      ...workBody(act.work),
      ...(act.startedAt === null ? {} : { startedAt: act.startedAt }),
    };
    let version = box.read().known?.version ?? 0;
    for (let tries = 1; ; tries += 1) {
      try {
        return await changeTimer(call, { ...change, version }, `${act.key}.${version}`);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Stopped elsewhere: there is nothing left to change.
        if (error.status === 404) return afterGone(act);
        const current = currentOf(error);
        if (error.code !== 'version_conflict' || !current || tries > 2) throw error;
        version = current.version;
      }
    }
  }

  /** What is known to run once the timer of an act turned out not to: another one goes on. */
  const afterGone = (act: Act): null | undefined => {
    const { known } = box.read();
    return known && !means(act, known.timerID) ? undefined : null;
  };

  function keep(act: Act, kept: Kept, ran: Timer | null | undefined): void {
    outcomes.set(act.key, kept);
    settleAct(act, ran);
    for (const listener of keptListeners) listener(kept, act);
  }

  /** @returns whether the next act may be sent */
  function refuse(act: Act, error: ApiError): boolean {
    const current = currentOf(error);
    const isPassing = error.status >= 500 || error.status === 429 || error.status === 408;
    if (isPassing) return false;
    if (act.kind === 'start') {
      change(({ acts, problems }) => {
        const { refused, rest } = afterRefusedStart(acts);
        const problem = refused && { act: refused, message: error.message, running: current };
        return { acts: rest, problems: problem ? [...problems, problem] : problems };
      });
    } else {
      change(({ acts, problems }) => ({
        acts: acts.filter(({ key }) => key !== act.key),
        problems: [...problems, { act, message: error.message, running: null }],
      }));
    }
    return true;
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const act = box.read().acts[0];
      if (!act) break;
      change(({ acts: [first, ...rest] }) => ({ acts: first ? [{ ...first, isSent: true }, ...rest] : [] }));
      try {
        await send({ ...act, isSent: true });
        failures = 0;
      } catch (error) {
        if (error instanceof ApiError && refuse(act, error)) continue;
        // It waits for who signs in again.
        if (error instanceof SessionEndedError) return;
        retryLater();
        if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
        return;
      }
    }
    await invalidate(queryClient, 'timer', 'week', 'weekYear');
  }

  function retryLater(): void {
    clearTimeout(timer);
    const pause = RETRY_MILLISECONDS[Math.min(failures, RETRY_MILLISECONDS.length - 1)];
    failures += 1;
    timer = setTimeout(() => void flush(), pause);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    if (box.read().acts.length === 0) return Promise.resolve();
    running ??= alone(sendAll).finally(() => {
      running = null;
    });
    return running;
  }

  const store: TimerStore = {
    snapshot: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(act) {
      const key = newId();
      change(({ acts }) => ({ acts: addAct(acts, { ...act, key, isSent: false } as Act) }));
      void flush();
      return key;
    },
    async undo(key, timeZone) {
      const before = takeBack(box.read().acts, key);
      if (before) return change(() => ({ acts: before }));
      await flush();
      const kept = outcomes.get(key);
      if (!kept) return;
      const timer = await undoStop(call, kept, timeZone);
      queryClient.setQueryData(queryKey, (old?: TimerOverview) => old && { ...old, timer });
      change(() => ({ known: timer }));
      await invalidate(queryClient, 'timer', 'week', 'weekYear');
    },
    settle(key, again) {
      const problem = box.read().problems.find(({ act }) => act.key === key);
      change(({ problems }) => ({ problems: problems.filter(({ act }) => act.key !== key) }));
      if (!problem || !again) return;
      const { act } = problem;
      const retried = act.kind === 'start' ? { ...act, whenRunning: again } : act;
      change(({ acts }) => ({ acts: [...acts, { ...retried, key: newId(), isSent: false }] }));
      void flush();
    },
    flush,
    forget: () => change(() => ({ acts: [], problems: [], known: null })),
    onKept(listener) {
      keptListeners.add(listener);
      return () => keptListeners.delete(listener);
    },
    begin() {
      const onStorage = ({ key }: StorageEvent) => key === box.key && tell();
      const onOnline = () => void flush();
      addEventListener('storage', onStorage);
      addEventListener('online', onOnline);
      const forget = queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryKey[0] !== queryKey[0]) return;
        const { timer: known } = (query.state.data ?? {}) as Partial<TimerOverview>;
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(box.read().known))
          change(() => ({ known }));
      });
      void flush();
      return () => {
        clearTimeout(timer);
        removeEventListener('storage', onStorage);
        removeEventListener('online', onOnline);
        forget();
      };
    },
  };
  return store;
}

/** @returns null where the timer does not run any more */
async function unlessGone<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The timer that an act is about, as the calls name it. */
function meantBy({ timerID }: { timerID?: string | undefined }) {
  return timerID === undefined ? {} : { timerID };
}

function currentOf({ body }: ApiError): Timer | null {
  return (body as { current?: Timer }).current ?? null;
}
