import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { Handler } from '../../../platform/queue/work.ts';
import { createSafeFetch } from '../../../platform/safe-fetch.ts';
import { sql } from '../../../platform/sql.ts';
import {
  type Attempt,
  createDeliverer,
  type Parcel,
  type ReceiverBook,
  type Turn,
} from '../../../platform/webhooks/deliver.ts';
import { latchkeySignature } from '../../../platform/webhooks/signature.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { AuthMetrics } from '../metrics/metrics.ts';
import type { WebhooksContext } from './queue.ts';
import { claimedByQueue, enqueueDelivery } from './queue.ts';

type Row = {
  id: string;
  tenantId: string;
  event: string;
  url: string;
  sealedSecret: Buffer;
  payload: unknown;
  tries: number;
};

/** Brings deliveries to their receivers. */
export function createReceiverDeliverer(
  context: WebhooksContext & Pick<Foundation, 'config' | 'log'> & { metrics: AuthMetrics },
): Handler {
  const { clock, log, config } = context;
  return createDeliverer({
    clock,
    log,
    post: createSafeFetch({ clock, allowLoopback: config.mode === 'test', pauses: 'address' }),
    book: (deliveryId) => createReceiverBook(context, deliveryId),
  });
}

/**
 * The provider's deliveries: JSON with `Authorization: Bearer {secret}`, the delivery's id, and a signature by which a
 * receiver can refuse forged and repeated ones.
 */
function createReceiverBook(
  context: WebhooksContext & { metrics: AuthMetrics },
  deliveryId: string,
): ReceiverBook {
  const { database: db, metrics } = context;
  const receiver = sql`(select webhook_id from auth.webhook_delivery where id = ${deliveryId})`;
  const letGo = (tx: Queryable) =>
    tx.run(sql`update auth.webhook set busy_until = null where id = ${receiver}`);
  return {
    async hold(now, until) {
      const held = await db.run(sql`update auth.webhook set busy_until = ${until}
        where id = ${receiver} and (busy_until is null or busy_until <= ${now})`);
      if (held === 1) return 0;
      const other = await db.maybeOne<{ until: Date | null }>(
        sql`select busy_until as until from auth.webhook where id = ${receiver}`,
      );
      return other?.until ? Math.max(1, other.until.getTime() - now.getTime()) : 0;
    },
    next: (now, until) =>
      db.transaction(async (tx): Promise<Turn> => {
        // Who adds a delivery meanwhile waits here to hold the receiver, so that none is left lying.
        const webhook = await tx.maybeOne<{ id: string }>(
          sql`select id from auth.webhook where id = ${receiver} for update`,
        );
        if (!webhook) return { kind: 'idle', milliseconds: null };
        await dropSpent(tx, webhook.id, now);
        const id = await findDue(tx, webhook.id, now);
        if (id) {
          await tx.run(sql`update auth.webhook set busy_until = ${until} where id = ${webhook.id}`);
          return { kind: 'send', parcel: await pack(context, tx, id, now) };
        }
        await letGo(tx);
        return { kind: 'idle', milliseconds: await waitOf(tx, webhook.id, now) };
      }),
    async note(parcel, attempt) {
      await write(db, parcel.deliveryId, attempt);
      metrics.delivered('webhook', outcomes[attempt.status]);
    },
    letGo: async () => void (await letGo(db)),
  };
}

const outcomes = { delivered: 'sent', waiting: 'failed', dead: 'dead', paused: 'paused' } as const;

/** What has expired is not sent, nor what waits for a webhook that was switched off. */
async function dropSpent(tx: Transaction, webhookId: string, now: Date): Promise<void> {
  await tx.run(sql`update auth.webhook_delivery d set status = 'dead',
      last_error = case when w.is_active then 'It had expired.' else 'The webhook was switched off.' end
    from auth.webhook w
    where w.id = ${webhookId} and d.webhook_id = w.id and d.status = 'waiting' and (not w.is_active or d.drop_at <= ${now})`);
}

async function findDue(tx: Transaction, webhookId: string, now: Date): Promise<string | null> {
  const due = await tx.maybeOne<{ id: string }>(sql`select d.id from auth.webhook_delivery d
    where d.webhook_id = ${webhookId} and d.status = 'waiting' and d.run_at <= ${now}
      and not exists (select 1 from auth.webhook_delivery e where e.webhook_id = d.webhook_id and e.status = 'waiting'
        and e.subject = d.subject and (e.queued_at, e.id) < (d.queued_at, d.id))
    order by d.queued_at, d.id limit 1`);
  return due?.id ?? null;
}

async function waitOf(tx: Transaction, webhookId: string, now: Date): Promise<number | null> {
  const { at } = await tx.one<{ at: Date | null }>(sql`select min(run_at) as at from auth.webhook_delivery
    where webhook_id = ${webhookId} and status = 'waiting' and run_at > ${now}`);
  return at && at.getTime() - now.getTime();
}

async function pack(context: WebhooksContext, tx: Transaction, id: string, now: Date): Promise<Parcel> {
  const row = await tx.one<Row>(sql`update auth.webhook_delivery d
    set tries = d.tries + 1, claimed_until = ${claimedByQueue} from auth.webhook w
    where w.id = d.webhook_id and d.id = ${id}
    returning d.id, w.tenant_id as "tenantId", w.event, w.url, w.sealed_secret as "sealedSecret", d.payload, d.tries`);
  const secret = context.secrets.open(row.sealedSecret, `webhook ${row.tenantId} ${row.event}`);
  const body = JSON.stringify(row.payload);
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${secret}`,
    'x-latchkey-delivery': id,
    'x-latchkey-signature': latchkeySignature(secret, now, body),
  };
  return { deliveryId: id, url: row.url, headers, body, tries: row.tries };
}

async function write(db: Queryable, id: string, attempt: Attempt): Promise<void> {
  const { status, responseStatus, error, at, nextTryAt } = attempt;
  const isPaused = status === 'paused';
  await db.run(sql`update auth.webhook_delivery set status = ${isPaused ? 'waiting' : status},
      tries = tries - ${isPaused ? 1 : 0}::int, run_at = coalesce(${nextTryAt}::timestamptz, run_at),
      response_status = ${responseStatus}, last_error = ${error}, delivered_at = ${status === 'delivered' ? at : null}
    where id = ${id}`);
}

/** What is due for so long, longer than ten tries of another one take, has no job any more: it was put aside. */
const lostAfterMs = 3 * 60 * 60_000;

/** Gives a job to what the version before left waiting, and to what lost its own. */
export async function adoptDeliveries(context: WebhooksContext): Promise<void> {
  const now = context.clock.now();
  const lost = new Date(now.getTime() - lostAfterMs);
  await context.database.transaction(async (tx) => {
    const rows = await tx.rows<{ id: string }>(sql`update auth.webhook_delivery
      set claimed_until = ${claimedByQueue}
      where status = 'waiting' and (claimed_until is null or claimed_until <= ${now}
        or (claimed_until = ${claimedByQueue} and run_at < ${lost}))
      returning id`);
    for (const { id } of rows) await enqueueDelivery(tx, id, `delivery:${id}`);
  });
}
