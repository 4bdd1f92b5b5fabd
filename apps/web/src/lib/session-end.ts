import type { SessionEnd } from './api-client.ts';

/** Ends within this time belong together. */
const TOGETHER_MILLISECONDS = 2 * 60 * 1000;
/**
 * How many ends of a kind are one too many. A fresh session that is refused will be refused again; sessions also end for
 * good reasons, as when a workspace is archived, and a new one works.
 */
const TOO_MANY: Readonly<Record<SessionEnd, number>> = { refused: 2, over: 4 };
const STORAGE_KEY = 'stint.sessionEnds';

export type SessionEndOptions = {
  /** Ends the session at the provider, for all hosts of the family; never throws. */
  logout: () => Promise<unknown>;
  /** Outlives the page; asked for when it is needed, since a browser may refuse it. */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** To the sign-in page. */
  leave: () => void;
  /** True where the page stays, since somebody is filling in a form; `resume` once they are signed in again. */
  hold: (resume: () => void) => boolean;
  /** In place of going round: the page stops and says what happened. */
  stop: () => void;
};

/**
 * What to do when the gateway takes a session no longer. The person is signed out everywhere, or the session of the main
 * domain would lead them straight back into the same refusal. However many calls are refused at once, that is one end.
 */
export function createSessionEnd(options: SessionEndOptions): (how: SessionEnd) => void {
  let isEnding = false;
  return (how) => {
    if (isEnding) return;
    isEnding = true;
    void end(options, how, () => {
      isEnding = false;
    });
  };
}

async function end(options: SessionEndOptions, how: SessionEnd, resume: () => void): Promise<void> {
  const count = countEnds(options, how);
  await options.logout();
  if (options.hold(resume)) return;
  (count >= TOO_MANY[how] ? options.stop : options.leave)();
}

type Kept = { how: SessionEnd; at: number };

/** Ends of this kind that belong together, the present one included. */
function countEnds({ storage, now }: SessionEndOptions, how: SessionEnd): number {
  try {
    const kept: Kept[] = JSON.parse(storage().getItem(STORAGE_KEY) ?? '[]');
    const ends = [...kept.filter(({ at }) => now() - at < TOGETHER_MILLISECONDS), { how, at: now() }];
    storage().setItem(STORAGE_KEY, JSON.stringify(ends));
    return ends.filter((one) => one.how === how).length;
  } catch {
    // Without storage every end counts as the first.
    return 1;
  }
}
