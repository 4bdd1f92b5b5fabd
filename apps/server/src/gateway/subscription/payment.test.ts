import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
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
  stripe.state.isPriceSilent = false;
  stripe.state.refusesRefunds = false;
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

  const checkout = (as: TestMember = house.home.owner) =>
    house.gateway.call('POST', 'Subscription/Checkout', { as, body: {} });
  const day = 86_400_000;

  test('a price that the payment service does not tell keeps nobody waiting, and is asked for once', async () => {
    stripe.state.isPriceSilent = true;
    const answers = await Promise.all([state(), state()]);
    expect(answers).toMatchObject([
      { status: 'trial', price: null },
      { status: 'trial', price: null },
    ]);
    expect(stripe.state.pricesAsked).toBe(1);
    stripe.state.isPriceSilent = false;
    await expect
      .poll(async () => {
        house.gateway.clock.move(60_000);
        return (await state()).price;
      })
      .toEqual({ amount: 900, currency: 'USD', interval: 'month' });
  });

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

  describe('of two subscriptions', () => {
    const noted = async (workspace = house.home) => {
      const { id } = await house.gateway
        .owner(workspace)
        .one<{ id: string | null }>(sql`select stripe_subscription_id as id from app.subscription
          where tenant_id = ${workspace.tenantId}`);
      return id;
    };
    const tell = (id: string, type = 'customer.subscription.updated') => {
      house.gateway.clock.move(1000);
      return deliver(signedEvent(type, { object: 'subscription', id }));
    };
    const statusOf = (id: string) => stripe.subscriptions.get(id)?.status;
    const refundsOf = (...ids: string[]) =>
      stripe.refunds
        .map(({ payment_intent: paid = '', reason }) => [paid, reason])
        .filter(([paid = '']) => ids.includes(paid.replace('pi_', '')));

    test('a payment that came through while its event is on its way is not asked for again', async () => {
      put('sub_9', 'past_due');
      await tell('sub_9', 'invoice.payment_failed');
      house.gateway.clock.move(8 * day);
      expect(await state()).toMatchObject({ status: 'inactive', seatsPaid: null });
      put('sub_9', 'active');
      expect((await checkout()).status).toBe(422);
      expect(await state()).toMatchObject({ status: 'active', seatsPaid: 3 });
      expect(statusOf('sub_9')).toBe('active');
    });

    test('the unpaid one is ended before another is bought, and takes nothing from it when it is paid late', async () => {
      put('sub_9', 'past_due');
      await tell('sub_9', 'invoice.payment_failed');
      house.gateway.clock.move(8 * day);
      expect((await checkout()).status).toBe(200);
      expect(statusOf('sub_9')).toBe('canceled');
      await tell('sub_9', 'customer.subscription.deleted');
      expect(await state()).toMatchObject({ status: 'inactive', isConfirming: true });
      put('sub_new', 'active');
      expect((await tell('sub_new', 'checkout.session.completed')).status).toBe(200);
      expect(await state()).toMatchObject({ status: 'active', isConfirming: false });
      put('sub_9', 'active');
      expect((await tell('sub_9', 'invoice.paid')).status).toBe(200);
      expect([await noted(), statusOf('sub_9'), statusOf('sub_new')]).toEqual([
        'sub_new',
        'canceled',
        'active',
      ]);
      expect(await state()).toMatchObject({ status: 'active' });
    });

    test('a paid one replaces one that is not paid, which is ended', async () => {
      put('sub_new', 'unpaid');
      put('sub_next', 'active');
      expect((await tell('sub_next')).status).toBe(200);
      expect([await noted(), statusOf('sub_new')]).toEqual(['sub_next', 'canceled']);
      expect(await state()).toMatchObject({ status: 'active' });
      // It paid for its own time.
      expect(refundsOf('sub_new')).toEqual([]);
    });

    test('what a second one charged is paid back once, and again tried when the payment service could not', async () => {
      put('sub_second', 'active');
      stripe.state.refusesRefunds = true;
      expect((await tell('sub_second')).status).toBe(502);
      expect([await noted(), statusOf('sub_second')]).toEqual(['sub_next', 'canceled']);
      stripe.state.refusesRefunds = false;
      for (const type of ['customer.subscription.updated', 'customer.subscription.deleted'])
        expect((await tell('sub_second', type)).status).toBe(200);
      expect(refundsOf('sub_second')).toEqual([['pi_sub_second', 'duplicate']]);
      expect(await state()).toMatchObject({ status: 'active' });
    });

    test('that were begun by two owners at once one stays, whichever is told first', async () => {
      const { other, gateway } = house;
      const second = await gateway.addMember(other, { role: 'owner' });
      const begun = [await checkout(other.owner), await checkout(second)];
      expect(begun.map(({ status }) => status)).toEqual([200, 200]);
      const ids = ['sub_a', 'sub_b'];
      for (const id of ids) {
        put(id, 'active', { metadata: { tenantId: other.publicId, regionCode: 'eu' } });
      }
      await Promise.all(ids.map((id) => tell(id)));
      // What was refused because the other came in between is sent again.
      for (const id of ids) expect((await tell(id)).status).toBe(200);
      const living = ids.filter((id) => statusOf(id) === 'active');
      expect(living).toEqual([await noted(other)]);
      const ended = ids.filter((id) => statusOf(id) !== 'active');
      expect(refundsOf(...ids)).toEqual(ended.map((id) => [`pi_${id}`, 'duplicate']));
      const { body } = await gateway.call('GET', 'Subscription', { as: other.owner });
      expect(body).toMatchObject({ status: 'active', isActive: true });
    });
  });

  test('a subscription that has ended is not said to end, nor to pay for seats', async () => {
    put('sub_next', 'active', { cancelAtPeriodEnd: true });
    house.gateway.clock.move(1000);
    await deliver(signedEvent('customer.subscription.updated', { object: 'subscription', id: 'sub_next' }));
    expect(await state()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, seatsPaid: 3 });
    house.gateway.clock.move(31 * day);
    expect(await state()).toMatchObject({ status: 'inactive', cancelAtPeriodEnd: false, seatsPaid: null });
  });
});
