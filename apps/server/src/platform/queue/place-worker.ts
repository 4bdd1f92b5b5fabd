import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@stint/domain/time/units.ts';
import type { CronItem, Runner, RunnerOptions, Task, TaskList, WorkerEvents } from 'graphile-worker';
import { HeldBackError, releasedOnce } from '../connections.ts';
import { queueSchema } from '../queue-schema.ts';
import { traced } from '../tracing/tracing.ts';
import { freeExpired, giveBack, renewLeases, toJob } from './claims.ts';
import { timed } from './durations.ts';
import { maxAttempts, PostponedJobError } from './job.ts';
import type { Lane, Periodic, Place, QueueWorkerOptions } from './work.ts';

export type PlaceWorker = { stop(): Promise<void> };

const ALIVE_MS = 30_000;
const restartMs = 2000;
/** How long the library may take to end when nothing of ours is under way any more. */
const goodbyeMs = 2000;

/**
 * Works on the queue of one place until it is stopped. The library is loaded here, some time after the start of the
 * product: that holds up everything else for a tenth of a second, and on a busy machine for as long as a connection may
 * take. When it gives up, as it does when the database was away while a job ended, it is started anew.
 */
export function createPlaceWorker<In extends Place>(options: QueueWorkerOptions<In>, place: In): PlaceWorker {
  let isStopped = false;
  let wake = () => {};
  const timers = createTimers(options, place);
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  let stopRunners = async () => {};
  async function keepRunning(): Promise<void> {
    await pause(options.quietMs ?? 0);
    while (!isStopped) {
      try {
        const begun = await begin(options, place);
        stopRunners = begun.stop;
        if (isStopped) await begun.stop();
        await begun.ended;
      } catch (error) {
        if (!isStopped && !(error instanceof HeldBackError))
          options.log.error({ err: error, place: place.code }, 'the queue could not be worked on');
      }
      stopRunners = async () => {};
      if (!isStopped) await pause(restartMs);
    }
  }
  const ended = keepRunning();
  return {
    async stop() {
      isStopped = true;
      wake();
      await Promise.all([timers.stop(), stopRunners()]);
      await ended;
    },
  };
}

type Begun = { stop(): Promise<void>; ended: Promise<void> };

/** Starts the library once for each lane; the first one plans what comes round. When one gives up, all are ended. */
async function begin<In extends Place>(options: QueueWorkerOptions<In>, place: In): Promise<Begun> {
  await reportFreed(options, place);
  const running: Running[] = [];
  const stop = async () => {
    // One that gave up by itself says that it had been stopped already.
    for (const { runner } of running) runner.stop().catch(() => {});
    await Promise.all(running.map(({ ended }) => ended));
  };
  try {
    for (const [index, lane] of options.lanes.entries()) {
      running.push(await beginLane(options, place, lane, index === 0));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const alive = setInterval(() => {
    const said = Promise.all(
      running.map(({ pool, held }) => renewLeases(place.queue, pool(), [...held.keys()])),
    );
    said
      .then(() => reportFreed(options, place))
      .catch((error: unknown) =>
        options.log.warn({ err: error, place: place.code }, 'leases were not renewed'),
      );
  }, options.aliveMs ?? ALIVE_MS);
  alive.unref();
  const ended = Promise.race(running.map((lane) => lane.ended)).finally(async () => {
    clearInterval(alive);
    await stop();
  });
  return { stop, ended };
}

/** Jobs that are under way: the library's numbers, and what each ends with. */
type Held = ReadonlyMap<string, Promise<unknown>>;

type Running = { runner: Runner; pool(): string; held: Held; ended: Promise<void> };

async function beginLane<In extends Place>(
  options: QueueWorkerOptions<In>,
  place: In,
  lane: Lane<In>,
  plans: boolean,
): Promise<Running> {
  const { parseCronItems, run } = await import('graphile-worker');
  const events: WorkerEvents = new EventEmitter();
  let pool = '';
  events.once('pool:create', ({ workerPool }) => {
    pool = workerPool.id;
  });
  const held = new Map<string, Promise<unknown>>();
  const left = new AbortController();
  const givesUp = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => resolve());
  });
  const tasks = {
    ...jobTasks(options, place, lane, left.signal),
    ...(plans ? periodicTasks(options, place) : {}),
  };
  const runner = await run({
    ...(await libraryOptions(options, place, lane)),
    events,
    taskList: holding(held, tasks),
    parsedCronItems: parseCronItems(plans ? cronItems(options) : []),
  });
  const libraryEnded = runner.promise.catch(() => {});
  const ended = Promise.race([libraryEnded, givesUp.then(() => lastJobs(held))]).then(() =>
    left.abort(new PostponedJobError(0)),
  );
  return { runner, pool: () => pool, held, ended };
}

/**
 * The jobs of a lane that takes no new ones, and a moment for what the library has to say of them. More it is not given: after
 * the database was away it may wait for minutes before it asks again, and, where several jobs could not be ended, for ever.
 */
async function lastJobs(held: Held): Promise<void> {
  while (held.size > 0) await Promise.allSettled(held.values());
  await sleep(goodbyeMs);
}

/** Keeps which jobs are under way. */
function holding(held: Map<string, Promise<unknown>>, tasks: TaskList): TaskList {
  const withHold = (task: Task | undefined): Task => {
    return async (payload, helpers) => {
      const id = String(helpers.job.id);
      const work = Promise.resolve(task?.(payload, helpers)).finally(() => held.delete(id));
      held.set(id, work);
      await work;
    };
  };
  return Object.fromEntries(Object.entries(tasks).map(([kind, task]) => [kind, withHold(task)]));
}

