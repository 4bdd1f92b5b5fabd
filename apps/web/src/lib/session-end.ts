/** Two ends within this time are no accident: signing in again would only come back here. */
const TOGETHER_MILLISECONDS = 2 * 60 * 1000;
const STORAGE_KEY = 'stint.sessionEndedAt';

export type SessionEndOptions = {
  /** Ends the session at the provider, for all hosts of the family; never throws. */
  logout: () => Promise<unknown>;
  /** Outlives the page; asked for when it is needed, since a browser may refuse it. */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The first time: to the sign-in page. */
  leave: () => void;
  /** Again soon after: the page stops and says what happened. */
  stop: () => void;
};

/**
 * What to do when the gateway refuses a session that was renewed a moment ago. The person is signed out everywhere, or the
 * session of the main domain would lead them straight back into the same refusal. However many calls are refused at once,
 * that is one end; a second one soon after stops in place of going round.
 */
export function createSessionEnd(options: SessionEndOptions): () => void {
  let isEnding = false;
  return () => {
    if (isEnding) return;
    isEnding = true;
    void end(options);
  };
}

async function end({ logout, storage, now, leave, stop }: SessionEndOptions): Promise<void> {
  const isAgain = now() - readTime(storage) < TOGETHER_MILLISECONDS;
  keepTime(storage, now());
  await logout();
  (isAgain ? stop : leave)();
}

function readTime(storage: SessionEndOptions['storage']): number {
  try {
    return Number(storage().getItem(STORAGE_KEY) ?? Number.NEGATIVE_INFINITY);
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}

function keepTime(storage: SessionEndOptions['storage'], time: number): void {
  try {
    storage().setItem(STORAGE_KEY, String(time));
  } catch {
    // Without storage every end counts as the first.
  }
}
