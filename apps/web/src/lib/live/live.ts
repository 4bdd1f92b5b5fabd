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

/**
 * Hears what changes for as long as the page is open. One tab of a browser holds the line, the others are told by it; a
 * hidden tab gives the line to one that is seen, and where none is seen the browser waits, and goes on from where it was. A
 * tab that joins while another holds the line asks what changed since its page was made; where it does not know since
 * when, it hears that it may have missed something.
 * A browser without locks or channels has a line for each tab. @returns what ends it
 */
export function startLive({ name, begun, open, ask, hear }: LiveOptions): () => void {
  const [channel, door] = ['', '.door'].map((end) =>
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`${name}${end}`),
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
  const join = async (mark: string) => {
    const missed: Heard = { mark, isComplete: false, changes: [] };
    const heard = begun === null ? missed : await ask(begun, ended.signal).catch(() => missed);
    if (!ended.signal.aborted) take(heard);
  };
  const tell = (heard: Heard) => {
    channel?.postMessage(heard);
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
    void holdLine(name, own.signal, work).catch(() => undefined);
  };
  const end = () => {
    turn?.abort();
    turn = null;
  };
  const onVisible = () => (document.visibilityState === 'hidden' ? end() : begin());
  channel?.addEventListener('message', ({ data }: MessageEvent<Heard>) => take(data));
  door?.addEventListener('message', ({ data }: MessageEvent<AtDoor>) => {
    if ('joins' in data && isHolder && cursor.mark) door.postMessage({ to: data.joins, mark: cursor.mark });
    if ('missed' in data) hasMissed = true;
    if ('to' in data && data.to === self) void join(data.mark);
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

function holdLine(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(name, { signal }, work) : work();
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
