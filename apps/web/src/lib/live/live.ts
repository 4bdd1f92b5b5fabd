import type { Heard } from '../gateway.ts';
import { followChanges } from './follow.ts';

export type LiveOptions = {
  /** Of the person and the workspace: tabs of the same name share one line. */
  name: string;
  /** Where the page was in the feed when its answers were read; null where nobody said. */
  begun: string | null;
  open: (after: string | null, signal: AbortSignal) => Promise<Response>;
  ask: (after: string | null, signal: AbortSignal) => Promise<Heard>;
  hear: (heard: Heard) => void;
};

/** A tab says that it is there; whoever holds the line says how far it has come, and when the line was refused for now. */
type AtDoor = { joins: string } | { to: string; mark: string } | { missed: true };

/** What the line said, and the mark that it follows: who is elsewhere has not been told of what lies between. */
type Told = Heard & { after: string | null };

/**
 * Hears what changes for as long as the page is open. One tab of a browser holds the line, the others are told by it; a
 * hidden tab gives the line to one that is seen, and where none is seen the browser waits, and goes on from where it was.
 * Each tab knows how far it was told. One that is told of what does not follow, since it joined later or the line went to a
 * tab that began later, asks from its own mark; where it has none, it hears that it may have missed something.
 * A browser without locks or channels has a line for each tab. @returns what ends it
 */
export function startLive({ name, begun, open, ask, hear }: LiveOptions): () => void {
  const isShared = 'locks' in navigator && typeof BroadcastChannel !== 'undefined';
  const [channel, door] = ['', '.door'].map((end) =>
    isShared ? new BroadcastChannel(`${name}${end}`) : null,
  );
  const self = crypto.randomUUID();
  let isHolder = false;
  const cursor = { mark: begun };
  let turn: AbortController | null = null;
  /** Since the line was last heard it was refused for now, as others may have been: whatever is shown may be less than all. */
  let hasMissed = false;
  const take = (heard: Heard) => {
    cursor.mark = heard.mark || cursor.mark;
    hear(hasMissed ? { ...heard, isComplete: false } : heard);
    hasMissed = false;
  };
  const missed = () => {
    hasMissed = true;
    door?.postMessage({ missed: true } satisfies AtDoor);
  };
  const ended = new AbortController();
  let isAsking = false;
  /** Where the next question begins; what is told after it is in its answer as well. */
  let untold: string | null = null;
  /** Asks for what was told by nobody: one question at a time. Its answer moves nothing on, since the line is at its own mark. */
  const askSince = async (mark: string) => {
    untold ??= mark;
    if (isAsking) return;
    isAsking = true;
    while (untold !== null) {
      const since: string = untold;
      untold = null;
      const heard = await ask(since, ended.signal).catch(() => mayHaveMissed(since));
      if (ended.signal.aborted) return;
      hear(heard);
    }
    isAsking = false;
  };
  /** Who holds the line has come so far, and tells from there on: what lies between is asked for. */
  const join = (mark: string) => {
    const own = cursor.mark;
    cursor.mark = mark;
    if (own === null) hear(mayHaveMissed(mark));
    else if (own !== mark) void askSince(own);
  };
  const takeTold = ({ after, ...heard }: Told) => {
    // Who holds the line by now hears all of it from its own mark on.
    if (isHolder) return;
    const own = cursor.mark;
    const isNext = own === after;
    cursor.mark = after;
    take(isNext || own !== null ? heard : { ...heard, isComplete: false });
    if (!isNext && own !== null && heard.isComplete) void askSince(own);
  };
  const tell = (heard: Heard) => {
    channel?.postMessage({ ...heard, after: cursor.mark } satisfies Told);
    take(heard);
  };
  const begin = () => {
    if (turn || document.visibilityState === 'hidden') return;
    const own = new AbortController();
    turn = own;
    const work = async () => {
      isHolder = true;
      const following = followChanges(
        { cursor, open, ask, hear: tell, missed, wait, random: Math.random },
        own.signal,
      );
      await following.finally(() => {
        isHolder = false;
      });
    };
    // Who waits for the line and gives up is refused with the reason of the signal.
    void (isShared ? navigator.locks.request(name, { signal: own.signal }, work) : work()).catch(
      () => undefined,
    );
  };
  const end = () => {
    turn?.abort();
    turn = null;
  };
  const onVisible = () => (document.visibilityState === 'hidden' ? end() : begin());
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => takeTold(data));
  door?.addEventListener('message', ({ data }: MessageEvent<AtDoor>) => {
    if ('joins' in data && isHolder && cursor.mark) door.postMessage({ to: data.joins, mark: cursor.mark });
    if ('missed' in data) hasMissed = true;
    // Who was told something already has asked for what was before it.
    if ('to' in data && data.to === self && !isHolder && cursor.mark === begun) join(data.mark);
  });
  door?.postMessage({ joins: self } satisfies AtDoor);
  document.addEventListener('visibilitychange', onVisible);
  begin();
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    ended.abort();
    end();
    channel?.close();
    door?.close();
  };
}

function mayHaveMissed(mark: string): Heard {
  return { mark, isComplete: false, changes: [] };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    // A pause that began without a connection ends with it.
    addEventListener('online', done);
  });
}
