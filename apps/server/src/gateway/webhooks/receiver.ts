import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Attempt } from '../../platform/webhooks/deliver.ts';
import { type DeliveryRow, deliveryColumns } from './queries.ts';

type Hold = { now: Date; until: Date };

/** The receiver of a delivery. */
const receiverOf = (tenantId: string, deliveryId: string) =>
  sql`(select webhook_id from app.webhook_delivery where tenant_id = ${tenantId} and id = ${deliveryId})`;

/** Takes a receiver for one job. @returns 0, or for how many milliseconds another job has it */
export async function holdReceiver(
  tx: Transaction,
  tenantId: string,
  deliveryId: string,
  { now, until }: Hold,
): Promise<number> {
  const held = await tx.run(sql`update app.webhook set busy_until = ${until}
    where tenant_id = ${tenantId} and id = ${receiverOf(tenantId, deliveryId)}
      and (busy_until is null or busy_until <= ${now})`);
  if (held === 1) return 0;
  const other = await tx.maybeOne<{ until: Date | null }>(sql`select busy_until as until from app.webhook
    where tenant_id = ${tenantId} and id = ${receiverOf(tenantId, deliveryId)}`);
  return other?.until ? Math.max(1, other.until.getTime() - now.getTime()) : 0;
}

export async function letReceiverGo(tx: Transaction, tenantId: string, deliveryId: string): Promise<void> {
  await tx.run(sql`update app.webhook set busy_until = null
    where tenant_id = ${tenantId} and id = ${receiverOf(tenantId, deliveryId)}`);
}

/** Locks the receiver of a delivery. A job that adds one meanwhile waits for the lock, so that no delivery is overlooked. */
export function lockReceiver(
  tx: Transaction,
  tenantId: string,
  deliveryId: string,
): Promise<{ id: string; url: string; secret: string } | null> {
  return tx.maybeOne(sql`select id, url, secret from app.webhook
    where tenant_id = ${tenantId} and id = ${receiverOf(tenantId, deliveryId)} for update`);
}

/** The oldest due delivery that no open one about the same subject precedes, its try counted; else the receiver is let go. */
export async function takeDue(
  tx: Transaction,
  tenantId: string,
  webhookId: string,
  { now, until }: Hold,
): Promise<DeliveryRow | null> {
  const due = await tx.maybeOne<{ id: string }>(sql`select d.id from app.webhook_delivery d
    where d.tenant_id = ${tenantId} and d.webhook_id = ${webhookId} and d.status in ('waiting', 'failed')
      and (d.next_attempt_at is null or d.next_attempt_at <= ${now})
      and not exists (select 1 from app.webhook_delivery e
        where e.tenant_id = ${tenantId} and e.webhook_id = d.webhook_id and e.status in ('waiting', 'failed')
          and e.subject = d.subject and (e.queued_at, e.id) < (d.queued_at, d.id))
    order by d.queued_at nulls first, d.id limit 1`);
  await tx.run(sql`update app.webhook set busy_until = ${due ? until : null}
    where tenant_id = ${tenantId} and id = ${webhookId}`);
  if (!due) return null;
  return tx.one<DeliveryRow>(sql`update app.webhook_delivery set attempts = attempts + 1, last_attempt_at = ${now}
    where tenant_id = ${tenantId} and id = ${due.id} returning ${deliveryColumns}`);
}

/** @returns milliseconds until something is due; null where nothing waits */
export async function waitOf(
  tx: Transaction,
  tenantId: string,
  webhookId: string,
  now: Date,
): Promise<number | null> {
  const { at } = await tx.one<{
    at: Date | null;
  }>(sql`select min(next_attempt_at) as at from app.webhook_delivery
    where tenant_id = ${tenantId} and webhook_id = ${webhookId} and status in ('waiting', 'failed')
      and next_attempt_at > ${now}`);
  return at && at.getTime() - now.getTime();
}

const statuses = { delivered: 'delivered', dead: 'dead', waiting: 'failed', paused: 'failed' } as const;

/** A hundred tries over days without one success: nobody listens there any more. */
const maxFailuresInRow = 100;

/** Writes how one try went, and what it means for the webhook: many failures in a row switch it off. */
export async function noteAttempt(
  tx: Transaction,
  tenantId: string,
  id: string,
  attempt: Attempt,
): Promise<void> {
  const { status, responseStatus, error, durationMs, nextTryAt, at } = attempt;
  const { webhookId } = await tx.one<{ webhookId: string }>(sql`update app.webhook_delivery
    set status = ${statuses[status]}, attempts = attempts - ${status === 'paused' ? 1 : 0}::int,
      response_status = ${responseStatus}, error = ${error}, duration_ms = ${durationMs},
      next_attempt_at = ${nextTryAt}, delivered_at = ${status === 'delivered' ? at : null}
    where tenant_id = ${tenantId} and id = ${id} returning webhook_id as "webhookId"`);
  if (status === 'paused') return;
  if (status === 'delivered') {
    await tx.run(sql`update app.webhook set failures_in_row = 0, last_delivered_at = ${at}
      where tenant_id = ${tenantId} and id = ${webhookId}`);
    return;
  }
  const reason = `Switched off after ${maxFailuresInRow} failed deliveries in a row.`;
  await tx.run(sql`update app.webhook set failures_in_row = failures_in_row + 1,
      is_active = is_active and failures_in_row + 1 < ${maxFailuresInRow},
      disabled_reason = case when is_active and failures_in_row + 1 >= ${maxFailuresInRow} then ${reason} else disabled_reason end
    where tenant_id = ${tenantId} and id = ${webhookId}`);
}
