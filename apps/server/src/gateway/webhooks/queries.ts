import type { Queryable } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';

export type WebhookRow = {
  id: string;
  url: string;
  secret: string;
  events: string[];
  isActive: boolean;
  createdAt: Date;
  lastDeliveredAt: Date | null;
  failuresInRow: number;
  disabledReason: string | null;
  version: number;
};

const columns = raw(`id, url, secret, events, is_active as "isActive", created_at as "createdAt",
  last_delivered_at as "lastDeliveredAt", failures_in_row as "failuresInRow", disabled_reason as "disabledReason", version`);

export function listWebhooks(tx: Queryable, tenantId: string): Promise<WebhookRow[]> {
  return tx.rows(
    sql`select ${columns} from app.webhook where tenant_id = ${tenantId} order by created_at, id`,
  );
}

/** @throws AppError `not_found` */
export function getWebhook(tx: Queryable, tenantId: string, id: string): Promise<WebhookRow> {
  return tx.one(sql`select ${columns} from app.webhook where tenant_id = ${tenantId} and id = ${id}`);
}

export function insertWebhook(
  tx: Queryable,
  tenantId: string,
  webhook: { id: string; url: string; secret: string; events: string[]; createdBy: string; now: Date },
): Promise<number> {
  const { id, url, secret, events, createdBy, now } = webhook;
  return tx.run(sql`insert into app.webhook (tenant_id, id, url, secret, events, created_by, created_at, updated_at)
    values (${tenantId}, ${id}, ${url}, ${secret}, ${events}, ${createdBy}, ${now}, ${now})`);
}

export type WebhookChange = {
  url?: string | undefined;
  events?: string[] | undefined;
  isActive?: boolean | undefined;
  version: number;
  now: Date;
};

/** @returns null where somebody else changed it meanwhile */
export async function updateWebhook(
  tx: Queryable,
  tenantId: string,
  id: string,
  change: WebhookChange,
): Promise<WebhookRow | null> {
  const current = await getWebhook(tx, tenantId, id);
  const { now, url = current.url, events = current.events, isActive = current.isActive } = change;
  const isRestart = isActive && !current.isActive;
  return tx.maybeOne<WebhookRow>(sql`update app.webhook set url = ${url}, events = ${events},
      is_active = ${isActive}, updated_at = ${now}, version = version + 1,
      failures_in_row = ${isRestart ? 0 : current.failuresInRow},
      disabled_reason = ${isActive ? null : current.disabledReason}
    where tenant_id = ${tenantId} and id = ${id} and version = ${change.version}
    returning ${columns}`);
}

export type DeliveryRow = {
  id: string;
  webhookId: string;
  event: string;
  payload: unknown;
  status: 'waiting' | 'delivered' | 'failed' | 'dead';
  attempts: number;
  responseStatus: number | null;
  error: string | null;
  durationMs: number | null;
  createdAt: Date;
  deliveredAt: Date | null;
  nextAttemptAt: Date | null;
  replayOf: string | null;
};

export const deliveryColumns = raw(`id, webhook_id as "webhookId", event, payload, status, attempts,
  response_status as "responseStatus", error, duration_ms as "durationMs", created_at as "createdAt",
  delivered_at as "deliveredAt", next_attempt_at as "nextAttemptAt", replay_of as "replayOf"`);

/** @throws AppError `not_found` */
export function getDelivery(tx: Queryable, tenantId: string, id: string): Promise<DeliveryRow> {
  return tx.one(
    sql`select ${deliveryColumns} from app.webhook_delivery where tenant_id = ${tenantId} and id = ${id}`,
  );
}

/** A page of the log, newest first; ids are in the order of time. */
export function listDeliveries(
  tx: Queryable,
  tenantId: string,
  webhookId: string,
  page: { before: string | null; size: number },
): Promise<DeliveryRow[]> {
  return tx.rows(sql`select ${deliveryColumns} from app.webhook_delivery
    where tenant_id = ${tenantId} and webhook_id = ${webhookId} and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc limit ${page.size + 1}`);
}

export function insertDelivery(
  tx: Queryable,
  tenantId: string,
  delivery: {
    id: string;
    webhookId: string;
    event: string;
    payload: unknown;
    /** Deliveries of a receiver about one subject keep their order. */
    subject: string;
    replayOf: string | null;
    now: Date;
  },
): Promise<number> {
  const { id, webhookId, event, payload, subject, replayOf, now } = delivery;
  return tx.run(sql`insert into app.webhook_delivery
      (tenant_id, id, webhook_id, event, payload, subject, replay_of, created_at, next_attempt_at, queued_at)
    values (${tenantId}, ${id}, ${webhookId}, ${event}, ${JSON.stringify(payload)}, ${subject}, ${replayOf}, ${now}, ${now},
      clock_timestamp())
    on conflict (tenant_id, id) do nothing`);
}
