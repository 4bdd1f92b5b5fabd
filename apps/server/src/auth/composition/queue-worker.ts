import { HOUR_MS } from '@stint/domain/time/units.ts';
import type { Database } from '../../platform/database.ts';
import { removeDead } from '../../platform/queue/claims.ts';
import type { Durations } from '../../platform/queue/durations.ts';
import { createQueueWorker, type QueueWorker } from '../../platform/queue/worker.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import { deliveryLane } from '../../platform/webhooks/deliver.ts';
import type { AuthContext } from '../context.ts';
import { queueWork } from './features.ts';

/** The first moments of a process belong to those who wait for an answer. */
const quietAfterStartMs = 3000;
/** Jobs that were put aside wait so long for somebody to look at them. */
const deadJobDays = 30;

/** Works on the provider's queue: what its features do there, and finished work is removed. */
export function createAuthQueueWorker(
  context: AuthContext,
  queue: Database,
  durations: Durations,
  tracing?: Tracing,
): QueueWorker {
  const { queued, deliveries, planned } = queueWork(context);
  return createQueueWorker({
    places: [{ code: 'identity', queue }],
    log: context.log,
    tracing,
    durations,
    quietMs: quietAfterStartMs,
    lanes: [
      { handlers: queued, concurrency: 2, pollMs: 2000 },
      { handlers: deliveries, ...deliveryLane },
    ],
    periodic: [
      ...planned,
      { name: 'finished work', everyMs: HOUR_MS, run: () => removeDead(queue, deadJobDays) },
    ],
  });
}
