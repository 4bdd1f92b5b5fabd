import { DAY_MS } from '../time/units.ts';
/** The state of a workspace's subscription; `past_due` still has access for the days of grace. */
export type SubscriptionStatus = 'trial' | 'active' | 'past_due' | 'inactive';

/** Days of the trial of a new workspace. */
const TRIAL_DAYS = 14;

/** Days of access after a payment failed, while the payment service tries again. */
const GRACE_DAYS = 7;

/** A workspace's subscription; null where a time does not apply. */
export interface Subscription {
  status: SubscriptionStatus;
  trialEndsAt: Date | null;
  currentPeriodEndsAt: Date | null;
  /** When a payment first failed. */
  pastDueSince: Date | null;
  /** When a cancelled subscription ends. */
  cancelsAt: Date | null;
  /** When the newest applied event happened; older ones come late and are left out. */
  lastEventAt: Date | null;
}

/** What happens to a subscription, in the payment service or its simulation; `at` is when it happened. */
export type SubscriptionEvent =
  | { type: 'paid'; at: Date; currentPeriodEndsAt: Date | null; cancelsAt?: Date | null }
  | { type: 'payment_failed'; at: Date }
  | { type: 'cancel_scheduled'; at: Date; cancelsAt: Date }
  | { type: 'resumed'; at: Date }
  | { type: 'ended'; at: Date };

/** What the payment service says of a subscription now, in Stripe's words for `status`. */
export interface ProviderState {
  status: string;
  currentPeriodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
}

/** The subscription of a workspace made at an instant: a trial of 14 days. */
export function startTrial(createdAt: Date): Subscription {
  return {
    status: 'trial',
    trialEndsAt: new Date(createdAt.getTime() + TRIAL_DAYS * DAY_MS),
    currentPeriodEndsAt: null,
    pastDueSince: null,
    cancelsAt: null,
    lastEventAt: null,
  };
}

/**
 * The subscription after an event. The same event twice changes nothing, and one older than the newest applied is
 * ignored, since payment services deliver late, twice and out of order.
 */
export function applyEvent(current: Subscription, event: SubscriptionEvent): Subscription {
  if (current.lastEventAt && event.at < current.lastEventAt) return current;
  return { ...current, ...changeBy(event, current), lastEventAt: event.at };
}

/** Our event for the state that the payment service tells; null where it does not bear on access (a checkout under way). */
export function eventOfProvider(state: ProviderState, at: Date): SubscriptionEvent | null {
  const { status, currentPeriodEndsAt, cancelAtPeriodEnd } = state;
  switch (status) {
    case 'active':
    case 'trialing':
      return {
        type: 'paid',
        at,
        currentPeriodEndsAt,
        cancelsAt: cancelAtPeriodEnd ? currentPeriodEndsAt : null,
      };
    case 'past_due':
      return { type: 'payment_failed', at };
    case 'canceled':
    case 'unpaid':
    case 'paused':
    case 'incomplete_expired':
      return { type: 'ended', at };
    default:
      return null;
  }
}

/** The state at an instant: a trial, the days of grace and a cancelled period end by themselves, without any job. */
export function statusAt(subscription: Subscription, now: Date): SubscriptionStatus {
  const endsAt = accessEndsAt(subscription);
  return endsAt !== null && now >= endsAt ? 'inactive' : subscription.status;
}

/** When access ends if nothing else happens: end of the trial, of the days of grace, or of a cancelled period. */
export function accessEndsAt({ status, trialEndsAt, pastDueSince, cancelsAt }: Subscription): Date | null {
  if (status === 'trial') return trialEndsAt;
  const graceEndsAt = status === 'past_due' && pastDueSince ? graceEnd(pastDueSince) : null;
  const ends = [graceEndsAt, status === 'inactive' ? null : cancelsAt].filter((end) => end !== null);
  return ends.length > 0 ? new Date(Math.min(...ends.map((end) => end.getTime()))) : null;
}

/** What the wire calls `isActive`. With billing off (self-hosted) a workspace always is. */
export function isActive(subscription: Subscription, now: Date, billing: 'on' | 'off' = 'on'): boolean {
  return billing === 'off' || statusAt(subscription, now) !== 'inactive';
}

/** Whole days left of a trial, counting the one under way; 0 when it is over or there is none. */
export function trialDaysLeft(
  { status, trialEndsAt }: Pick<Subscription, 'status' | 'trialEndsAt'>,
  now: Date,
): number {
  if (status !== 'trial' || !trialEndsAt) return 0;
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS));
}

/** When the days of grace end after a payment failed at an instant. */
function graceEnd(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + GRACE_DAYS * DAY_MS);
}

function changeBy(event: SubscriptionEvent, current: Subscription): Partial<Subscription> {
  switch (event.type) {
    case 'paid': {
      const { currentPeriodEndsAt, cancelsAt = null } = event;
      return { status: 'active', pastDueSince: null, currentPeriodEndsAt, cancelsAt };
    }
    case 'payment_failed':
      // a failed first payment leaves a trial its days, and gives an ended subscription none
      return current.status === 'active' ? { status: 'past_due', pastDueSince: event.at } : {};
    case 'cancel_scheduled':
      return { cancelsAt: event.cancelsAt };
    case 'resumed':
      return { cancelsAt: null };
    case 'ended':
      return { status: 'inactive', pastDueSince: null, cancelsAt: null };
  }
}
