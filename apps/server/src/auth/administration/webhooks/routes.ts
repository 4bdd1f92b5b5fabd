import { AppError } from '@stint/domain/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { claimedByQueue, enqueueDelivery } from '../../mechanisms/webhooks/queue.ts';

type WebhookRoutes = HandlersOf<
  | 'GET /tenants/:tenantId/webhooks/deliveries'
  | 'POST /tenants/:tenantId/webhooks/deliveries/:deliveryId/replay'
  | 'GET /tenants/:tenantId/webhooks/secrets'
>;

type Row = {
  id: string;
  event: string;
  url: string;
  status: string;
  tries: number;
  responseStatus: number | null;
  lastError: string | null;
  createdAt: Date;
  deliveredAt: Date | null;
  payload: Record<string, unknown>;
};

const pageSize = 200;

/** Log and replay of webhook deliveries. */
export function webhookRoutes(context: AuthContext): WebhookRoutes {
  return {
    async 'GET /tenants/:tenantId/webhooks/deliveries'({ params, query }, { realm }) {
      const tenant = await context.tenants.require(params.tenantId);
      if (query.before !== undefined && !isUuid(query.before)) throw new AppError('bad_request');
      const before = query.before ?? null;
      const rows = await context.database.rows<Row>(sql`select d.id, d.event, w.url, d.status, d.tries,
          d.response_status as "responseStatus", d.last_error as "lastError", d.created_at as "createdAt",
          d.delivered_at as "deliveredAt", d.payload
        from auth.webhook_delivery d join auth.webhook w on w.id = d.webhook_id
        where w.tenant_id = ${tenant.id} and w.mode = ${realm.mode}
          and (${before}::uuid is null or (d.created_at, d.id) < (select b.created_at, b.id from auth.webhook_delivery b
            where b.id = ${before}::uuid))
        order by d.created_at desc, d.id desc limit ${pageSize}`);
      return {
        results: rows.map(({ createdAt, deliveredAt, payload, ...row }) => ({
          ...row,
          payload: withoutSecrets(payload),
          createdAt: createdAt.toISOString(),
          deliveredAt: deliveredAt?.toISOString() ?? null,
        })),
        next: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null,
      };
    },
    async 'POST /tenants/:tenantId/webhooks/deliveries/:deliveryId/replay'({ params }, { realm }) {
      const tenant = await context.tenants.require(params.tenantId);
      if (!isUuid(params.deliveryId)) throw new AppError('not_found');
      await context.database.transaction(async (tx) => {
        const again = await tx.run(sql`update auth.webhook_delivery d
          set status = 'waiting', run_at = ${context.clock.now()}, drop_at = null, tries = 0, claimed_until = ${claimedByQueue}
          from auth.webhook w
          where w.id = d.webhook_id and w.tenant_id = ${tenant.id} and w.mode = ${realm.mode} and d.id = ${params.deliveryId}
            and d.status <> 'waiting'`);
        if (again === 0) throw new AppError('not_found');
        await enqueueDelivery(tx, params.deliveryId);
      });
      return { message: 'OK' };
    },
    async 'GET /tenants/:tenantId/webhooks/secrets'({ params }, { realm }) {
      const tenant = await context.tenants.require(params.tenantId);
      const rows = await context.database.rows<{ event: string; sealed: Buffer }>(sql`
        select event, sealed_secret as sealed from auth.webhook
        where tenant_id = ${tenant.id} and mode = ${realm.mode} and is_active order by event`);
      const open = (event: string, sealed: Buffer) =>
        context.secrets.open(sealed, `webhook ${tenant.id} ${event}`);
      return { results: rows.map(({ event, sealed }) => ({ event, secret: open(event, sealed) })) };
    },
  };
}

/** The log shows that a link or code was handed over, never the secret itself (security 12). */
function withoutSecrets(payload: Record<string, unknown>): Record<string, unknown> {
  const { factor } = payload;
  if (typeof factor !== 'object' || factor === null) return payload;
  const {
    url: _u,
    token: _t,
    verificationCode: _c,
    message: _m,
    ...rest
  } = factor as Record<string, unknown>;
  return { ...payload, factor: rest };
}
