import type { FastifyInstance } from 'fastify';
import { type AccessChecks, registerRoutes } from '../platform/http.ts';
import { createDurations, type Durations } from '../platform/queue/durations.ts';
import { joinKinds } from '../platform/queue/join-kinds.ts';
import type { QueueWorker } from '../platform/queue/worker.ts';
import type { GatewayContexts } from './access/checks.ts';
import type { Feature, GatewayParts } from './feature.ts';
import { features } from './features.ts';
import { eventKind, hearEvents } from './jobs/events.ts';
import { housekeeping } from './jobs/housekeeping.ts';
import { createJobWorker } from './jobs/worker.ts';
import { resumingSagas } from './sagas/resume.ts';

export type Gateway = {
  /** Adds every route to a scope that has the gateway's prefix. */
  register(scope: FastifyInstance, access: AccessChecks<GatewayContexts>): void;
  worker: QueueWorker;
  durations: Durations;
};

/** Jobs wait this long after a start, so that the first requests and their connections are not held up. */
const quietAfterStartMs = 3000;

/** The service from its features: their routes, and one worker for all of their jobs. */
export function composeGateway(parts: GatewayParts): Gateway {
  const made = features.map((make) => make(parts));
  const { clock, log, regions, tracing } = parts;
  const sagas = joined(made, 'sagas');
  const durations = createDurations('gateway');
  const worker = createJobWorker({
    quietMs: quietAfterStartMs,
    regions: [...regions.values()],
    log,
    tracing,
    durations,
    deliveries: joined(made, 'deliveries'),
    longJobs: joined(made, 'longJobs'),
    handlers: {
      ...joined(made, 'jobs'),
      [eventKind]: hearEvents(made.flatMap(({ listeners = [] }) => listeners)),
    },
    periodic: [
      ...made.flatMap(({ periodic = [] }) => periodic),
      resumingSagas(parts, sagas),
      ...housekeeping(clock),
    ],
  });
  return {
    worker,
    durations,
    register(scope, access) {
      for (const { routes, handlers } of made) registerRoutes(scope, { table: routes, handlers, access });
    },
  };
}

type Named = 'jobs' | 'longJobs' | 'deliveries' | 'sagas';

/** What the features have under one name, together. */
function joined<Name extends Named>(made: readonly Feature[], name: Name): NonNullable<Feature[Name]> {
  return joinKinds<unknown>(made.map((feature) => feature[name])) as NonNullable<Feature[Name]>;
}
