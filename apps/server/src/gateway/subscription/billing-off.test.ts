import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteDefinition } from '@stint/domain/api/route.ts';
import { splitRouteKey } from '@stint/domain/api/route.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { signedEvent, startStripeServer, stripeTestSecret } from '../payments/stripe-server.fixture.ts';

let gateway: GatewayHarness;
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
/** A workspace whose subscription ended while the installation still billed. */
let workspace: TestWorkspace;

beforeAll(async () => {
  stripe = await startStripeServer();
  // Keys that are left over from a time with billing change nothing.
  gateway = await createGatewayHarness({
    BILLING: 'off',
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_WEBHOOK_SECRET: stripeTestSecret,
    STRIPE_PRICE_ID: 'price_seat',
    STRIPE_API_BASE: stripe.apiBase,
  });
  workspace = await gateway.addWorkspace();
  await gateway
    .owner(workspace)
    .run(sql`update app.subscription set status = 'inactive', seats = 3, trial_ends_at = '2020-01-01',
    stripe_customer_id = 'cus_1', stripe_subscription_id = 'sub_1' where tenant_id = ${workspace.tenantId}`);
});
afterAll(async () => {
  await gateway?.close();
  await stripe?.close();
});

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  gateway.call(method, path, { as: workspace.owner, ...(body ? { body } : {}) });

test('without billing every workspace is active, whatever its subscription was', async () => {
  expect((await call('GET', 'Subscription/GetSubscriptionActiveStatus')).body).toEqual({ isActive: true });
  expect((await call('GET', 'Subscription')).body).toEqual({
    status: 'active',
    isActive: true,
    provider: 'off',
    trialEndsAt: null,
    currentPeriodEndsAt: null,
    graceEndsAt: null,
    cancelAtPeriodEnd: false,
    seatsUsed: 1,
    seatsPaid: null,
    price: null,
    isConfirming: false,
    owners: [{ name: 'Olive Owner', email: expect.stringContaining('owner-') }],
    canManage: true,
  });
});

const memberRoutes = (Object.entries(gatewayRoutes) as [string, RouteDefinition][]).filter(
  ([, row]) => !['public', 'account', 'namedWorkspace'].includes(row.access),
);

test('no route asks for payment', async () => {
  const asked: string[] = [];
  for (const [key, row] of memberRoutes) {
    const { method, path } = splitRouteKey(key);
    const url = path
      .slice(1)
      .replace(':weekEndDate', '2026-11-22')
      .replace(':year', '2026')
      .replace(/:(\w+)/g, () => newId());
    gateway.clock.move(1000);
    const answer = await gateway.call(method, url, {
      as: workspace.owner,
      ...(row.body ? { body: {} } : {}),
    });
    if (answer.status === 402) asked.push(key);
  }
  expect(memberRoutes.length).toBeGreaterThan(80);
  expect(asked).toEqual([]);
});

test('there is nothing to pay: no invoices, no payment page, no simulated payment', async () => {
  expect((await call('GET', 'Subscription/Invoices')).body).toEqual([]);
  for (const path of ['Subscription/Checkout', 'Subscription/Portal']) {
    const { status, body } = await call('POST', path, {});
    expect([status, body.message]).toEqual([
      422,
      'This installation runs without billing. Every workspace is active.',
    ]);
  }
  expect((await call('POST', 'Subscription/Simulate', { event: 'end' })).status).toBe(404);
});

test('events of a payment service find no receiver and change nothing, even well signed ones', async () => {
  const read = () =>
    gateway
      .owner(workspace)
      .one(sql`select status, seats, version from app.subscription where tenant_id = ${workspace.tenantId}`);
  const before = await read();
  const { payload, signature } = signedEvent('customer.subscription.deleted', {
    object: 'subscription',
    id: 'sub_1',
  });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const answer = await gateway.call('POST', 'Subscription/Webhook', { body: payload, headers });
  expect(answer.status).toBe(404);
  expect(await read()).toEqual(before);
});
