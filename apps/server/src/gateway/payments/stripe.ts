import { createHash } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import { HOUR_MS, MINUTE_MS } from '@stint/domain/time/units.ts';
import type { SeatPrice } from '@stint/domain/workspace/seat-price.ts';
import Stripe from 'stripe';

/** What the payment provider says about one subscription right now, in our words. */
export type ProviderSubscription = {
  id: string;
  customerId: string;
  /** Stripe's own word, such as `active`, `past_due`, `canceled`. */
  status: string;
  seats: number;
  currentPeriodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
  /** Public tenant id and region that we wrote into the metadata at Checkout. */
  tenantId: string | null;
  regionCode: string | null;
  /** It was ended by us because another one pays for the workspace. */
  isDuplicate: boolean;
};

type Invoice = {
  id: string;
  number: string | null;
  createdAt: Date;
  /** Minor units. */
  amount: number;
  currency: string;
  status: string;
  url: string | null;
};

/** A verified event: what happened and to which subscription or customer. */
type ProviderEvent = {
  id: string;
  type: string;
  createdAt: Date;
  subscriptionId: string | null;
};

type CheckoutRequest = {
  tenantId: string;
  regionCode: string;
  email: string;
  customerId: string | null;
  seats: number;
  returnUrl: string;
  cancelUrl: string;
  /** The same request on the same occasion gives the same Checkout again. */
  occasion: string;
};

/** The payment provider as the product needs it. */
export type Payments = {
  createCheckout(request: CheckoutRequest): Promise<{ url: string }>;
  createPortal(customerId: string, returnUrl: string): Promise<{ url: string }>;
  findSubscription(id: string): Promise<ProviderSubscription | null>;
  listInvoices(customerId: string): Promise<Invoice[]>;
  /** What a seat costs now; null where it is not one amount for each, or not known yet. Asked for once an hour. */
  findPrice(now: Date): Promise<SeatPrice | null>;
  setSeats(subscriptionId: string, seats: number): Promise<void>;
  cancelNow(subscriptionId: string): Promise<void>;
  /** Ends one that pays for what another pays already, and pays its last invoice back. May be called again. */
  endDuplicate(subscriptionId: string): Promise<void>;
  /** @throws AppError `bad_request` when the signature or its time (5 minutes) is wrong */
  readEvent(rawBody: Buffer, signature: string | undefined): ProviderEvent;
};

export type StripeOptions = { secretKey: string; webhookSecret: string; priceId: string; apiBase: string };

/** Stripe behind `Payments`; `apiBase` may be any server that speaks its protocol. */
export function createStripePayments(options: StripeOptions): Payments {
  const base = new URL(options.apiBase);
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  const stripe = new Stripe(options.secretKey, {
    host: base.hostname,
    port: base.port || (protocol === 'http' ? 80 : 443),
    protocol,
    timeout: 5000,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  return {
    createCheckout: (request) => asUpstream(() => createCheckout(stripe, options.priceId, request)),
    createPortal: (customer, returnUrl) =>
      asUpstream(() => stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })),
    findSubscription: (id) => asUpstream(() => findSubscription(stripe, id)),
    listInvoices: (customer) => asUpstream(() => listInvoices(stripe, customer)),
    findPrice: rememberPrice(() => findPrice(stripe, options.priceId)),
    setSeats: (id, seats) => asUpstream(() => setSeats(stripe, id, seats)),
    cancelNow: (id) => asUpstream(() => cancelNow(stripe, id)),
    endDuplicate: (id) => asUpstream(() => endDuplicate(stripe, id)),
    readEvent: (rawBody, signature) => readEvent(stripe, options.webhookSecret, rawBody, signature),
  };
}

async function createCheckout(stripe: Stripe, priceId: string, request: CheckoutRequest) {
  const metadata = { tenantId: request.tenantId, regionCode: request.regionCode };
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    line_items: [{ price: priceId, quantity: request.seats }],
    client_reference_id: request.tenantId,
    ...(request.customerId ? { customer: request.customerId } : { customer_email: request.email }),
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    metadata,
    subscription_data: { metadata },
  };
  // Stripe refuses a known key with another request for a day, such as that of a second owner.
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('base64url');
  const session = await stripe.checkout.sessions.create(params, {
    idempotencyKey: `${request.occasion}:${digest}`,
  });
  if (!session.url) throw new AppError('upstream_failed');
  return { url: session.url };
}

async function findSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription | null> {
  try {
    return toSubscription(await stripe.subscriptions.retrieve(id));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
    throw error;
  }
}

function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const items = subscription.items.data;
  const ends = items.map((item) => item.current_period_end).filter((end) => typeof end === 'number');
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: subscription.status,
    seats: items.reduce((sum, item) => sum + (item.quantity ?? 0), 0),
    currentPeriodEndsAt: ends.length > 0 ? new Date(Math.max(...ends) * 1000) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    tenantId: subscription.metadata['tenantId'] ?? null,
    regionCode: subscription.metadata['regionCode'] ?? null,
    isDuplicate: subscription.cancellation_details?.comment === duplicate,
  };
}

