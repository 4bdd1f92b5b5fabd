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
  const taken = new Set<string>();
  let isStopped = false;
  let poll: NodeJS.Timeout | undefined;
  let house: NodeJS.Timeout | undefined;

  /** Runs one kind of work; what is asked for during a run is followed by one more. */
  function createLoop(work: () => Promise<void>): () => Promise<void> {
    let running: Promise<void> | null = null;
    let again = false;
    const run = async () => {
      do {
        again = false;
        await work().catch((error: unknown) => {
          context().log.error({ err: error }, 'background work failed');
        });
      } while (again && !isStopped);
    };
    return () => {
      if (isStopped) return running ?? Promise.resolve();
      again = true;
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    };
  }
  const wakeJobs = createLoop(() => runJobs(context(), jobs, () => isStopped));
  // Beside the jobs, which do not wait for a mail server that says nothing.
  const wakeMessages = createLoop(() => deliverMessages({ ...context(), taken }, () => isStopped));

  const workers: Workers = {
    async wake() {
      // Messages come from jobs.
      await wakeJobs();
      await wakeMessages();
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
      await workers.wake();
    },
  };
  return workers;
}
