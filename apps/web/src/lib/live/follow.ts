import { ApiError, SessionEndedError } from '../api-error.ts';
import type { Heard } from '../gateway.ts';
import { readEvents } from './read-events.ts';

export type FollowOptions = {
  /** Where this browser is in the feed; null where it begins. What is heard moves it on. */
  cursor: { mark: string | null };
  open: (after: string | null, signal: AbortSignal) => Promise<Response>;
  ask: (after: string | null, signal: AbortSignal) => Promise<Heard>;
  hear: (heard: Heard) => void;
  /** For a time others were answered less than all, or from what is kept: all that is shown is to be asked for anew. */
  missed: () => void;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
};

/** A stream that says nothing at its beginning is held back by something on the way. */
const FIRST_EVENT_MILLISECONDS = 10_000;
/** The server gives a sign of life every 14 s. */
const SILENT_MILLISECONDS = 40_000;
/** After so many streams that brought nothing it is asked from time to time instead. */
const MOST_BARREN_STREAMS = 2;
const ASK_MILLISECONDS = 5_000;
/** How often it is asked before a stream is tried again. */
const ASKED_BETWEEN_STREAMS = 24;
const PAUSES_MILLISECONDS = [500, 2_000, 5_000, 10_000];

/**
 * Hears what changes until the signal ends it or the session is over: by an event stream where one comes through, else by
 * asking every few seconds. Streams end now and then, with their access token or their server; the next one goes on from
 * the mark, so nothing is missed.
 */
export async function followChanges(options: FollowOptions, signal: AbortSignal): Promise<void> {
  let barren = 0;
  let failures = 0;
  while (!signal.aborted) {
    try {
      if (barren < MOST_BARREN_STREAMS) {
        const hasHeard = await hearStream(options, signal);
        barren = hasHeard ? 0 : barren + 1;
        failures = hasHeard ? 0 : failures + 1;
      } else {
        await askForWhile(options, signal);
        barren = MOST_BARREN_STREAMS - 1;
        failures = 0;
      }
    } catch (error) {
      if (signal.aborted || error instanceof SessionEndedError) return;
      if (error instanceof ApiError) {
        // No server reads this mark any more.
        if (error.status === 400) options.cursor.mark = null;
        if (error.code === 'unavailable') options.missed();
      }
      failures += 1;
    }
    const pause = PAUSES_MILLISECONDS[Math.min(failures, PAUSES_MILLISECONDS.length - 1)] ?? 0;
    await options.wait(pause / 2 + (options.random() * pause) / 2, signal);
  }
}

/** One stream to its end. @returns whether anything was heard on it */
async function hearStream(options: FollowOptions, signal: AbortSignal): Promise<boolean> {
  const quiet = new AbortController();
  const either = AbortSignal.any([signal, quiet.signal]);
  const response = await options.open(options.cursor.mark, either);
  if (!response.body) return false;
  let hasHeard = false;
  let timer = setTimeout(() => quiet.abort(), FIRST_EVENT_MILLISECONDS);
  try {
    await readEvents(response.body, {
      alive() {
        clearTimeout(timer);
        timer = setTimeout(() => quiet.abort(), SILENT_MILLISECONDS);
      },
      event(data) {
        hasHeard = true;
        options.hear(JSON.parse(data) as Heard);
      },
    });
  } catch {
    // A connection that broke is no other end than one that the server made.
  } finally {
    clearTimeout(timer);
  }
  return hasHeard;
}

async function askForWhile(options: FollowOptions, signal: AbortSignal): Promise<void> {
  for (let asked = 0; asked < ASKED_BETWEEN_STREAMS && !signal.aborted; asked += 1) {
    options.hear(await options.ask(options.cursor.mark, signal));
    await options.wait(ASK_MILLISECONDS, signal);
  }
}
