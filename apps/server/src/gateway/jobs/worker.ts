import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import { claimJobs, completeJob, failJob, type Job } from './queue.ts';

/** Does one job; repeatable, since a job may run again after a crash. */
export type JobHandler = (job: Job, region: JobRegion) => Promise<void>;
export type JobRegion = { code: string; database: Database };

/** Work that comes round: every `everyMs` one process of a region does it. */
export type PeriodicTask = { name: string; everyMs: number; run(region: JobRegion): Promise<unknown> };

export type WorkerOptions = {
  regions: Iterable<JobRegion>;
  clock: Clock;
  log: Pick<Logger, 'error' | 'warn'>;
  handlers: Record<string, JobHandler>;
  periodic: PeriodicTask[];
  /** Milliseconds between looks at the queue while it is empty; 1000 where absent. */
  pollMs?: number;
};

export type JobWorker = {
  start(): void;
  /** Ends after the jobs under way. */
  stop(): Promise<void>;
  /** Does everything that is due now, once; for tests and for tools. @returns how many jobs were taken */
  runDue(): Promise<number>;
};

const batchSize = 4;

/** Looks at the queues of all regions; any number of processes may do so at once. */
export function createJobWorker(options: WorkerOptions): JobWorker {
  const regions = [...options.regions];
  const lastRuns = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<unknown> = Promise.resolve();
  let isStopped = true;

  async function runDue(): Promise<number> {
    const counts = await Promise.all(regions.map((region) => drainRegion(options, region)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async function round(): Promise<void> {
    for (const region of regions) await runPeriodic(options, region, lastRuns);
    await runDue();
  }

  function schedule(delayMs: number): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      current = round()
        .catch((error: unknown) => options.log.error({ err: error }, 'the queue could not be read'))
        .then(() => schedule(options.pollMs ?? 1000));
    }, delayMs);
    timer.unref();
  }

  return {
    runDue,
    start() {
      isStopped = false;
      schedule(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

async function drainRegion(options: WorkerOptions, region: JobRegion): Promise<number> {
  const kinds = Object.keys(options.handlers);
  let taken = 0;
  for (;;) {
    const jobs = await claimJobs(region.database, options.clock, kinds, batchSize);
    await Promise.all(jobs.map((job) => runJob(options, region, job)));
    taken += jobs.length;
    if (jobs.length < batchSize) return taken;
  }
}

async function runJob({ clock, handlers, log }: WorkerOptions, region: JobRegion, job: Job): Promise<void> {
  try {
    await handlers[job.kind]?.(job, region);
    await completeJob(region.database, clock, job.id);
  } catch (error) {
    const isDead = await failJob(region.database, clock, job, error);
    const about = { err: error, job: job.id, kind: job.kind, attempts: job.attempts };
    if (isDead) log.error(about, 'a job was put aside after its last try');
    else log.warn(about, 'a job failed and will be tried again');
  }
}

async function runPeriodic(
  { periodic, clock, log }: WorkerOptions,
  region: JobRegion,
  lastRuns: Map<string, number>,
): Promise<void> {
  for (const task of periodic) {
    const now = clock.now().getTime();
    const key = `${region.code} ${task.name}`;
    if (now - (lastRuns.get(key) ?? Number.NEGATIVE_INFINITY) < task.everyMs) continue;
    lastRuns.set(key, now);
    await task
      .run(region)
      .catch((error: unknown) => log.error({ err: error, task: task.name }, 'periodic work failed'));
  }
}
