import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import { withTrace } from '../../../platform/tracing/tracing.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { Mode } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';

export type WebhooksContext = Pick<Foundation, 'database' | 'clock' | 'secrets'>;

/** What a tenant can be told about; the last three replace our own mail and SMS. */
export type WebhookEvent = 'user' | 'tenant' | 'smsVerificationCode' | 'emailVerificationCode' | 'emailLink';

export const webhookEvents: readonly WebhookEvent[] = [
  'user',
  'tenant',
  'smsVerificationCode',
  'emailVerificationCode',
  'emailLink',
];

export type Webhook = { id: string; tenantId: string; event: WebhookEvent };

/** The webhook of a tenant for an event, else its root's. */
export function findWebhook(
  db: Queryable,
  tenant: Tenant,
  mode: Mode,
  event: WebhookEvent,
): Promise<Webhook | null> {
  return db.maybeOne<Webhook>(sql`select id, tenant_id as "tenantId", event from auth.webhook
    where tenant_id in (${tenant.id}, ${tenant.rootTenantId}) and mode = ${mode} and event = ${event} and is_active
    order by tenant_id = ${tenant.id} desc limit 1`);
}

export type NewDelivery = {
  payload: unknown;
  /** Deliveries of a receiver about one subject, such as a person, keep their order. */
  subject: string;
  /** What has expired is not sent. */
  dropAt?: Date;
};

/** The version before claims what has no claim; what is the queue's is claimed for ever. */
export const claimedByQueue = sql`'infinity'::timestamptz`;

/** Adds a delivery in the transaction of what it tells about. */
export async function queueDelivery(
  context: WebhooksContext,
  db: Queryable,
  webhook: Webhook,
  { payload, subject, dropAt }: NewDelivery,
): Promise<void> {
  const now = context.clock.now();
  const id = newId();
  await db.run(sql`insert into auth.webhook_delivery (id, webhook_id, event, payload, subject, run_at, drop_at, created_at,
      claimed_until)
    values (${id}, ${webhook.id}, ${webhook.event}, ${JSON.stringify(payload)}, ${subject}, ${now}, ${dropAt ?? null}, ${now},
      ${claimedByQueue})`);
  await enqueueDelivery(db, id);
}

/** Two jobs of one delivery do no harm: one of them holds the receiver. Those with a key are one at most. */
export async function enqueueDelivery(db: Queryable, id: string, key: string | null = null): Promise<void> {
  await db.run(sql`select auth.enqueue('webhook.deliver', ${newId()}::uuid, ${JSON.stringify(withTrace({ deliveryId: id }))}::jsonb,
    interval '0', ${key})`);
}

/** Tells the tenant's webhook that a tenant was created, changed or deleted. */
export async function tellOfTenant(
  context: WebhooksContext,
  db: Queryable,
  tenant: Tenant,
  change: { action: 'create' | 'update' | 'delete'; record: { tenantId: string } },
): Promise<void> {
  const webhook = await findWebhook(db, tenant, tenant.mode, 'tenant');
  if (!webhook) return;
  const payload = { action: change.action, model: 'tenant', record: change.record, mode: tenant.mode };
  await queueDelivery(context, db, webhook, { payload, subject: change.record.tenantId });
}
