import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@stint/domain/time/units.ts';
import type { CronItem, Runner, RunnerOptions, Task, TaskList, WorkerEvents } from 'graphile-worker';
import { HeldBackError, releasedOnce } from '../connections.ts';
import { queueSchema } from '../queue-schema.ts';
import { traced } from '../tracing/tracing.ts';
import { freeExpired, giveBack, renewLeases, toJob } from './claims.ts';
import { timed } from './durations.ts';
import { type Job, PostponedJobError } from './job.ts';
import type { Lane, Periodic, Place, QueueWorkerOptions } from './work.ts';

export type PlaceWorker = { stop(): Promise<void> };

const ALIVE_MS = 10_000;
/** After so many signs of life that the database did not take, all others may give theirs before any is taken for dead. */
const MOST_MISSED = 3;
const restartMs = 2000;
/** How long the library may take to end when nothing of ours is under way any more. */
const goodbyeMs = 2000;

/**
 * Works on the queue of one place until it is stopped. The library is loaded here, some time after the start of the
 * product: that holds up everything else for a tenth of a second, and on a busy machine for as long as a connection may
 * take. Each lane is on its own: the first one plans what comes round.
 */
export function createPlaceWorker<In extends Place>(options: QueueWorkerOptions<In>, place: In): PlaceWorker {
  const running = new Set<Running>();
  const outage = createOutage(options, place);
  const timers = createTimers(options, place);
  const lanes = options.lanes.map((lane, index) =>
    keepLane({ options, place, lane, plans: index === 0 }, { running, outage }),
  );
  const sign = createSign({ options, place, running, outage });
  const alive = setInterval(sign, options.aliveMs ?? ALIVE_MS);
  alive.unref();
  return {
    async stop() {
      await Promise.all([timers, ...lanes].map((each) => each.stop()));
      // Not before: the jobs of the lane that ends last are this process's until then.
      clearInterval(alive);
    },
  };
}

/** What the lanes of a place share. */
type Shared = { running: Set<Running>; outage: Outage };

/** Says that this process lives, and then takes over from those that do not: a sign of life may be late. */
function createSign<In extends Place>({
  options,
  place,
  running,
  outage,
}: Shared & Omit<LaneOptions<In>, 'lane' | 'plans'>): () => void {
  const { aliveMs = ALIVE_MS } = options;
  let [heardAt, silentUntil] = [performance.now(), Number.NEGATIVE_INFINITY];
  let isSaying = false;
  async function say(): Promise<void> {
    await Promise.all(
      Array.from(running, ({ pool, held }) => renewLeases(place.queue, pool(), [...held.keys()])),
    );
    const now = performance.now();
    if (now - heardAt > MOST_MISSED * aliveMs) silentUntil = now;
    heardAt = now;
    if (now - silentUntil >= aliveMs) await reportFreed(options, place);
  }
  return () => {
    if (isSaying || running.size === 0) return;
    isSaying = true;
    say()
      .then(outage.end, (error: unknown) => outage.tell('warn', error, 'leases were not renewed'))
      .finally(() => {
        isSaying = false;
      });
  };
}

/** What keeps a place from being worked on: each of its signs is told once, until it is worked on again. */
type Outage = { tell(level: 'error' | 'warn', error: unknown, text: string): void; end(): void };

function createOutage({ log }: Pick<QueueWorkerOptions, 'log'>, { code }: Place): Outage {
  const told = new Set<string>();
  return {
    tell(level, error, text) {
      // Why nobody is let through was told when it began.
      if (error instanceof HeldBackError || told.has(text)) return;
      told.add(text);
      log[level]({ err: error, place: code }, text);
    },
    end: () => told.clear(),
  };
}

type LaneOptions<In extends Place> = {
  options: QueueWorkerOptions<In>;
  place: In;
  lane: Lane<In>;
  /** Whether it plans what comes round. */
  plans: boolean;
};

/**
 * Runs the library for one lane. When it gives up, as it does when the database was away while a job ended, it is started
 * anew after the last job of the lane; other lanes and their jobs of minutes are not touched.
 */
function keepLane<In extends Place>(about: LaneOptions<In>, { running, outage }: Shared): PlaceWorker {
  const { options } = about;
  let isStopped = false;
  let wake = () => {};
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  let stopRunner = () => {};
  async function keepRunning(): Promise<void> {
    await pause(options.quietMs ?? 0);
    while (!isStopped) {
      try {
        const begun = await beginLane(about);
        running.add(begun);
        outage.end();
        // One that gave up by itself says that it had been stopped already.
        stopRunner = () => void begun.runner.stop().catch(() => {});
        if (isStopped) stopRunner();
        await begun.ended;
        running.delete(begun);
      } catch (error) {
        if (!isStopped) outage.tell('error', error, 'the queue could not be worked on');
      }
      stopRunner = () => {};
      if (!isStopped) await pause(restartMs);
    }
  }
  const ended = keepRunning();
  return {
    async stop() {
      isStopped = true;
      wake();
      stopRunner();
      await ended;
    },
  };
}

