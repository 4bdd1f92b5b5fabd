import type { Database } from '../database.ts';
import type { Logger } from '../log.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Durations } from './durations.ts';
import type { Job } from './job.ts';

/** A database with a queue in it: the provider's, or a region's. */
export type Place = {
  /** Named in the log. */
  code: string;
  /** The database as the login that claims jobs, and reaches nothing but the queue. */
  queue: Database;
};

/** Does one job; repeatable, since a job may run again after a crash. */
export type Handler<In extends Place = Place> = (job: Job, place: In) => Promise<void>;

/** Work that comes round: every `everyMs` one process of a place does it. */
export type Periodic<In extends Place = Place> = {
  name: string;
  everyMs: number;
  run(place: In): Promise<unknown>;
};

/** Jobs that share their slots and keep out of the others': what waits for strangers must not hold up our own work. */
export type Lane<In extends Place = Place> = {
  handlers: Record<string, Handler<In>>;
  /** Jobs that one process does at once. */
  concurrency: number;
  /** How soon is seen what a notification does not tell: retries, and everything behind a transaction pooler. */
  pollMs: number;
};

export type QueueWorkerOptions<In extends Place = Place> = {
  places: Iterable<In>;
  log: Pick<Logger, 'error' | 'warn'>;
  lanes: Lane<In>[];
  periodic: Periodic<In>[];
  /** Each job is a span below what asked for it. */
  tracing?: Tracing | undefined;
  /** Told how long each job and each piece of periodic work took. */
  durations?: Durations | undefined;
  /** Milliseconds from `start` to the first look at the queue; 0 where absent. */
  quietMs?: number;
  /** Milliseconds between two signs of life; ten seconds where absent. */
  aliveMs?: number;
};
