import type { Timer } from '../../entities/timer.ts';
import type { Act } from './acts.ts';

/** An act that the server refused, with its reason; nothing of it is lost. */
export type Problem = { act: Act; message: string; running: Timer | null };

/** What is kept on this device of one person's timer in one workspace. */
export type TimerBox = {
  acts: Act[];
  problems: Problem[];
  /** What ran when the server was asked last, for a page without a connection. */
  known: Timer | null;
};

export type TimerBoxStore = { read(): TimerBox; write(box: TimerBox): void; key: string };

const PREFIX = 'stint.timer.';

/** @param owner user and tenant, so that nobody sends what somebody else did */
export function createTimerBoxStore(
  storage: () => Storage,
  owner: { userId: string; tenantId: string },
): TimerBoxStore {
  const key = `${PREFIX}${owner.userId}.${owner.tenantId}`;
  // Where the browser keeps nothing, the page does for as long as it is open.
  let last: TimerBox = { acts: [], problems: [], known: null };
  return {
    key,
    read() {
      try {
        last = parse(storage().getItem(key)) ?? { acts: [], problems: [], known: null };
      } catch {
        // As it was.
      }
      return last;
    },
    write(box) {
      last = box;
      try {
        storage().setItem(key, JSON.stringify(box));
      } catch {
        // Full, or forbidden.
      }
    },
  };
}

function parse(text: string | null): TimerBox | null {
  if (text === null) return null;
  const { acts = [], problems = [], known = null } = JSON.parse(text) as Partial<TimerBox>;
  return {
    acts,
    problems: problems.map((problem) => ({ ...problem, running: identified(problem.running) })),
    known: identified(known),
  };
}

/** The release before kept timers without an id, and any two of those would be taken for the same: the server tells it anew. */
function identified(timer: Timer | null): Timer | null {
  return typeof timer?.timerID === 'string' ? timer : null;
}
