import { AppError } from '@stint/domain/errors.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import { applyEvent, eventOfProvider, type SubscriptionEvent } from '@stint/domain/workspace/subscription.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { forgetting } from '../jobs/housekeeping.ts';
import type { PeriodicTask } from '../jobs/worker.ts';
import type { Payments, ProviderSubscription } from '../payments/stripe.ts';
import {
  getSubscription,
  lockSubscription,
  noteEvent,
  type SubscriptionRow,
  saveSubscription,
} from './queries.ts';

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
  const { stripeSubscriptionId: notedId } = await region.database.withTenant(tenantId, (tx) =>
    getSubscription(tx, tenantId),
  );
  const told = { state, askedAt, notedId };
  if (!(await isTheOne(deps.payments, told))) return;
  await region.database.withTenant(tenantId, async (tx) => {
    if (!(await noteEvent(tx, event, tenantId, askedAt))) return;
    await applyProviderState(tx, tenantId, told);
  });
}

/** A payment whose event is still on its way counts before another one is begun. */
export async function takeLatePayment(
  payments: Payments,
  { database, tenantId }: { database: Database; tenantId: string },
  askedAt: Date,
): Promise<void> {
  const { stripeSubscriptionId: notedId } = await database.withTenant(tenantId, (tx) =>
    getSubscription(tx, tenantId),
  );
  const state = notedId ? await payments.findSubscription(notedId) : null;
  if (!state || !isPaid(state, askedAt)) return;
  await database.withTenant(tenantId, (tx) => applyProviderState(tx, tenantId, { state, askedAt, notedId }));
}

/** What the payment service said at a time of one subscription, and which one was known for the workspace then. */
type Told = { state: ProviderSubscription; askedAt: Date; notedId: string | null };

/**
 * A workspace pays once. Of two subscriptions the paid one stays, and the known one where both are paid; the other is
 * ended at the payment service, so that it cannot charge again, and what it charged for the same time is paid back.
 * @returns whether what is told counts for the workspace
 */
async function isTheOne(payments: Payments, { state, askedAt, notedId }: Told): Promise<boolean> {
  if (notedId === null || notedId === state.id) return true;
  // What could not be paid back when it was ended.
  if (state.isDuplicate) await payments.endDuplicate(state.id);
  // The end of a subscription that was replaced by a new one takes nothing from the new one.
  if (!isPaid(state, askedAt)) return false;
  const noted = await payments.findSubscription(notedId);
  const isReplaced = !noted || !isPaid(noted, askedAt);
  await (isReplaced ? payments.cancelNow(notedId) : payments.endDuplicate(state.id));
  return isReplaced;
}

function isPaid(state: ProviderSubscription, askedAt: Date): boolean {
  return eventOfProvider(state, askedAt)?.type === 'paid';
}

async function findTenant(database: Database, publicId: string): Promise<string | null> {
  const row = await database.maybeOne<{ tenantId: string }>(
    sql`select tenant_id as "tenantId" from app.workspace_directory where public_id = ${publicId}`,
  );
  return row?.tenantId ?? null;
}

/**
 * What the payment service said at a time becomes ours, unless something newer is known.
 * @throws AppError `state_conflict` when a third subscription became known meanwhile: the two are to be compared anew
 */
async function applyProviderState(
  tx: Transaction,
  tenantId: string,
  { state, askedAt, notedId }: Told,
): Promise<void> {
  const row = await lockSubscription(tx, tenantId);
  if (![notedId, state.id].includes(row.stripeSubscriptionId)) throw new AppError('state_conflict');
  const event = eventOfProvider(state, askedAt);
  if (!event) return;
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
  // Only a payment answers one that is awaited: the end of the subscription that it replaces does not.
  const confirmingSince = event.type === 'paid' ? null : row.confirmingSince;
  await saveSubscription(tx, tenantId, { ...row, ...next, ...known, confirmingSince }, event.at);
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
    currentPeriodEndsAt: new Date(now.getTime() + 30 * DAY_MS),
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
    { clock, keptMs: 90 * DAY_MS },
    (before) => sql`delete from app.stripe_event where received_at < ${before}`,
  );
}