/** Does what is due now, and ends. @returns how many jobs were taken */
export async function runDueOnce<In extends Place>(
  options: QueueWorkerOptions<In>,
  place: In,
): Promise<number> {
  const { runOnce } = await import('graphile-worker');
  await reportFreed(options, place);
  let taken = 0;
  for (const lane of options.lanes) {
    const tasks = Object.entries(jobTasks(options, place, lane)).map(([kind, task]): [string, Task] => [
      kind,
      (payload, helpers) => {
        taken += 1;
        return task?.(payload, helpers);
      },
    ]);
    await runOnce({ ...(await libraryOptions(options, place, lane)), taskList: Object.fromEntries(tasks) });
  }
  return taken;
}

async function libraryOptions<In extends Place>(
  { log }: QueueWorkerOptions<In>,
  place: In,
  { concurrency, pollMs }: Pick<Lane, 'concurrency' | 'pollMs'>,
): Promise<RunnerOptions> {
  const { Logger } = await import('graphile-worker');
  return {
    pgPool: releasedOnce(place.queue.pool),
    schema: queueSchema,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: concurrency,
        pollInterval: pollMs,
        // Otherwise the library collects its answers behind a promise that nobody awaits; one that fails would end the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    // Failed jobs are logged by us, with their kind; of the library's other lines only errors and warnings are kept.
    logger: new Logger(() => (level, message, meta) => {
      if (meta?.['failure']) return;
      if (level === 'error' || level === 'warning') log.warn({ place: place.code }, `queue: ${message}`);
    }),
  };
}

/** Each kind of job with its handler; what happens after a failure is decided in claims.ts. */
function jobTasks<In extends Place>(
  { log, tracing, durations }: QueueWorkerOptions<In>,
  place: In,
  { handlers }: Pick<Lane<In>, 'handlers'>,
  left?: AbortSignal,
): TaskList {
  const tasks = Object.entries(handlers).map(([kind, handle]): [string, Task] => [
    kind,
    async (payload, { job: claim }) => {
      const job = toJob(kind, claim, payload);
      try {
        left?.throwIfAborted();
        const attributes = { 'stint.job.attempts': job.attempts };
        const span = { name: `job ${kind}`, kind: 'consumer', attributes, parent: job.traceparent } as const;
        const about = { place: place.code, kind };
        await traced(tracing, span, () => timed(durations, about, () => handle(job, place)));
      } catch (error) {
        const outcome = await giveBack(place.queue, claim, error);
        const about = { err: error, job: job.id, kind, attempts: job.attempts };
        if (outcome === 'aside') log.error(about, 'a job was put aside after its last try');
        else if (outcome === 'again') log.warn(about, 'a job failed and will be tried again');
        throw error;
      }
    },
  ]);
  return Object.fromEntries(tasks);
}

/** Work that comes round in minutes is planned by the library, once for all processes; a failed run waits for the next. */
function periodicTasks<In extends Place>(options: QueueWorkerOptions<In>, place: In): TaskList {
  const tasks = options.periodic
    .filter(isPlanned)
    .map((task): [string, Task] => [taskName(task), () => runPeriodic(options, task, place)]);
  return Object.fromEntries(tasks);
}

async function runPeriodic<In extends Place>(
  { log, durations }: Pick<QueueWorkerOptions<In>, 'log' | 'durations'>,
  task: Periodic<In>,
  place: In,
): Promise<void> {
  const about = { place: place.code, kind: taskName(task) };
  const run = async () => task.run(place);
  await timed(durations, about, run).catch((error: unknown) => {
    // Why nobody is let through was told when it began.
    if (!(error instanceof HeldBackError)) log.error({ err: error, task: task.name }, 'periodic work failed');
  });
}

const isPlanned = ({ everyMs }: Pick<Periodic, 'everyMs'>) => everyMs >= MINUTE_MS;
const taskName = ({ name }: Pick<Periodic, 'name'>) => `periodic ${name}`;

/** Whoever was down at its time makes up for the last run, and another one for a process that was killed in it. */
function cronItems<In extends Place>({ periodic }: QueueWorkerOptions<In>): CronItem[] {
  return periodic.filter(isPlanned).map((task) => ({
    task: taskName(task),
    identifier: taskName(task),
    match: cronPattern(task.everyMs / MINUTE_MS),
    options: { backfillPeriod: task.everyMs, maxAttempts },
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
function createTimers<In extends Place>(options: QueueWorkerOptions<In>, place: In): PlaceWorker {
  const under = new Map<Periodic<In>, Promise<void>>();
  const timers = options.periodic
    .filter((task) => !isPlanned(task))
    .map((task) => {
      const look = () => {
        if (under.has(task)) return;
        const round = runPeriodic(options, task, place).finally(() => under.delete(task));
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
async function reportFreed({ log }: Pick<QueueWorkerOptions, 'log'>, place: Place): Promise<void> {
  for (const { id, kind, isDead } of await freeExpired(place.queue)) {
    const about = { job: id, kind };
    if (isDead) log.error(about, 'a job was put aside: the process of its last try ended');
    else log.warn(about, 'a job is tried again: its process ended');
  }
}
