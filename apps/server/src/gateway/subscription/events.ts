import { AppError } from '@stint/domain/errors.ts';
import { applyEvent, eventOfProvider, type SubscriptionEvent } from '@stint/domain/workspace/subscription.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { dayMs, forgetting } from '../jobs/housekeeping.ts';
import type { PeriodicTask } from '../jobs/worker.ts';
import type { Payments, ProviderSubscription } from '../payments/stripe.ts';
import { lockSubscription, noteEvent, type SubscriptionRow, saveSubscription } from './queries.ts';

export type EventDeps = {
  regions: ReadonlyMap<string, { database: Database }>;
  payments: Payments;
  clock: Clock;
};

/**
 * Takes one event of the payment service: its signature is checked first, and an id that came before changes nothing. What
 * counts is what the service says of the subscription now, not what the event says, so late and reordered ones do no harm.
 * @throws AppError `bad_request` for a wrong signature; anything else makes the service send it again
 */
export async function receiveEvent(
  deps: EventDeps,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = deps.payments.readEvent(rawBody, signature);
  if (!event.subscriptionId) return;
  const askedAt = deps.clock.now();
  const state = await deps.payments.findSubscription(event.subscriptionId);
  const region = state?.regionCode ? deps.regions.get(state.regionCode) : undefined;
  if (!state?.tenantId || !region) return;
  const tenantId = await findTenant(region.database, state.tenantId);
  if (!tenantId) return;
  await region.database.withTenant(tenantId, async (tx) => {
    if (!(await noteEvent(tx, event, tenantId, askedAt))) return;
    await applyProviderState(tx, tenantId, state, askedAt);
  });
}

async function findTenant(database: Database, publicId: string): Promise<string | null> {
  const row = await database.maybeOne<{ tenantId: string }>(
    sql`select tenant_id as "tenantId" from app.workspace_directory where public_id = ${publicId}`,
  );
  return row?.tenantId ?? null;
}

/** What the payment service said at a time becomes ours, unless something newer is known. */
async function applyProviderState(
  tx: Transaction,
  tenantId: string,
  state: ProviderSubscription,
  askedAt: Date,
): Promise<void> {
  const row = await lockSubscription(tx, tenantId);
  const isOther = row.stripeSubscriptionId !== null && row.stripeSubscriptionId !== state.id;
  const event = eventOfProvider(state, askedAt);
  // The end of a subscription that was replaced by a new one takes nothing from the new one.
  if (!event || (isOther && event.type !== 'paid')) return;
  const ids = { stripeCustomerId: state.customerId, stripeSubscriptionId: state.id, seats: state.seats };
  await applyAndSave(tx, tenantId, row, { event, known: { ...ids, isSimulated: false }, actorId: null });
}

/** An event, what is known of the subscription with it, and the member who caused it, if one did. */
type Move = { event: SubscriptionEvent; known: Partial<SubscriptionRow>; actorId: string | null };

/** Moves the state machine by one event and writes the result with its audit row. */
async function applyAndSave(
  tx: Transaction,
  tenantId: string,
  row: SubscriptionRow,
  { event, known, actorId }: Move,
): Promise<void> {
  const next = applyEvent(row, event);
  if (next === row) return;
  await saveSubscription(tx, tenantId, { ...row, ...next, ...known, confirmingSince: null }, event.at);
  if (next.status === row.status && next.cancelsAt?.getTime() === row.cancelsAt?.getTime()) return;
  await tx.run(sql`insert into app.audit_event
      (tenant_id, id, at, actor_id, actor_kind, entity, entity_id, action, before, after)
    values (${tenantId}, ${newId()}, ${event.at}, ${actorId}, ${actorId ? 'member' : 'system'}, 'subscription',
      ${tenantId}, ${event.type}, ${JSON.stringify({ status: row.status })}, ${JSON.stringify({ status: next.status })})`);
}

/** Payment as test mode plays it: the same events through the same state machine. */
export const simulated = {
  pay: (now: Date): SubscriptionEvent => ({
    type: 'paid',
    at: now,
    currentPeriodEndsAt: new Date(now.getTime() + 30 * dayMs),
  }),
  fail: (now: Date): SubscriptionEvent => ({ type: 'payment_failed', at: now }),
  cancel: (now: Date, row: SubscriptionRow): SubscriptionEvent => ({
    type: 'cancel_scheduled',
    at: now,
    cancelsAt: row.currentPeriodEndsAt ?? row.trialEndsAt ?? now,
  }),
  end: (now: Date): SubscriptionEvent => ({ type: 'ended', at: now }),
} as const;

/** @throws AppError `state_conflict` when a real subscription pays for this workspace */
export async function simulate(
  tx: Transaction,
  tenantId: string,
  kind: keyof typeof simulated,
  options: { now: Date; seats: number; actorId: string },
): Promise<void> {
  const row = await lockSubscription(tx, tenantId);
  if (row.stripeSubscriptionId) throw new AppError('state_conflict');
  const event = simulated[kind](options.now, row);
  const seats = kind === 'pay' ? options.seats : row.seats;
  await applyAndSave(tx, tenantId, row, {
    event,
    known: { isSimulated: true, seats },
    actorId: options.actorId,
  });
}

/** Ids of events are remembered 90 days: the payment service sends none again after that. */
export function forgetEvents(clock: Clock): PeriodicTask {
  return forgetting(
    'old payment events',
    { clock, keptMs: 90 * dayMs },
    (before) => sql`delete from app.stripe_event where received_at < ${before}`,
  );
}
