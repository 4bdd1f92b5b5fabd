import type { WebhookEventName, webhookRoutes } from '@stint/domain/api/gateway/webhooks.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import { callableProblem } from '../../platform/safe-fetch.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import { newWebhookSecret } from '../../platform/webhooks/signature.ts';
import type { GatewayDeps, MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { enqueue } from '../jobs/queue.ts';
import { type AuditLine, auditSource, writeAudit } from '../shared/audit.ts';
import { write } from '../shared/write.ts';
import { deliveryJob, secretOwner } from './deliver.ts';
import {
  type DeliveryRow,
  getDelivery,
  getWebhook,
  insertDelivery,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
  type WebhookRow,
} from './queries.ts';
import { subjectOf } from './subject.ts';

export type WebhookDeps = Pick<GatewayDeps, 'clock' | 'config'> & { secrets: Secrets };

const maxWebhooks = 20;
const defaultPageSize = 50;

/** Handlers of webhooks, of the log of their deliveries and of sending one again. */
export function createWebhookHandlers(deps: WebhookDeps): FeatureHandlers<typeof webhookRoutes> {
  return {
    'GET /Webhooks': async (_, context) =>
      (await inTenant(context, (tx) => listWebhooks(tx, context.tenantId))).map(toWire),
    'POST /Webhooks': async ({ body }, context, http) => {
      requireCallable(deps, body.url);
      const { tenantId, info, member } = context;
      return write(context, http, {
        entity: { id: newId() },
        work: async (tx, { id }) => {
          await requireRoom(tx, tenantId);
          const secret = seal(deps, tenantId, id, newWebhookSecret());
          await insertWebhook(tx, tenantId, {
            id,
            ...body,
            secret,
            createdBy: member.teamMemberID,
            now: info.now,
          });
          await audit(tx, context, {
            entityId: id,
            action: 'add',
            after: { url: body.url, events: body.events },
          });
          return withSecret(deps, tenantId, await getWebhook(tx, tenantId, id));
        },
        // A second one would be told everything a second time.
        again: async (tx, { id }) => withSecret(deps, tenantId, await getWebhook(tx, tenantId, id)),
      });
    },
    'PUT /Webhooks/:id': async ({ params: { id }, body }, context, http) => {
      if (body.url !== undefined) requireCallable(deps, body.url);
      const { tenantId, info } = context;
      return write(context, http, {
        entity: { id },
        work: async (tx) => {
          const updated = await updateWebhook(tx, tenantId, id, { ...body, now: info.now });
          if (!updated) {
            const current = toWire(await getWebhook(tx, tenantId, id));
            throw new AppError('version_conflict', { details: { current } });
          }
          await audit(tx, context, {
            entityId: id,
            action: 'change',
            after: { url: updated.url, events: updated.events, isActive: updated.isActive },
          });
          return toWire(updated);
        },
        again: async (tx) => toWire(await getWebhook(tx, tenantId, id)),
      });
    },
    'POST /Webhooks/:id/Secret': async ({ params }, context) => {
      const secret = newWebhookSecret();
      const { tenantId, info } = context;
      const sealed = seal(deps, tenantId, params.id, secret);
      const changed = await inTenant(context, async (tx) => {
        await tx.run(sql`update app.webhook set secret = ${sealed}, updated_at = ${info.now}, version = version + 1
          where tenant_id = ${tenantId} and id = ${params.id}`);
        await audit(tx, context, { entityId: params.id, action: 'newSecret' });
        return getWebhook(tx, tenantId, params.id);
      });
      return { ...toWire(changed), secret };
    },
    'DELETE /Webhooks/:id': async ({ params }, context) => {
      await inTenant(context, async (tx) => {
        const removed = await tx.run(sql`delete from app.webhook
          where tenant_id = ${context.tenantId} and id = ${params.id}`);
        if (removed === 0) throw new AppError('not_found');
        await audit(tx, context, { entityId: params.id, action: 'remove' });
      });
      return { webhookID: params.id };
    },
    'POST /Webhooks/:id/Test': ({ params }, context) =>
      inTenant(context, async (tx) => {
        await getWebhook(tx, context.tenantId, params.id);
        const id = newId();
        const payload = {
          id,
          type: 'ping',
          timestamp: context.info.now.toISOString(),
          data: { workspace: context.workspace.slug },
        };
        return send(deps, tx, context, { id, webhookId: params.id, event: 'ping', payload, replayOf: null });
      }),
    'GET /Webhooks/:id/Deliveries': async ({ params, query }, context) => {
      const size = query.size ?? defaultPageSize;
      const before = query.cursor && isUuid(query.cursor) ? query.cursor : null;
      const rows = await inTenant(context, async (tx) => {
        await getWebhook(tx, context.tenantId, params.id);
        return listDeliveries(tx, context.tenantId, params.id, { before, size });
      });
      const items = rows.slice(0, size);
      return {
        items: items.map(deliveryToWire),
        nextCursor: rows.length > size ? (items.at(-1)?.id ?? null) : null,
      };
    },
    'POST /Webhooks/Deliveries/:id/Replay': ({ params }, context) =>
      inTenant(context, async (tx) => {
        const original = await getDelivery(tx, context.tenantId, params.id);
        const { webhookId, event, payload } = original;
        const replayOf = original.replayOf ?? original.id;
        return send(deps, tx, context, { id: newId(), webhookId, event, payload, replayOf });
      }),
  };
}

function inTenant<T>(context: MemberContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return context.database.withTenant(context.tenantId, work);
}

async function send(
  { clock }: WebhookDeps,
  tx: Transaction,
  context: MemberContext,
  delivery: Pick<DeliveryRow, 'id' | 'webhookId' | 'event' | 'payload' | 'replayOf'>,
) {
  const { tenantId, info } = context;
  const { data } = delivery.payload as { data?: Record<string, unknown> };
  const subject = subjectOf(delivery.event, data ?? {});
  await insertDelivery(tx, tenantId, { ...delivery, subject, now: info.now });
  await enqueue(tx, clock, deliveryJob(tenantId, delivery));
  return deliveryToWire(await getDelivery(tx, tenantId, delivery.id));
}

function requireCallable({ config }: WebhookDeps, url: string): void {
  const message = callableProblem(url, config.mode === 'test');
  if (message === null) return;
  throw new AppError('validation_failed', {
    message,
    fields: [{ code: 'validation_failed', message, field: 'url' }],
  });
}

async function requireRoom(tx: Transaction, tenantId: string): Promise<void> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) as count from app.webhook where tenant_id = ${tenantId}`,
  );
  if (count >= maxWebhooks) {
    throw new AppError('too_many_items', {
      message: `A workspace can have ${maxWebhooks} webhooks. Remove one first.`,
    });
  }
}

function audit(
  tx: Transaction,
  context: MemberContext,
  line: Pick<AuditLine, 'entityId' | 'action' | 'after'>,
): Promise<void> {
  return writeAudit(tx, auditSource(context), [{ entity: 'webhook', ...line }]);
}

function seal({ secrets }: WebhookDeps, tenantId: string, id: string, secret: string): string {
  return secrets.seal(secret, secretOwner(tenantId, id)).sealed.toString('base64');
}

function withSecret({ secrets }: WebhookDeps, tenantId: string, row: WebhookRow) {
  const secret = secrets.open(Buffer.from(row.secret, 'base64'), secretOwner(tenantId, row.id));
  return { ...toWire(row), secret };
}

function toWire(row: WebhookRow) {
  return {
    webhookID: row.id,
    url: row.url,
    events: row.events as WebhookEventName[],
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
    failuresInARow: row.failuresInRow,
    disabledReason: row.disabledReason,
    version: row.version,
  };
}

const wireStatus = { waiting: 'pending', failed: 'pending', delivered: 'delivered', dead: 'failed' } as const;

function deliveryToWire(row: DeliveryRow) {
  return {
    deliveryID: row.id,
    event: row.event,
    status: wireStatus[row.status],
    attempts: row.attempts,
    httpStatus: row.responseStatus,
    error: row.error,
    durationMs: row.durationMs,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    payload: row.payload,
  };
}
