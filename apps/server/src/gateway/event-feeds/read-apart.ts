import { Worker } from 'node:worker_threads';
import type { EventWindow, ReadCalendar } from './read-events.ts';

export type Read = ReadCalendar | { problem: 'not_calendar' | 'too_complex' };

/** Time to read, after the thread has started. */
const LIMIT_MS = 10_000;
/** A calendar of 8 MiB takes a tenth of this. */
const MOST_MEGABYTES = 256;

/** Reads a calendar within bounds of time and memory: rules of repetition can be written so that they never end. */
export function readApart(text: string, window: EventWindow, limitMs: number = LIMIT_MS): Promise<Read> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: { text, window },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
      // Neither our options nor our environment are the business of a stranger's text.
      execArgv: [],
      env: {},
    });
    let timer: NodeJS.Timeout | undefined;
    const end = (read: Read) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(read);
    };
    worker.on('message', (message: 'ready' | Read) => {
      if (message !== 'ready') end(message);
      else timer = setTimeout(() => end({ problem: 'too_complex' }), limitMs);
    });
    worker.on('error', () => end({ problem: 'too_complex' }));
    worker.on('exit', () => end({ problem: 'too_complex' }));
  });
}
