import { createPlaceWorker, type PlaceWorker, runDueOnce } from './place-worker.ts';
import type { Place, QueueWorkerOptions } from './work.ts';

export type QueueWorker = {
  start(): void;
  /** Ends after the jobs under way. */
  stop(): Promise<void>;
  /** Does everything that is due now, once; for tests and for tools. @returns how many jobs were taken */
  runDue(): Promise<number>;
};

/** Works on the queues of all places; any number of processes may do so at once. */
export function createQueueWorker<In extends Place>(options: QueueWorkerOptions<In>): QueueWorker {
  const places = [...options.places];
  let running: PlaceWorker[] = [];
  return {
    start() {
      running = places.map((place) => createPlaceWorker(options, place));
    },
    async stop() {
      await Promise.all(running.splice(0).map((worker) => worker.stop()));
    },
    async runDue() {
      const counts = await Promise.all(places.map((place) => runDueOnce(options, place)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
