import { EventEmitter } from 'node:events';
import type { CronItem, Runner, RunnerOptions, Task, TaskList, WorkerEvents } from 'graphile-worker';
import { queueSchema } from '../../platform/queue-schema.ts';
import { freeExpired, giveBack, renewLeases, toJob } from './claims.ts';
import type { JobRegion, PeriodicTask, WorkerOptions } from './worker.ts';

export type RegionWorker = { stop(): Promise<void> };

/** Jobs of a region that one process does at once. */
const concurrency = 4;
/** What a notification does not tell (retries, and everything behind a transaction pooler) starts within this. */
const pollMs = 2000;
const aliveMs = 30_000;
const restartMs = 2000;
const minuteMs = 60_000;

/**
 * Works on the queue of one region until it is stopped. The library is loaded here, some time after the start of the
 * product: that holds up everything else for a tenth of a second, and on a busy machine for as long as a connection may
 * take. When it gives up, as it does when the database was away while a job ended, it is started anew.
 */
export function createRegionWorker(options: WorkerOptions, region: JobRegion): RegionWorker {
  let isStopped = false;
  let wake = () => {};
  const timers = createTimers(options, region);
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  let runner: Runner | undefined;
  async function keepRunning(): Promise<void> {
    await pause(options.quietMs ?? 0);
    while (!isStopped) {
      try {
        const begun = await begin(options, region);
        runner = begun.runner;
        if (isStopped) await runner.stop();
        await begun.ended;
      } catch (error) {
        if (!isStopped)
          options.log.error({ err: error, region: region.code }, 'the queue could not be worked on');
      }
      runner = undefined;
      if (!isStopped) await pause(restartMs);
    }
  }
  const ended = keepRunning();
  return {
    async stop() {
      isStopped = true;
      wake();
      await Promise.all([timers.stop(), runner?.stop().catch(() => {})]);
      await ended;
    },
  };
}

/** Starts the library, and the signs of life for the jobs it holds. */
async function begin(
  options: WorkerOptions,
  region: JobRegion,
): Promise<{ runner: Runner; ended: Promise<void> }> {
  const { parseCronItems, run } = await import('graphile-worker');
  const events: WorkerEvents = new EventEmitter();
  let pool = '';
  events.once('pool:create', ({ workerPool }) => {
    pool = workerPool.id;
  });
  const library = await libraryOptions(options, region);
  await reportFreed(options, region);
  const runner = await run({
    ...library,
    events,
    taskList: { ...jobTasks(options, region), ...periodicTasks(options, region) },
    parsedCronItems: parseCronItems(cronItems(options)),
  });
  const alive = setInterval(() => {
    const said = renewLeases(region.queue, pool).then(() => reportFreed(options, region));
    said.catch((error: unknown) =>
      options.log.warn({ err: error, region: region.code }, 'leases were not renewed'),
    );
  }, aliveMs);
  alive.unref();
  return { runner, ended: runner.promise.finally(() => clearInterval(alive)) };
}

/** Does what is due now, and ends. @returns how many jobs were taken */
export async function runDueOnce(options: WorkerOptions, region: JobRegion): Promise<number> {
  const { runOnce } = await import('graphile-worker');
  await reportFreed(options, region);
  let taken = 0;
  const tasks = Object.entries(jobTasks(options, region)).map(([kind, task]): [string, Task] => [
    kind,
    (payload, helpers) => {
      taken += 1;
      return task?.(payload, helpers);
    },
  ]);
  await runOnce({ ...(await libraryOptions(options, region)), taskList: Object.fromEntries(tasks) });
  return taken;
}

async function libraryOptions({ log }: WorkerOptions, region: JobRegion): Promise<RunnerOptions> {
  const { Logger } = await import('graphile-worker');
  return {
    pgPool: region.queue.pool,
    schema: queueSchema,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: concurrency,
        pollInterval: pollMs,
        // Without these an answer that fails is nobody's promise, and would end the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    // A job that failed is told by us, with its kind; of the rest only what is wrong.
    logger: new Logger(() => (level, message, meta) => {
      if (meta?.['failure']) return;
      if (level === 'error' || level === 'warning') log.warn({ region: region.code }, `queue: ${message}`);
    }),
  };
}

/** Each kind of job with its handler; how a failure is gone on with is ours (see claims.ts). */
function jobTasks({ handlers, log }: WorkerOptions, region: JobRegion): TaskList {
  const tasks = Object.entries(handlers).map(([kind, handle]): [string, Task] => [
    kind,
    async (payload, { job: claim }) => {
      const job = toJob(kind, claim, payload);
      try {
        await handle(job, region);
      } catch (error) {
        const isDead = await giveBack(region.queue, claim, error);
        const about = { err: error, job: job.id, kind, attempts: job.attempts };
        if (isDead) log.error(about, 'a job was put aside after its last try');
        else log.warn(about, 'a job failed and will be tried again');
        throw error;
      }
    },
  ]);
  return Object.fromEntries(tasks);
}

/** Work that comes round in minutes is planned by the library, once for all processes; a failed run waits for the next. */
function periodicTasks({ periodic, log }: WorkerOptions, region: JobRegion): TaskList {
  const tasks = periodic
    .filter(isPlanned)
    .map((task): [string, Task] => [taskName(task), () => runPeriodic(log, task, region)]);
  return Object.fromEntries(tasks);
}

async function runPeriodic(log: WorkerOptions['log'], task: PeriodicTask, region: JobRegion): Promise<void> {
  await task
    .run(region)
    .catch((error: unknown) => log.error({ err: error, task: task.name }, 'periodic work failed'));
}

const isPlanned = ({ everyMs }: PeriodicTask) => everyMs >= minuteMs;
const taskName = ({ name }: PeriodicTask) => `periodic ${name}`;

/** Whoever was down at its time makes up for the last run. */
function cronItems({ periodic }: WorkerOptions): CronItem[] {
  return periodic.filter(isPlanned).map((task) => ({
    task: taskName(task),
    identifier: taskName(task),
    match: cronPattern(task.everyMs / minuteMs),
    options: { backfillPeriod: task.everyMs, maxAttempts: 1 },
  }));
}

/** @throws Error for a rhythm that no pattern has */
function cronPattern(minutes: number): string {
  if (minutes === 24 * 60) return '30 2 * * *';
  if (minutes === 60) return '0 * * * *';
  if (minutes < 60 && 60 % minutes === 0) return `*/${minutes} * * * *`;
  throw new Error(`work every ${minutes} minutes cannot be planned`);
}

/** Work that comes round in seconds is looked at by every process; it keeps itself to once. */
function createTimers({ periodic, log }: WorkerOptions, region: JobRegion): RegionWorker {
  const under = new Map<PeriodicTask, Promise<void>>();
  const timers = periodic
    .filter((task) => !isPlanned(task))
    .map((task) => {
      const look = () => {
        if (under.has(task)) return;
        const round = runPeriodic(log, task, region).finally(() => under.delete(task));
        under.set(task, round);
      };
      look();
      return setInterval(look, task.everyMs).unref();
    });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(under.values());
    },
  };
}

/** Takes over from processes that died. */
async function reportFreed({ log }: WorkerOptions, region: JobRegion): Promise<void> {
  for (const { id, kind, isDead } of await freeExpired(region.queue)) {
    const about = { job: id, kind };
    if (isDead) log.error(about, 'a job was put aside: the process of its last try ended');
    else log.warn(about, 'a job is tried again: its process ended');
  }
}
