import { entities } from '@stint/domain/api/gateway/entities.ts';
import type { WebhookEventName } from '@stint/domain/api/gateway/webhooks.ts';
import { TOLD_AFTER_SECONDS } from '@stint/domain/time/approval.ts';
import type { Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { currentTraceparent } from '../../platform/tracing/tracing.ts';
import type { MemberContext } from '../context.ts';
import { eventLane } from '../jobs/events.ts';

/** Left out of events, at any depth: what only some people are shown, such as rates, since anybody may listen. */
const shownToSome = new Set(
  Object.values(entities).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { seenBy }]) => (seenBy ? [name] : [])),
  ),
);

/**
 * Says in the transaction of a change what happened, where a webhook of the workspace listens for it; otherwise nothing
 * is written, so that saving a cell costs one lookup more and no job. Asked first and told then: in one statement Citus would
 * run the function where the webhooks are, and the queue is elsewhere. What happens to a person while news of their week
 * is held back waits as long, so that receivers hear of it in its order.
 */
export async function tellListeners(
  tx: Queryable,
  { tenantId, info }: MemberContext,
  event: WebhookEventName,
  data: Record<string, unknown>,
): Promise<void> {
  const listener = await tx.maybeOne(sql`
    select w.id from app.webhook w where w.tenant_id = ${tenantId} and w.is_active and ${event} = any(w.events) limit 1`);
  if (!listener) return;
  const person = data['teamMemberID'];
  const waitMs = typeof person === 'string' ? await heldBackMs(tx, tenantId, person, info.now) : null;
  const payload = JSON.stringify({ event, data, traceparent: currentTraceparent() }, (key, value: unknown) =>
    shownToSome.has(key) ? undefined : value,
  );
  await tx.run(sql`
    select app.enqueue('webhook.event', ${newId()}::uuid, ${tenantId}::uuid, ${payload}::jsonb,
      ${waitMs}::float8 * interval '1 millisecond', null, ${eventLane(tenantId)})`);
}

/** How much longer news of the person's weeks is held back; null where none is. */
async function heldBackMs(
  tx: Queryable,
  tenantId: string,
  teamMemberID: string,
  now: Date,
): Promise<number | null> {
  const since = new Date(now.getTime() - TOLD_AFTER_SECONDS * 1000);
  const { waitMs } = await tx.one<{ waitMs: number | null }>(sql`
    select extract(epoch from max(h.at) - ${since}::timestamptz)::float8 * 1000 as "waitMs" from app.week_transition h
    where h.tenant_id = ${tenantId} and h.team_member_id = ${teamMemberID} and h.at > ${since}`);
  return waitMs;
}
