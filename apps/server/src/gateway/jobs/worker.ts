import type { Database } from '../../platform/database.ts';
import type { Handler, Periodic, Place, QueueWorkerOptions } from '../../platform/queue/work.ts';
import { createQueueWorker, type QueueWorker } from '../../platform/queue/worker.ts';
import { deliveryLane } from '../../platform/webhooks/deliver.ts';

export type JobRegion = Place & { database: Database };
export type JobHandler = Handler<JobRegion>;
export type PeriodicTask = Periodic<JobRegion>;

export type JobWorkerOptions = Omit<QueueWorkerOptions<JobRegion>, 'places' | 'lanes'> & {
  regions: Iterable<JobRegion>;
  handlers: Record<string, JobHandler>;
  /** Calls to receivers of webhooks: they may take their time, and have slots of their own. */
  deliveries?: Record<string, JobHandler>;
  /** Work of minutes. */
  longJobs?: Record<string, JobHandler>;
};

/** Two at once of a process: each holds two connections for as long as it runs. */
const longLane = { concurrency: 2, pollMs: 2000 };

/** Works on the queues of all regions. */
export function createJobWorker(options: JobWorkerOptions): QueueWorker {
  const { regions, handlers, deliveries, longJobs, ...rest } = options;
  const own = { handlers, concurrency: 4, pollMs: 2000 };
  return createQueueWorker({
    ...rest,
    places: regions,
    lanes: [
      own,
      ...(deliveries ? [{ ...deliveryLane, handlers: deliveries }] : []),
      ...(longJobs ? [{ ...longLane, handlers: longJobs }] : []),
    ],
  });
}
