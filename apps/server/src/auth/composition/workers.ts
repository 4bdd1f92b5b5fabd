import type { AuthContext } from '../context.ts';
import { runJobs } from '../mechanisms/jobs/jobs.ts';
import { deliverMessages } from '../mechanisms/outbox/deliver-messages.ts';
import { jobs } from './features.ts';
import { keepHouse } from './housekeeping.ts';

const pollMs = 1000;
const houseMs = 5 * 60_000;

export type Workers = {
  /** Runs what is due now; a call during a run is followed by one more run. */
  wake(): Promise<void>;
  /** Polls from now on. */
  start(): void;
  /** Stops at the edge of a job and waits for it. */
  stop(): Promise<void>;
};

/** Jobs, messages and housekeeping of the provider; any number of processes may run them. */
export function createWorkers(context: () => AuthContext): Workers {
  let running: Promise<void> | null = null;
  let again = false;
  let isStopped = false;
  let poll: NodeJS.Timeout | undefined;
  let house: NodeJS.Timeout | undefined;

  async function runAll(): Promise<void> {
    do {
      again = false;
      const work = [
        () => runJobs(context(), jobs, () => isStopped),
        () => deliverMessages(context(), () => isStopped),
      ];
      for (const run of work) {
        if (isStopped) return;
        await run().catch((error: unknown) => {
          context().log.error({ err: error }, 'background work failed');
        });
      }
    } while (again && !isStopped);
  }

  const workers: Workers = {
    wake() {
      if (isStopped) return Promise.resolve();
      again = true;
      running ??= runAll().finally(() => {
        running = null;
      });
      return running;
    },
    start() {
      poll = setInterval(() => void workers.wake(), pollMs);
      const clean = () =>
        void keepHouse(context()).catch((error: unknown) =>
          context().log.error({ err: error }, 'housekeeping failed'),
        );
      house = setInterval(clean, houseMs);
      poll.unref();
      house.unref();
      clean();
    },
    async stop() {
      isStopped = true;
      clearInterval(poll);
      clearInterval(house);
      await running;
    },
  };
  return workers;
}
