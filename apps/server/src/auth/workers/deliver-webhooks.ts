import { createHmac } from 'node:crypto';
import { sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import { nextTry } from './retry.ts';

const leaseMs = 5 * 60_000;
const mostTries = 10;

type Row = {
  id: string;
  tenantId: string;
  event: string;
  url: string;
  sealedSecret: Buffer;
  payload: unknown;
  tries: number;
};

/**
 * Delivers webhooks: JSON with `Authorization: Bearer {secret}` (auth protocol 11) and `X-Latchkey-Signature:
 * t={seconds},v1={HMAC-SHA-256 of "t.body"}`, so that a receiver can refuse forged and replayed ones.
 */
export async function deliverWebhooks(context: AuthContext, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const row = await claim(context);
    if (!row) return;
    await deliver(context, row);
  }
}

function claim(context: AuthContext): Promise<Row | null> {
  const now = context.clock.now();
  return context.database.maybeOne<Row>(sql`update auth.webhook_delivery d
    set claimed_until = ${new Date(now.getTime() + leaseMs)}, tries = d.tries + 1
    from auth.webhook w
    where w.id = d.webhook_id and d.id = (select id from auth.webhook_delivery
      where status = 'waiting' and run_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by run_at for update skip locked limit 1)
    returning d.id, w.tenant_id as "tenantId", w.event, w.url, w.sealed_secret as "sealedSecret", d.payload, d.tries`);
}

async function deliver(context: AuthContext, row: Row): Promise<void> {
  const now = context.clock.now();
  try {
    const status = await post(context, row, now);
    if (status < 200 || status > 299) throw new WebhookStatusError(status);
    await context.database.run(sql`update auth.webhook_delivery set status = 'delivered', response_status = ${status},
        delivered_at = ${now}, claimed_until = null, last_error = null
      where id = ${row.id}`);
    context.metrics.delivered('webhook', 'sent');
  } catch (error) {
    const status = error instanceof WebhookStatusError ? error.status : null;
    const isDead = row.tries >= mostTries;
    context.metrics.delivered('webhook', isDead ? 'dead' : 'failed');
    const facts = { err: error, delivery: row.id, tries: row.tries };
    if (isDead) context.log.error(facts, 'a webhook was not taken and was given up');
    else context.log.warn(facts, 'a webhook was not taken; it is tried again');
    await context.database.run(sql`update auth.webhook_delivery set claimed_until = null,
        status = ${isDead ? 'dead' : 'waiting'}, run_at = ${nextTry(now, row.tries)}, response_status = ${status},
        last_error = ${String(error).slice(0, 500)}
      where id = ${row.id}`);
  }
}

class WebhookStatusError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the receiver answered ${status}`);
    this.status = status;
  }
}

async function post(context: AuthContext, row: Row, now: Date): Promise<number> {
  const secret = context.secrets.open(row.sealedSecret, `webhook ${row.tenantId} ${row.event}`);
  const body = JSON.stringify(row.payload);
  const seconds = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const answer = await context.safeFetch(row.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${secret}`,
      'x-latchkey-delivery': row.id,
      'x-latchkey-signature': `t=${seconds},v1=${signature}`,
    },
    body,
  });
  await answer.body?.cancel().catch(() => {});
  return answer.status;
}
