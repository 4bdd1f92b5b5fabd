import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { SafeFetch } from '../../platform/safe-fetch.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import {
  createDeliverer,
  type Parcel,
  type ReceiverBook,
  type Turn,
} from '../../platform/webhooks/deliver.ts';
import { signatureHeaders } from '../../platform/webhooks/signature.ts';
import { enqueue, type NewJob } from '../jobs/queue.ts';
import type { JobHandler, JobRegion } from '../jobs/worker.ts';
import { type DeliveryRow, insertDelivery } from './queries.ts';
import { holdReceiver, letReceiverGo, lockReceiver, noteAttempt, takeDue, waitOf } from './receiver.ts';
import { subjectOf } from './subject.ts';

export type DeliveryDeps = {
  clock: Clock;
  log: Pick<Logger, 'warn' | 'error'>;
  secrets: Secrets;
  post: SafeFetch;
};

/** What the sealed secret of a webhook is bound to. */
export function secretOwner(tenantId: string, webhookId: string): string {
  return `webhook ${tenantId} ${webhookId}`;
}

/** The job that follows a new delivery. */
export function deliveryJob(tenantId: string, delivery: { id: string }): NewJob {
  return {
    kind: 'webhook.deliver',
    tenantId,
    payload: { deliveryId: delivery.id },
    key: `delivery:${delivery.id}`,
  };
}

/** An event becomes one delivery for each webhook that wants it; ids come from the job, so that a second run adds none. */
export function createEventFanOut({ clock }: Pick<DeliveryDeps, 'clock'>): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const event = String(job.payload['event']);
    const data = (job.payload['data'] ?? {}) as Record<string, unknown>;
    await database.withTenant(tenantId, async (tx) => {
      const known = await tx.maybeOne(sql`select 1 as one from app.webhook_delivery
        where tenant_id = ${tenantId} and payload->>'id' = ${job.id} limit 1`);
      if (known) return;
      const hooks = await tx.rows<{ id: string }>(sql`select id from app.webhook
        where tenant_id = ${tenantId} and is_active and ${event} = any (events)`);
      for (const hook of hooks) {
        const now = clock.now();
        const payload = { id: job.id, type: event, timestamp: now.toISOString(), data };
        const delivery = { id: newId(), webhookId: hook.id };
        const subject = subjectOf(event, data);
        await insertDelivery(tx, tenantId, { ...delivery, event, payload, subject, replayOf: null, now });
        await enqueue(tx, clock, deliveryJob(tenantId, delivery));
      }
    });
  };
}

/** Sends what waits for a receiver; how it went is written to the log of the webhook. */
export function createWebhookDeliverer(deps: DeliveryDeps): JobHandler {
  return createDeliverer({
    ...deps,
    book: (deliveryId, tenantId, region: JobRegion) =>
      receiverBook(deps, region, String(tenantId), deliveryId),
  });
}

function receiverBook(
  { secrets }: DeliveryDeps,
  { database }: JobRegion,
  tenantId: string,
  deliveryId: string,
): ReceiverBook {
  const inTenant = <T>(work: (tx: Transaction) => Promise<T>) => database.withTenant(tenantId, work);
  return {
    hold: (now, until) => inTenant((tx) => holdReceiver(tx, tenantId, deliveryId, { now, until })),
    next: (now, until) =>
      inTenant(async (tx): Promise<Turn> => {
        const webhook = await lockReceiver(tx, tenantId, deliveryId);
        if (!webhook) return { kind: 'idle', milliseconds: null };
        const due = await takeDue(tx, tenantId, webhook.id, { now, until });
        if (!due) return { kind: 'idle', milliseconds: await waitOf(tx, tenantId, webhook.id, now) };
        const secret = secrets.open(Buffer.from(webhook.secret, 'base64'), secretOwner(tenantId, webhook.id));
        return { kind: 'send', parcel: pack(webhook.url, secret, due, now) };
      }),
    note: ({ deliveryId: id }, attempt) => inTenant((tx) => noteAttempt(tx, tenantId, id, attempt)),
    letGo: () => inTenant((tx) => letReceiverGo(tx, tenantId, deliveryId)),
  };
}

function pack(
  url: string,
  secret: string,
  { id, replayOf, payload, attempts }: DeliveryRow,
  now: Date,
): Parcel {
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Stint-Webhooks/1',
    // A replay carries the first delivery's id, so that a receiver that had it already can tell.
    ...signatureHeaders(secret, replayOf ?? id, now, body),
  };
  return { deliveryId: id, url, headers, body, tries: attempts };
}
