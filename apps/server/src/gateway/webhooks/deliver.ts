import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type SafeFetch, SafeFetchError } from '../../platform/safe-fetch.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import { enqueue, HopelessJobError, type Job, maxAttempts, retryDelayMs } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { type DeliveryRow, getDelivery, getWebhook, insertDelivery, noteAttempt } from './queries.ts';
import { signatureHeaders } from './signature.ts';

export type DeliveryDeps = { clock: Clock; secrets: Secrets; post: SafeFetch };

/** A hundred tries over days without one success: nobody listens there any more. */
const maxFailuresInRow = 100;

/** What the sealed secret of a webhook is bound to. */
export function secretOwner(tenantId: string, webhookId: string): string {
  return `webhook ${tenantId} ${webhookId}`;
}

/** An event becomes one delivery for each webhook that wants it; ids come from the job, so that a second run adds none. */
export function createEventFanOut({ clock }: Pick<DeliveryDeps, 'clock'>): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const event = String(job.payload['event']);
    await database.withTenant(tenantId, async (tx) => {
      const known = await tx.maybeOne(sql`select 1 as one from app.webhook_delivery
        where tenant_id = ${tenantId} and payload->>'id' = ${job.id} limit 1`);
      if (known) return;
      const hooks = await tx.rows<{ id: string }>(sql`select id from app.webhook
        where tenant_id = ${tenantId} and is_active and ${event} = any (events)`);
      for (const hook of hooks) {
        const id = newId();
        const now = clock.now();
        const payload = {
          id: job.id,
          type: event,
          timestamp: now.toISOString(),
          data: job.payload['data'] ?? {},
        };
        await insertDelivery(tx, tenantId, { id, webhookId: hook.id, event, payload, replayOf: null, now });
        await enqueue(tx, clock, {
          kind: 'webhook.deliver',
          tenantId,
          payload: { deliveryId: id },
          key: `delivery:${id}`,
        });
      }
    });
  };
}

/** Sends one delivery; a failure is written to the log and thrown, so that the queue tries again. */
export function createDeliverer(deps: DeliveryDeps): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const found = await database.withTenant(tenantId, async (tx) => {
      const delivery = await getDelivery(tx, tenantId, String(job.payload['deliveryId']));
      return { delivery, webhook: await getWebhook(tx, tenantId, delivery.webhookId) };
    });
    if (found.delivery.status === 'delivered' || found.delivery.status === 'dead') return;
    const secret = deps.secrets.open(
      Buffer.from(found.webhook.secret, 'base64'),
      secretOwner(tenantId, found.webhook.id),
    );
    const outcome = await tryToSend(deps, found.webhook.url, secret, found.delivery);
    const attempt = toAttempt(deps.clock, job, outcome);
    await database.withTenant(tenantId, (tx) =>
      noteAttempt(tx, tenantId, found.delivery, attempt, maxFailuresInRow),
    );
    if (attempt.status === 'dead') throw new HopelessJobError(String(attempt.error));
    if (attempt.status === 'failed') throw new Error(String(attempt.error));
  };
}

type Outcome = {
  responseStatus: number | null;
  error: string | null;
  durationMs: number;
  isHopeless: boolean;
};

async function tryToSend(
  { clock, post }: DeliveryDeps,
  url: string,
  secret: string,
  delivery: DeliveryRow,
): Promise<Outcome> {
  const started = performance.now();
  const body = JSON.stringify(delivery.payload);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Stint-Webhooks/1',
    // A replay carries the first delivery's id, so that a receiver that had it already can tell.
    ...signatureHeaders(secret, delivery.replayOf ?? delivery.id, clock.now(), body),
  };
  const took = () => Math.round(performance.now() - started);
  try {
    const { status } = await post(url, { method: 'POST', body, headers });
    const isOk = status >= 200 && status < 300;
    const error = isOk ? null : `The server answered with status ${status}.`;
    return { responseStatus: status, error, durationMs: took(), isHopeless: status === 410 };
  } catch (failure) {
    const isKnown = failure instanceof SafeFetchError;
    const error = isKnown ? failure.message : 'The call failed.';
    const isHopeless = isKnown && ['address_invalid', 'not_https', 'not_public'].includes(failure.reason);
    return { responseStatus: null, error, durationMs: took(), isHopeless };
  }
}

function toAttempt(clock: Clock, job: Job, outcome: Outcome) {
  const { isHopeless, ...rest } = outcome;
  const at = clock.now();
  if (outcome.error === null) return { ...rest, status: 'delivered' as const, at, nextAttemptAt: null };
  if (isHopeless || job.attempts >= maxAttempts)
    return { ...rest, status: 'dead' as const, at, nextAttemptAt: null };
  return {
    ...rest,
    status: 'failed' as const,
    at,
    nextAttemptAt: new Date(at.getTime() + retryDelayMs(job.attempts)),
  };
}
