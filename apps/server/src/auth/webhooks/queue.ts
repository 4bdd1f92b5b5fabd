import type { Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { AuthContext, Mode } from '../context.ts';
import type { Tenant } from '../tenants/queries.ts';

/** What a tenant can be told about; the last three replace our own mail and SMS (auth protocol 11). */
export type WebhookEvent = 'user' | 'tenant' | 'smsVerificationCode' | 'emailVerificationCode' | 'emailLink';

export const webhookEvents: readonly WebhookEvent[] = [
  'user',
  'tenant',
  'smsVerificationCode',
  'emailVerificationCode',
  'emailLink',
];

export type Webhook = { id: string; tenantId: string; event: WebhookEvent; url: string };

/** The webhook of a tenant for an event, else its root's. */
export function findWebhook(
  db: Queryable,
  tenant: Tenant,
  mode: Mode,
  event: WebhookEvent,
): Promise<Webhook | null> {
  return db.maybeOne<Webhook>(sql`select id, tenant_id as "tenantId", event, url from auth.webhook
    where tenant_id in (${tenant.id}, ${tenant.rootTenantId}) and mode = ${mode} and event = ${event} and is_active
    order by tenant_id = ${tenant.id} desc limit 1`);
}

/** Adds a delivery in the transaction of what it tells about. */
export async function queueDelivery(
  context: AuthContext,
  db: Queryable,
  webhook: Webhook,
  payload: unknown,
): Promise<void> {
  const now = context.clock.now();
  await db.run(sql`insert into auth.webhook_delivery (id, webhook_id, event, payload, run_at, created_at)
    values (${newId()}, ${webhook.id}, ${webhook.event}, ${JSON.stringify(payload)}, ${now}, ${now})`);
}

/** Tells the tenant's webhook that a user or tenant was created, changed or deleted. */
export async function tellWebhook(
  context: AuthContext,
  db: Queryable,
  tenant: Tenant,
  mode: Mode,
  change: { action: 'create' | 'update' | 'delete'; model: 'user' | 'tenant'; record: unknown },
): Promise<void> {
  const webhook = await findWebhook(db, tenant, mode, change.model);
  if (webhook) await queueDelivery(context, db, webhook, { ...change, mode });
}
