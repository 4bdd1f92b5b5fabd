import type { Database } from '../../platform/database.ts';
import { removeDead } from '../../platform/queue/claims.ts';
import { createQueueWorker, type QueueWorker } from '../../platform/queue/worker.ts';
import { createSafeFetch } from '../../platform/safe-fetch.ts';
import { createDeliverer, deliveryLane } from '../../platform/webhooks/deliver.ts';
import type { AuthContext } from '../context.ts';
import { adoptDeliveries, createReceiverBook } from '../mechanisms/webhooks/deliveries.ts';
import { createPersonFanOut } from '../mechanisms/webhooks/person-events.ts';

const minuteMs = 60_000;
/** The first moments of a process belong to those who wait for an answer. */
const quietAfterStartMs = 3000;
/** Jobs that were put aside wait so long for somebody to look at them. */
const deadJobDays = 30;

/** Works on the provider's queue: who is told of what happened to people, and the calls to receivers. */
export function createAuthQueueWorker(context: AuthContext, queue: Database): QueueWorker {
  const { clock, config, log } = context;
  const deliver = createDeliverer({
    clock,
    log,
    post: createSafeFetch({ clock, allowLoopback: config.mode === 'test', pauses: 'address' }),
    book: (deliveryId) => createReceiverBook(context, deliveryId),
  });
  return createQueueWorker({
    places: [{ code: 'identity', queue }],
    log,
    quietMs: quietAfterStartMs,
    lanes: [
      { handlers: { 'person.event': createPersonFanOut(context) }, concurrency: 2, pollMs: 2000 },
      { handlers: { 'webhook.deliver': deliver }, ...deliveryLane },
    ],
    periodic: [
      { name: 'left deliveries', everyMs: minuteMs, run: () => adoptDeliveries(context) },
      { name: 'finished work', everyMs: 60 * minuteMs, run: () => removeDead(queue, deadJobDays) },
    ],
  });
}
