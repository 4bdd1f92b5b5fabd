import type { WebhookEventName } from '@stint/domain/api/gateway/webhooks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { enqueue } from './queue.ts';
import type { JobHandler } from './worker.ts';

/** The job that says that something happened. */
export const eventKind = 'webhook.event';

/** Tells everybody who hears of what happens, one after the other. */
export function hearEvents(listeners: readonly JobHandler[]): JobHandler {
  return async (job, region) => {
    for (const hear of listeners) await hear(job, region);
  };
}

/** What happened, and what subscribers get of it: the thing as the API would answer it, without secrets. */
type Happening = {
  event: WebhookEventName;
  data: Record<string, unknown>;
  /** Not told before, and under this key not at all where it is taken back. */
  held?: { key: string; until: Date };
};

/** Says in the transaction of a change what happened, for the webhooks of the workspace. */
export function emitEvent(
  tx: Queryable,
  clock: Clock,
  tenantId: string,
  { event, data, held }: Happening,
): Promise<void> {
  return enqueue(tx, clock, {
    kind: eventKind,
    tenantId,
    payload: { event, data },
    lane: eventLane(tenantId),
    ...(held ? { key: held.key, availableAt: held.until } : {}),
  });
}

/**
 * Events of a workspace become deliveries one after the other, so that none overtakes another. Workspaces share
 * sixteen lanes, since the queue looks at all lanes each time that it takes a job out of one.
 */
export function eventLane(tenantId: string): string {
  return `events:${tenantId.at(-1)}`;
}