async function listInvoices(stripe: Stripe, customer: string): Promise<Invoice[]> {
  const { data } = await stripe.invoices.list({ customer, limit: 24 });
  return data.map((invoice) => ({
    id: invoice.id ?? '',
    number: invoice.number,
    createdAt: new Date(invoice.created * 1000),
    amount: invoice.total,
    currency: invoice.currency.toUpperCase(),
    status: invoice.status ?? 'draft',
    url: invoice.hosted_invoice_url ?? null,
  }));
}

/** The last answer, for an hour, asked for once for all who wait; a failure keeps the one before and is asked again after a minute. */
function rememberPrice(ask: () => Promise<SeatPrice | null>): Payments['findPrice'] {
  let kept: Promise<SeatPrice | null> = Promise.resolve(null);
  let askAgainAt = 0;
  return (now) => {
    if (now.getTime() < askAgainAt) return kept;
    const before = kept;
    askAgainAt = now.getTime() + HOUR_MS;
    kept = ask().catch(() => {
      askAgainAt = now.getTime() + MINUTE_MS;
      return before;
    });
    return kept;
  };
}

const periods = ['month', 'year'] as const;
/** A page waits for the price: it is shown without it rather than late. */
const priceRequest = { timeout: 1500, maxNetworkRetries: 0 };

async function findPrice(stripe: Stripe, priceId: string): Promise<SeatPrice | null> {
  const {
    unit_amount: amount,
    currency,
    recurring,
  } = await stripe.prices.retrieve(priceId, {}, priceRequest);
  const interval = periods.find((period) => period === recurring?.interval);
  if (amount === null || interval === undefined || recurring?.interval_count !== 1) return null;
  return { amount, currency: currency.toUpperCase(), interval };
}

async function setSeats(stripe: Stripe, id: string, seats: number): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const [item] = subscription.items.data;
  if (!item || item.quantity === seats) return;
  await stripe.subscriptions.update(id, { items: [{ id: item.id, quantity: seats }] });
}

/** Idempotent: one that has ended already, or never was, counts as ended. */
async function cancelNow(stripe: Stripe, id: string): Promise<void> {
  const known = await findSubscription(stripe, id);
  if (known && known.status !== 'canceled') await stripe.subscriptions.cancel(id);
}

const duplicate = 'Another subscription pays for this workspace.';

/** Ended first: what cannot be paid back at once is tried again with the event of the end, but nothing more is charged. */
async function endDuplicate(stripe: Stripe, id: string): Promise<void> {
  let known: Stripe.Subscription = await stripe.subscriptions.retrieve(id);
  if (known.status !== 'canceled')
    known = await stripe.subscriptions.cancel(id, { cancellation_details: { comment: duplicate } });
  const invoice = idOf(known.latest_invoice);
  if (invoice === null) return;
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' });
  for (const { id: paymentId, payment } of data) {
    const [intent, charge] = [idOf(payment.payment_intent), idOf(payment.charge)];
    const paid = intent ? { payment_intent: intent } : charge ? { charge } : null;
    if (paid) await refund(stripe, paid, `refund:${paymentId}`);
  }
}

async function refund(
  stripe: Stripe,
  paid: { payment_intent: string } | { charge: string },
  idempotencyKey: string,
): Promise<void> {
  try {
    await stripe.refunds.create({ ...paid, reason: 'duplicate' }, { idempotencyKey });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded') return;
    throw error;
  }
}

/** Reads only what was signed; Stripe's tolerance of five minutes bounds replays, the event id stops them. */
function readEvent(
  stripe: Stripe,
  secret: string,
  rawBody: Buffer,
  signature: string | undefined,
): ProviderEvent {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(rawBody, signature ?? '', secret);
  } catch (error) {
    throw new AppError('bad_request', { message: 'The signature of this event is not valid.', cause: error });
  }
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    subscriptionId: subscriptionOf(event.data.object as unknown as Record<string, unknown>),
  };
}

/** The subscription an event is about: itself, that of a Checkout session, or that of an invoice (either API form). */
function subscriptionOf(object: Record<string, unknown>): string | null {
  if (object['object'] === 'subscription') return String(object['id']);
  const parent = object['parent'] as { subscription_details?: { subscription?: unknown } } | null | undefined;
  return idOf(object['subscription']) ?? idOf(parent?.subscription_details?.subscription);
}

function idOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value && typeof value === 'object' && 'id' in value) return String(value.id);
  return null;
}

async function asUpstream<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('upstream_failed', {
      message: 'The payment service did not answer as expected. Please try again in a moment.',
      cause: error,
    });
  }
}
