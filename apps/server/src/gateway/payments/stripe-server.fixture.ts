import { parse } from 'node:querystring';
import Fastify from 'fastify';
import Stripe from 'stripe';

type Flat = Record<string, string>;
export type FakeSubscription = {
  id: string;
  status: string;
  quantity: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  customer: string;
  metadata: Record<string, string>;
  /** Why it was ended. */
  comment?: string;
};

/** A local server that speaks the part of Stripe's HTTP protocol that the product uses, for tests. */
export async function startStripeServer() {
  const subscriptions = new Map<string, FakeSubscription>();
  const checkouts: Flat[] = [];
  const idempotent = new Map<string, { request: string; session: unknown }>();
  const state = { isDown: false, isPriceSilent: false, pricesAsked: 0, refusesRefunds: false };
  /** What was paid back, by payment. */
  const refunds: Flat[] = [];
  const app = Fastify({ logger: false });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, parse(String(body)));
    },
  );
  app.addHook('onRequest', async (request, reply) => {
    if (state.isDown) return reply.code(500).send({ error: { type: 'api_error', message: 'down' } });
    if (!request.headers.authorization?.startsWith('Bearer sk_test_')) {
      return reply.code(401).send({ error: { type: 'invalid_request_error', message: 'bad key' } });
    }
    return undefined;
  });
  app.post('/v1/checkout/sessions', async (request, reply) => {
    const key = String(request.headers['idempotency-key'] ?? '');
    const known = idempotent.get(key);
    const body = request.body as Flat;
    if (known && known.request !== JSON.stringify(body)) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return reply.code(400).send({ error: { type: 'idempotency_error', message } });
    }
    if (known) return known.session;
    checkouts.push(body);
    const session = {
      id: `cs_${checkouts.length}`,
      object: 'checkout.session',
      url: `https://checkout.stripe.test/cs_${checkouts.length}`,
    };
    idempotent.set(key, { request: JSON.stringify(body), session });
    return session;
  });
  app.post('/v1/billing_portal/sessions', async (request) => ({
    id: 'bps_1',
    object: 'billing_portal.session',
    url: `https://billing.stripe.test/${(request.body as Flat)['customer']}`,
  }));
  app.get<{ Params: { id: string } }>('/v1/subscriptions/:id', async (request, reply) => {
    const found = subscriptions.get(request.params.id);
    if (!found) {
      return reply
        .code(404)
        .send({ error: { type: 'invalid_request_error', message: 'No such subscription' } });
    }
    return wire(found);
  });
  app.post<{ Params: { id: string } }>('/v1/subscriptions/:id', async (request) => {
    const found = subscriptions.get(request.params.id) as FakeSubscription;
    found.quantity = Number((request.body as Flat)['items[0][quantity]'] ?? found.quantity);
    return wire(found);
  });
  app.delete<{ Params: { id: string } }>('/v1/subscriptions/:id', async (request) => {
    const found = subscriptions.get(request.params.id) as FakeSubscription;
    found.status = 'canceled';
    const told = { ...(request.query as Flat), ...(request.body as Flat | null) };
    found.comment = told['cancellation_details[comment]'] ?? '';
    return wire(found);
  });
  app.get('/v1/invoice_payments', async (request) => {
    const { invoice = '' } = request.query as Flat;
    const payment = { type: 'payment_intent', payment_intent: invoice.replace('in_', 'pi_') };
    const paid = { id: invoice.replace('in_', 'inpay_'), object: 'invoice_payment', status: 'paid', payment };
    return { object: 'list', has_more: false, data: [paid] };
  });
  app.post('/v1/refunds', async (request, reply) => {
    const asked = request.body as Flat;
    const refuse = (code: string) =>
      reply.code(400).send({ error: { type: 'invalid_request_error', code, message: code } });
    if (state.refusesRefunds) return refuse('balance_insufficient');
    if (refunds.some((made) => made['payment_intent'] === asked['payment_intent']))
      return refuse('charge_already_refunded');
    refunds.push(asked);
    return { id: `re_${refunds.length}`, object: 'refund', status: 'succeeded' };
  });
  app.get<{ Params: { id: string } }>('/v1/prices/:id', async (request, reply) => {
    state.pricesAsked += 1;
    if (state.isPriceSilent) return reply.hijack();
    return {
      id: request.params.id,
      object: 'price',
      unit_amount: 900,
      currency: 'usd',
      recurring: { interval: 'month', interval_count: 1 },
    };
  });
  app.get('/v1/invoices', async () => ({
    object: 'list',
    has_more: false,
    data: [
      {
        id: 'in_1',
        object: 'invoice',
        number: 'S-0001',
        created: 1_790_000_000,
        total: 7200,
        currency: 'usd',
        status: 'paid',
        hosted_invoice_url: 'https://invoice.stripe.test/in_1',
      },
    ],
  }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    apiBase: `http://127.0.0.1:${port}`,
    subscriptions,
    checkouts,
    refunds,
    state,
    close: () => app.close(),
  };
}

export const stripeTestSecret = 'whsec_test_0123456789abcdef';

let serial = 0;

/** A signed event about an object, as Stripe posts it. */
export function signedEvent(
  type: string,
  object: Record<string, unknown>,
  options: { id?: string; timestamp?: number; secret?: string } = {},
): { payload: string; signature: string } {
  serial += 1;
  const payload = JSON.stringify({
    id: options.id ?? `evt_${serial}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? stripeTestSecret,
    ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }),
  });
  return { payload, signature };
}

function wire(subscription: FakeSubscription) {
  return {
    id: subscription.id,
    object: 'subscription',
    status: subscription.status,
    customer: subscription.customer,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    metadata: subscription.metadata,
    latest_invoice: `in_${subscription.id}`,
    cancellation_details: { comment: subscription.comment ?? null },
    items: {
      object: 'list',
      data: [
        {
          id: 'si_1',
          object: 'subscription_item',
          quantity: subscription.quantity,
          current_period_end: subscription.periodEnd,
        },
      ],
    },
  };
}
