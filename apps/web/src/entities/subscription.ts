import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type Subscription = Answer<'GET /Subscription'>;
export type SimulatedEvent = Body<'POST /Subscription/Simulate'>['event'];

const CONFIRMING_MILLISECONDS = 2_000;

/** Whether the subscription is active: all that pages without a query cache ask. */
export function readIsActive(call: Call) {
  return call('GET /Subscription/GetSubscriptionActiveStatus', {});
}

export function isActiveQuery(call: Call) {
  return queryOptions({ queryKey: ['subscription', 'isActive'], queryFn: () => readIsActive(call) });
}

/** The subscription; with `isFollowed` it is asked for again until a payment, which is confirmed from elsewhere, has come. */
export function subscriptionQuery(call: Call, isFollowed = false) {
  return queryOptions({
    queryKey: ['subscription', 'state'],
    queryFn: ({ signal }) => call('GET /Subscription', {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.isConfirming && isFollowed ? CONFIRMING_MILLISECONDS : false,
  });
}

/** What was charged, newest first; for who pays. A payment changes the state or its period, and is asked for with it. */
export function invoicesQuery(call: Call, { status, currentPeriodEndsAt }: Subscription) {
  return queryOptions({
    queryKey: ['subscription', 'invoices', status, currentPeriodEndsAt],
    queryFn: ({ signal }) => call('GET /Subscription/Invoices', {}, { signal }),
  });
}

/** A subscription runs at the payment service: a card is changed there, nothing new is bought. */
export function isRunning({ status }: Subscription): boolean {
  return status === 'active' || status === 'past_due';
}

/** Where the payment service manages a subscription that runs, or takes a first payment. */
export function openPayment(call: Call, subscription: Subscription) {
  return call(isRunning(subscription) ? 'POST /Subscription/Portal' : 'POST /Subscription/Checkout', {
    body: {},
  });
}

/** Lets something happen to a subscription that is only simulated, and shows it everywhere at once. */
export async function simulate(call: Call, queryClient: QueryClient, event: SimulatedEvent): Promise<void> {
  const next = await call('POST /Subscription/Simulate', { body: { event } });
  queryClient.setQueryData(subscriptionQuery(call).queryKey, next);
  queryClient.setQueryData(isActiveQuery(call).queryKey, { isActive: next.isActive });
}
