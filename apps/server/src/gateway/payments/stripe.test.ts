import { AppError } from '@stint/domain/errors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStripePayments, type Payments } from './stripe.ts';
import { signedEvent, startStripeServer, stripeTestSecret } from './stripe-server.fixture.ts';

let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let payments: Payments;

beforeAll(async () => {
  stripe = await startStripeServer();
  payments = createStripePayments({
    secretKey: 'sk_test_local',
    webhookSecret: stripeTestSecret,
    priceId: 'price_seat',
    apiBase: stripe.apiBase,
  });
});
afterAll(() => stripe.close());

const request = {
  tenantId: 'abcd1234',
  regionCode: 'eu',
  email: 'olga@harbour.example',
  customerId: null,
  seats: 12,
  returnUrl: 'https://harbour.stint.example/billing?checkout=done',
  cancelUrl: 'https://harbour.stint.example/billing',
  occasion: 'checkout-1',
};

test('a checkout asks for the seats in use and carries the workspace', async () => {
  const { url } = await payments.createCheckout(request);
  expect(url).toBe('https://checkout.stripe.test/cs_1');
  expect(stripe.checkouts[0]).toMatchObject({
    mode: 'subscription',
    'line_items[0][price]': 'price_seat',
    'line_items[0][quantity]': '12',
    customer_email: 'olga@harbour.example',
    'subscription_data[metadata][tenantId]': 'abcd1234',
    'subscription_data[metadata][regionCode]': 'eu',
  });
});

test('the same request on the same occasion opens the same checkout', async () => {
  const before = stripe.checkouts.length;
  expect((await payments.createCheckout(request)).url).toBe('https://checkout.stripe.test/cs_1');
  expect(stripe.checkouts).toHaveLength(before);
});

test('another request on the same occasion opens another checkout', async () => {
  const [{ url: first }, { url: second }] = [
    await payments.createCheckout(request),
    await payments.createCheckout({ ...request, email: 'otto@harbour.example' }),
  ];
  expect(second).not.toBe(first);
});

test('a price that is not answered is asked for once by all who wait, and again after a minute; the old one is kept', async () => {
  const own = createStripePayments({
    secretKey: 'sk_test_local',
    webhookSecret: stripeTestSecret,
    priceId: 'price_seat',
    apiBase: stripe.apiBase,
  });
  const price = { amount: 900, currency: 'USD', interval: 'month' };
  const at = (minutes: number) => new Date(1_800_000_000_000 + minutes * 60_000);
  const asked = stripe.state.pricesAsked;
  const since = () => stripe.state.pricesAsked - asked;
  stripe.state.isPriceSilent = true;
  expect(await Promise.all([own.findPrice(at(0)), own.findPrice(at(0))])).toEqual([null, null]);
  expect(await own.findPrice(at(0.9))).toBeNull();
  expect(since()).toBe(1);
  stripe.state.isPriceSilent = false;
  let minute = 0;
  await expect.poll(() => own.findPrice(at(++minute))).toEqual(price);
  const untilKnown = since();
  expect(await own.findPrice(at(minute + 59))).toEqual(price);
  expect(since()).toBe(untilKnown);
  stripe.state.isPriceSilent = true;
  const anHourLater = at(minute + 60);
  expect(await Promise.all([own.findPrice(anHourLater), own.findPrice(anHourLater)])).toEqual([price, price]);
  expect(since()).toBe(untilKnown + 1);
  stripe.state.isPriceSilent = false;
});

test('a subscription is read as it is now', async () => {
  stripe.subscriptions.set('sub_1', {
    id: 'sub_1',
    status: 'past_due',
    quantity: 7,
    periodEnd: 1_800_000_000,
    cancelAtPeriodEnd: true,
    customer: 'cus_1',
    metadata: { tenantId: 'abcd1234', regionCode: 'us' },
  });
  expect(await payments.findSubscription('sub_1')).toEqual({
    id: 'sub_1',
    customerId: 'cus_1',
    status: 'past_due',
    seats: 7,
    currentPeriodEndsAt: new Date(1_800_000_000_000),
    cancelAtPeriodEnd: true,
    tenantId: 'abcd1234',
    regionCode: 'us',
    isDuplicate: false,
  });
  expect(await payments.findSubscription('sub_none')).toBeNull();
});

test('seats follow the workspace and cancelling twice is cancelling once', async () => {
  await payments.setSeats('sub_1', 9);
  expect(stripe.subscriptions.get('sub_1')?.quantity).toBe(9);
  await payments.cancelNow('sub_1');
  await payments.cancelNow('sub_1');
  await payments.cancelNow('sub_none');
  expect(stripe.subscriptions.get('sub_1')?.status).toBe('canceled');
});

test('an event of a subscription, a checkout and an invoice names its subscription', () => {
  const objects = [
    { object: 'subscription', id: 'sub_7' },
    { object: 'checkout.session', id: 'cs_7', subscription: 'sub_7' },
    { object: 'invoice', id: 'in_7', parent: { subscription_details: { subscription: 'sub_7' } } },
    { object: 'invoice', id: 'in_7', subscription: { id: 'sub_7' } },
  ];
  for (const object of objects) {
    const { payload, signature } = signedEvent('some.event', object);
    expect(payments.readEvent(Buffer.from(payload), signature).subscriptionId).toBe('sub_7');
  }
});

test('an event with a wrong, missing, foreign or old signature is refused', () => {
  const object = { object: 'subscription', id: 'sub_7' };
  const { payload, signature } = signedEvent('customer.subscription.updated', object);
  const foreign = signedEvent('x', object, { secret: 'whsec_somebody_else' });
  const old = signedEvent('x', object, { timestamp: Math.floor(Date.now() / 1000) - 3600 });
  const tries: [string, string | undefined][] = [
    [payload.replace('sub_7', 'sub_8'), signature],
    [payload, undefined],
    [payload, 't=1,v1=00'],
    [foreign.payload, foreign.signature],
    [old.payload, old.signature],
  ];
  for (const [body, header] of tries) {
    expect(() => payments.readEvent(Buffer.from(body), header)).toThrow(AppError);
  }
});

test('a payment service that is down is an upstream failure, not a crash', async () => {
  stripe.state.isDown = true;
  await expect(payments.createPortal('cus_1', 'https://x.example')).rejects.toMatchObject({
    code: 'upstream_failed',
  });
  stripe.state.isDown = false;
});
