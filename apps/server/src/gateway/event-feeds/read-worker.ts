import { parentPort, workerData } from 'node:worker_threads';
import { type EventWindow, readEvents } from './read-events.ts';

/** Reads one calendar in a thread of its own, which can be ended: no text of a stranger holds up the others. */
const { text, window } = workerData as { text: string; window: EventWindow };
parentPort?.postMessage('ready');
try {
  parentPort?.postMessage(readEvents(text, window));
} catch {
  parentPort?.postMessage({ problem: 'not_calendar' });
}
