import { entities } from '@stint/domain/api/gateway/entities.ts';
import type { WebhookEventName } from '@stint/domain/api/gateway/webhooks.ts';
import type { Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
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
 * run the function where the webhooks are, and the queue is elsewhere.
 */
export async function tellListeners(
  tx: Queryable,
  { tenantId }: MemberContext,
  event: WebhookEventName,
  data: Record<string, unknown>,
): Promise<void> {
  const { hears } = await tx.one<{ hears: boolean }>(sql`
    select exists (select from app.webhook w
      where w.tenant_id = ${tenantId} and w.is_active and ${event} = any(w.events)) as hears`);
  if (!hears) return;
  const payload = JSON.stringify({ event, data }, (key, value: unknown) =>
    shownToSome.has(key) ? undefined : value,
  );
  await tx.run(sql`
    select app.enqueue('webhook.event', ${newId()}::uuid, ${tenantId}::uuid, ${payload}::jsonb, null, null,
      ${eventLane(tenantId)})`);
}
