import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { signedEvent, startStripeServer, stripeTestSecret } from '../payments/stripe-server.fixture.ts';
import { openHouse } from '../workspace-lifecycle/house.fixture.ts';

let stripe: Awaited<ReturnType<typeof startStripeServer>>;

const house = openHouse(async () => {
  stripe = await startStripeServer();
  return {
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_WEBHOOK_SECRET: stripeTestSecret,
    STRIPE_PRICE_ID: 'price_seat',
    STRIPE_API_BASE: stripe.apiBase,
  };
});
afterAll(() => stripe?.close());
afterEach(() => {
  stripe.state.isDown = false;
});

describe('payment', () => {
  const put = (id: string, status: string, extra: object = {}) =>
    stripe.subscriptions.set(id, {
      id,
      status,
      quantity: 3,
      periodEnd: Math.floor(house.gateway.clock.now().getTime() / 1000) + 30 * 86_400,
      cancelAtPeriodEnd: false,
      customer: 'cus_9',
      metadata: { tenantId: house.home.publicId, regionCode: 'us' },
      ...extra,
    });
  const deliver = (event: { payload: string; signature: string }) =>
    house.gateway.call('POST', 'Subscription/Webhook', {
      headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
      body: event.payload,
    });
  const state = async () => (await house.gateway.call('GET', 'Subscription', { as: house.home.owner })).body;
  const event = (type = 'customer.subscription.updated', options = {}) =>
    signedEvent(type, { object: 'subscription', id: 'sub_9' }, options);

  test('from trial through Checkout to active, by the signed event', async () => {
    expect(await state()).toMatchObject({
      status: 'trial',
      price: { amount: 900, currency: 'USD', interval: 'month' },
      provider: 'stripe',
      isConfirming: false,
      canManage: true,
    });
    const { body } = await house.gateway.call('POST', 'Subscription/Checkout', {
      as: house.home.owner,
      body: {},
    });
    expect(body.url).toMatch(/^https:\/\/checkout\.stripe\.test/);
    expect(await state()).toMatchObject({ isConfirming: true });
    put('sub_9', 'active');
    expect((await deliver(event('checkout.session.completed'))).status).toBe(200);
    expect(await state()).toMatchObject({ status: 'active', seatsPaid: 3, isConfirming: false });
    expect(
      (await house.gateway.call('POST', 'Subscription/Checkout', { as: house.home.owner, body: {} })).status,
    ).toBe(422);
    expect(await state()).toMatchObject({ isConfirming: false });
    expect(
      (await house.gateway.call('POST', 'Subscription/Portal', { as: house.home.owner, body: {} })).body.url,
    ).toContain('cus_9');
    expect(
      (await house.gateway.call('GET', 'Subscription/Invoices', { as: house.home.owner })).body,
    ).toMatchObject([{ amount: 7200, currency: 'USD' }]);
  });

  test('events that come late, twice and in the wrong order end in the state the service tells', async () => {
    const [paid, failed] = [event(), event('invoice.payment_failed')];
    put('sub_9', 'past_due');
    await deliver(failed);
    expect(await state()).toMatchObject({ status: 'past_due', isActive: true });
    put('sub_9', 'active');
    house.gateway.clock.move(1000);
    await deliver(paid);
    house.gateway.clock.move(1000);
    await Promise.all([deliver(failed), deliver(paid), deliver(failed)]);
    expect(await state()).toMatchObject({ status: 'active' });
  });

  test('the end of an old subscription takes nothing from a new one', async () => {
    put('sub_old', 'canceled');
    house.gateway.clock.move(1000);
    await deliver(signedEvent('customer.subscription.deleted', { object: 'subscription', id: 'sub_old' }));
    expect(await state()).toMatchObject({ status: 'active' });
  });

  test('an event that is not signed by the service changes nothing', async () => {
    put('sub_9', 'canceled');
    const forged = signedEvent(
      'customer.subscription.deleted',
      { object: 'subscription', id: 'sub_9' },
      { secret: 'whsec_somebody_else_0123456789' },
    );
    expect((await deliver(forged)).status).toBe(400);
    expect(await state()).toMatchObject({ status: 'active' });
    put('sub_9', 'active');
  });

  test('an event whose subscription cannot be asked for is sent again by the service', async () => {
    const ended = event('customer.subscription.deleted');
    put('sub_9', 'canceled');
    stripe.state.isDown = true;
    expect((await deliver(ended)).status).toBe(502);
    stripe.state.isDown = false;
    house.gateway.clock.move(1000);
    expect((await deliver(ended)).status).toBe(200);
    expect(await state()).toMatchObject({ status: 'inactive', isActive: false });
  });

  test('unpaid, reading and paying stay open and writing answers 402', async () => {
    house.gateway.clock.move(6000);
    expect((await house.gateway.call('GET', 'Clients', { as: house.home.owner })).status).toBe(200);
    const refused = await house.gateway.call('POST', 'Webhooks', {
      as: house.home.owner,
      body: { url: 'https://x.example/', events: ['ping'] },
    });
    expect([refused.status, refused.body.error.type]).toEqual([402, 'subscription_inactive']);
    expect(
      (await house.gateway.call('POST', 'Subscription/Checkout', { as: house.home.owner, body: {} })).status,
    ).toBe(200);
    put('sub_9', 'active');
    await deliver(event());
    expect(await state()).toMatchObject({ status: 'active' });
    house.gateway.clock.move(6000);
  });

  test('an event about another installation’s workspace is taken and changes nothing', async () => {
    put('sub_far', 'canceled', { metadata: { tenantId: 'zzzzzzz9', regionCode: 'us' } });
    const answer = await deliver(
      signedEvent('customer.subscription.deleted', { object: 'subscription', id: 'sub_far' }),
    );
    expect(answer.status).toBe(200);
    expect(await state()).toMatchObject({ status: 'active' });
  });

  test('with a payment service configured nothing can be simulated', async () => {
    expect(
      (
        await house.gateway.call('POST', 'Subscription/Simulate', {
          as: house.home.owner,
          body: { event: 'pay' },
        })
      ).status,
    ).toBe(404);
  });
});