/** Jobs that are under way: the library's numbers, and what each ends with. */
type Held = ReadonlyMap<string, Promise<unknown>>;

type Running = { runner: Runner; pool(): string; held: Held; ended: Promise<void> };

async function beginLane<In extends Place>(about: LaneOptions<In>): Promise<Running> {
  const { options, place, lane, plans } = about;
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
  const runner = await run({
    ...(await libraryOptions(options, place, lane)),
    events,
    taskList: holding(held, laneTasks(about, left.signal)),
    parsedCronItems: parseCronItems(plans ? cronItems(options) : []),
  });
  const libraryEnded = runner.promise.catch(() => {});
  async function end(): Promise<void> {
    await Promise.race([libraryEnded, givesUp]);
    await lastJobs(held);
    // A claim that is on its way brings a job yet: it goes back untouched, in place of being cut off.
    left.abort(new PostponedJobError(0));
    // More the library is not given: after the database was away it may wait for minutes before it asks again, and, where
    // several jobs could not be ended, for ever.
    await Promise.race([libraryEnded, sleep(goodbyeMs)]);
    await lastJobs(held);
  }
  return { runner, pool: () => pool, held, ended: end() };
}

/** The jobs of a lane that takes no new ones. */
async function lastJobs(held: Held): Promise<void> {
  while (held.size > 0) await Promise.allSettled(held.values());
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
    const due = laneTasks({ options, place, lane, plans: false });
    const tasks = Object.entries(due).map(([kind, task]): [string, Task] => [
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
      // A job holds no connection while it works: a pool smaller than the jobs are many is what is wanted.
      if (message.includes('maxPoolSize')) return;
      if (level === 'error' || level === 'warning') log.warn({ place: place.code }, `queue: ${message}`);
    }),
  };
}

/** Each kind of job with its handler, and where the lane plans, the work that comes round in minutes, once for all processes. */
function laneTasks<In extends Place>(about: LaneOptions<In>, left?: AbortSignal): TaskList {
  const { options, place, lane, plans } = about;
  const { tracing, durations } = options;
  const jobs = Object.entries(lane.handlers).map(([kind, handle]) => {
    const work = async (job: Job) => {
      const attributes = { 'stint.job.attempts': job.attempts };
      const span = { name: `job ${kind}`, kind: 'consumer', attributes, parent: job.traceparent } as const;
      const timedAs = { place: place.code, kind };
      await traced(tracing, span, () => timed(durations, timedAs, () => handle(job, place)));
    };
    return [kind, work] as const;
  });
  const rounds = (plans ? options.periodic.filter(isPlanned) : []).map(
    (task) => [taskName(task), () => runPeriodic(options, task, place)] as const,
  );
  const givenBack = [...jobs, ...rounds].map(([kind, work]): [string, Task] => [
    kind,
    async (payload, { job: claim }) => {
      const job = toJob(kind, claim, payload);
      try {
        left?.throwIfAborted();
        await work(job);
      } catch (error) {
        // What happens after a failure is decided in claims.ts.
        const outcome = await giveBack(place.queue, claim, error);
        const failed = { err: error, job: job.id, kind, attempts: job.attempts };
        if (outcome === 'aside') options.log.error(failed, 'a job was put aside after its last try');
        else if (outcome === 'again') options.log.warn(failed, 'a job failed and will be tried again');
        throw error;
      }
    },
  ]);
  return Object.fromEntries(givenBack);
}

/** A failed run waits for the next. */
async function runPeriodic<In extends Place>(
  { log, durations }: Pick<QueueWorkerOptions<In>, 'log' | 'durations'>,
  task: Periodic<In>,
  place: In,
): Promise<void> {
  const about = { place: place.code, kind: taskName(task) };
  const run = async () => task.run(place);
  await timed(durations, about, run).catch((error: unknown) => {
    // Why nobody is let through was told when it began; what had failed before was not.
    if (!(error instanceof HeldBackError) || error.cause)
      log.error({ err: error, task: task.name }, 'periodic work failed');
  });
}

const isPlanned = ({ everyMs }: Pick<Periodic, 'everyMs'>) => everyMs >= MINUTE_MS;
const taskName = ({ name }: Pick<Periodic, 'name'>) => `periodic ${name}`;

/** For a process that was killed in it; more are of no use, since it comes round again. */
const periodicTries = 3;

/**
 * Whoever was down at its time makes up for the last run. One run at a time, over all processes, and one that waits: while the
 * work is slower than its rhythm, the key takes the place of the run that waits, and the queue keeps it from beginning.
 */
function cronItems<In extends Place>({ periodic }: QueueWorkerOptions<In>): CronItem[] {
  return periodic.filter(isPlanned).map((task) => ({
    task: taskName(task),
    identifier: taskName(task),
    match: cronPattern(task.everyMs / MINUTE_MS),
    options: {
      backfillPeriod: task.everyMs,
      maxAttempts: periodicTries,
      jobKey: taskName(task),
      queueName: taskName(task),
    },
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
