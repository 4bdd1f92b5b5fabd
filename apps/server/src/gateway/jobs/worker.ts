import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { Job } from './queue.ts';
import { createRegionWorker, type RegionWorker, runDueOnce } from './region-worker.ts';

/** Does one job; repeatable, since a job may run again after a crash. */
export type JobHandler = (job: Job, region: JobRegion) => Promise<void>;
export type JobRegion = {
  code: string;
  database: Database;
  /** The same database as the login that claims jobs, and reaches nothing but the queue. */
  queue: Database;
};

/** Work that comes round: every `everyMs` one process of a region does it. */
export type PeriodicTask = {
  name: string;
  everyMs: number;
  run(region: JobRegion): Promise<unknown>;
};

export type WorkerOptions = {
  regions: Iterable<JobRegion>;
  clock: Clock;
  log: Pick<Logger, 'error' | 'warn'>;
  handlers: Record<string, JobHandler>;
  periodic: PeriodicTask[];
  /** Milliseconds from `start` to the first look at the queue; 0 where absent. */
  quietMs?: number;
};

export type JobWorker = {
  start(): void;
  /** Ends after the jobs under way. */
  stop(): Promise<void>;
  /** Does everything that is due now, once; for tests and for tools. @returns how many jobs were taken */
  runDue(): Promise<number>;
};

/** Works on the queues of all regions; any number of processes may do so at once. */
export function createJobWorker(options: WorkerOptions): JobWorker {
  const regions = [...options.regions];
  let running: RegionWorker[] = [];
  return {
    start() {
      running = regions.map((region) => createRegionWorker(options, region));
    },
    async stop() {
      await Promise.all(running.splice(0).map((worker) => worker.stop()));
    },
    async runDue() {
      const counts = await Promise.all(regions.map((region) => runDueOnce(options, region)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
