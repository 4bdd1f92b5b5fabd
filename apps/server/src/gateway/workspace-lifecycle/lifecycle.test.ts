import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lifeRoutes } from '@stint/domain/api/gateway.ts';
import { splitRouteKey } from '@stint/domain/api/route.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { passInQueue } from '../../testing/queued-jobs.ts';
import { signedEvent, startStripeServer, stripeTestSecret } from '../subscription/stripe-server.fixture.ts';

let h: GatewayHarness;
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let home: TestWorkspace;
let other: TestWorkspace;
let admin: TestMember;
let member: TestMember;
const users = new Map<string, { email: string; isEmailConfirmed: boolean; name?: string }>();
const mailed: { path: string; body: unknown }[] = [];

beforeAll(async () => {
  stripe = await startStripeServer();
  h = await createGatewayHarness({
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_WEBHOOK_SECRET: stripeTestSecret,
    STRIPE_PRICE_ID: 'price_seat',
    STRIPE_API_BASE: stripe.apiBase,
  });
  h.provider.respond = ({ method, path, body }) => {
    if (method === 'POST') mailed.push({ path, body });
    if (path.startsWith('users/') && method === 'GET') return users.get(path.slice('users/'.length)) ?? null;
    return path === 'auth/link/generate' ? { link: 'http://stint.localhost:3000/signin?token=t' } : {};
  };
  home = await h.addWorkspace();
  other = await h.addWorkspace({ regionCode: 'eu' });
  admin = await h.addMember(home, { role: 'admin' });
  member = await h.addMember(home, { role: 'member' });
  h.service.startWorkers();
});
afterAll(async () => {
  await h.close();
  await stripe.close();
});
afterEach(() => {
  stripe.state.isDown = false;
});

/** A person with a token of the root tenant, as on the main domain. */
async function asAccount(userUuid: string): Promise<Record<string, string>> {
  const headers = await h.headersOf(
    { ...home.owner, userUuid },
    { aud: h.provider.tenantId, tenantId: h.provider.tenantId, authorization: {} },
  );
  const { authorization = '', sessionid = '' } = headers;
  return { authorization, sessionid, tenantid: h.provider.tenantId, host: h.config.mainDomain };
}

const privateKeys = Object.entries(lifeRoutes)
  .filter(([, row]) => row.access !== 'public')
  .map(([key]) => key);
const pathOf = (template: string) =>
  template
    .replace(':token', 'us.abcd1234.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
    .replace(':id', newId())
    .slice(1);

test.each(privateKeys)('security 10: %s is refused to somebody who is signed out', async (key) => {
  const { method, path } = splitRouteKey(key);
  const { status, text } = await h.call(method, pathOf(path));
  expect([status, text]).toEqual([401, 'Please re-login.']);
});

const memberForbidden = [
  'POST /Subscription/Checkout',
  'POST /Subscription/Simulate',
  'GET /Webhooks',
  'POST /Webhooks',
  'GET /Invitations',
  'POST /Invitations',
  'POST /Workspace/Exports',
  'POST /Workspace/Imports',
];

test.each(memberForbidden)('%s is refused to a plain member', async (key) => {
  const { method, path } = splitRouteKey(key as `GET /${string}`);
  const { status, body } = await h.call(method, pathOf(path), {
    as: member,
    body: method === 'GET' ? undefined : {},
  });
  expect([status, body.error.type]).toEqual([403, 'forbidden']);
});

test('billing is the owner’s alone', async () => {
  const { status } = await h.call('POST', 'Subscription/Checkout', { as: admin, body: {} });
  expect(status).toBe(403);
});

describe('invitations', () => {
  async function invite(email: string, as = home.owner, role = 'member') {
    return h.call('POST', 'Invitations', { as, body: { emails: [email], role } });
  }
  const tokenOf = (answer: Awaited<ReturnType<typeof invite>>) =>
    new URL(answer.body.results[0].invitation.link).searchParams.get('token') ?? '';
  async function accept(token: string, userUuid: string) {
    return h.call('POST', `Invitations/${token}/Accept`, { headers: await asAccount(userUuid) });
  }
  function person(email: string, isEmailConfirmed = true): string {
    const id = newId();
    users.set(id, { email, isEmailConfirmed });
    return id;
  }

  test('many at once: each address is answered by itself, and mailed', async () => {
    const { status, body } = await h.call('POST', 'Invitations', {
      as: admin,
      body: {
        emails: ['One@People.example', 'two@people.example', 'nonsense'],
        role: 'editor',
        createEditTime: true,
      },
    });
    expect(status).toBe(200);
    expect(body.results.map((r: { email: string; outcome: string }) => [r.email, r.outcome])).toEqual([
      ['One@people.example', 'invited'],
      ['two@people.example', 'invited'],
      ['nonsense', 'invalid'],
    ]);
    await expect
      .poll(() => mailed.filter(({ path }) => path === 'messages').length, { timeout: 15_000 })
      .toBe(2);
    const list = await h.call('GET', 'Invitations', { as: admin });
    expect(list.body.map((row: { status: string }) => row.status)).toEqual(['pending', 'pending']);
    expect(list.text).not.toContain('token');
  });

  test('the mail names who invites and to what, and the names become no link', async () => {
    await h
      .owner(home)
      .run(sql`update app.team_member set first_name = 'https://evil.example', last_name = ${'x'.repeat(80)}
        where tenant_id = ${home.tenantId} and id = ${admin.teamMemberID}`);
    await invite('named@people.example', admin);
    const body = () =>
      mailed
        .map((one) => one.body as { to: string; subject: string; paragraphs: string[] })
        .find(({ to }) => to === 'named@people.example');
    await expect.poll(body, { timeout: 15_000 }).toBeTruthy();
    const [tenant] = await h
      .owner(home)
      .rows<{ name: string }>(sql`select name from app.tenant where tenant_id = ${home.tenantId}`);
    const inviter = `evil\u2024example ${'x'.repeat(80)}`.slice(0, 64);
    expect(body()?.subject).toBe(`${inviter} invites you to ${tenant?.name}`);
    expect(body()?.paragraphs[0]).toContain(`invited to join ${tenant?.name} as a member`);
  });

  test('the invited person joins with role and flags, once, and asking again answers the same', async () => {
    const token = tokenOf(await invite('joins@people.example', home.owner, 'editor'));
    const preview = await h.call('GET', `Invitations/${token}/Preview`);
    expect(preview.body).toMatchObject({ slug: home.slug, email: 'joins@people.example', role: 'editor' });
    const user = person('Joins@people.example');
    users.set(user, { email: 'Joins@people.example', isEmailConfirmed: true, name: 'Joan de Vries' });
    const [first, second] = await Promise.all([accept(token, user), accept(token, user)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({ tenantID: home.publicId, slug: home.slug, regionCode: 'us' });
    const rows = await h
      .owner(home)
      .rows(sql`select role, status, user_id as "userId", first_name || '/' || last_name as name from app.team_member
      where tenant_id = ${home.tenantId} and email_norm = 'joins@people.example'`);
    expect(rows).toEqual([{ role: 'editor', status: 'active', userId: user, name: 'Joan de/Vries' }]);
    expect(h.provider.roleWrites.at(-1)).toEqual({
      path: `tenants/${home.publicId}/users/${user}/roles`,
      roles: ['editor'],
    });
    expect((await accept(token, user)).status).toBe(200);
    const stranger = await accept(token, person('joins@people.example'));
    expect([stranger.status, stranger.body.error.type]).toEqual([410, 'gone']);
  });

  test('security 10: another address, and an unproven one, cannot use it', async () => {
    const token = tokenOf(await invite('meant@people.example'));
    const wrong = await accept(token, person('somebody@else.example'));
    expect([wrong.status, wrong.body.error.type]).toEqual([403, 'forbidden']);
    const unproven = await accept(token, person('meant@people.example', false));
    expect([unproven.status, unproven.body.error.type]).toEqual([403, 'email_unconfirmed']);
  });

  test('security 4: resending voids the former link; revoking and seven days void it too', async () => {
    const invited = await invite('void@people.example');
    const { invitationID } = invited.body.results[0].invitation;
    h.clock.move(1000);
    const resent = await h.call('POST', `Invitations/${invitationID}/Resend`, { as: home.owner });
    const fresh = new URL(resent.body.link).searchParams.get('token') ?? '';
    expect((await h.call('GET', `Invitations/${tokenOf(invited)}/Preview`)).status).toBe(404);
    expect((await h.call('GET', `Invitations/${fresh}/Preview`)).status).toBe(200);
    await h.call('DELETE', `Invitations/${invitationID}`, { as: home.owner });
    expect((await h.call('GET', `Invitations/${fresh}/Preview`)).status).toBe(410);
    const late = tokenOf(await invite('late@people.example'));
    await h.owner(home).run(sql`update app.invitation set expires_at = now() - interval '1 minute'
      where tenant_id = ${home.tenantId} and email_norm = 'late@people.example'`);
    expect((await accept(late, person('late@people.example'))).status).toBe(410);
  });

  test('security 10: nobody invites above the own role, and the inviter’s right is checked again at acceptance', async () => {
    expect((await invite('boss@people.example', admin, 'owner')).status).toBe(403);
    const passing = await h.addMember(home, { role: 'admin' });
    const token = tokenOf(await invite('orphan@people.example', passing));
    await h.owner(home).run(sql`update app.team_member set status = 'archived'
      where tenant_id = ${home.tenantId} and id = ${passing.teamMemberID}`);
    expect((await accept(token, person('orphan@people.example'))).status).toBe(410);
  });

  test('an invitation of another workspace is not found', async () => {
    const { body } = await invite('foreign@people.example');
    const { invitationID } = body.results[0].invitation;
    for (const [method, path] of [
      ['POST', `Invitations/${invitationID}/Resend`],
      ['DELETE', `Invitations/${invitationID}`],
    ] as const) {
      expect((await h.call(method, path, { as: other.owner })).status).toBe(404);
    }
  });
});

describe('payment', () => {
  const put = (id: string, status: string, extra: object = {}) =>
    stripe.subscriptions.set(id, {
      id,
      status,
      quantity: 3,
      periodEnd: Math.floor(h.clock.now().getTime() / 1000) + 30 * 86_400,
      cancelAtPeriodEnd: false,
      customer: 'cus_9',
      metadata: { tenantId: home.publicId, regionCode: 'us' },
      ...extra,
    });
  const deliver = (event: { payload: string; signature: string }) =>
    h.app.inject({
      method: 'POST',
      url: '/api/Subscription/Webhook',
      headers: {
        host: h.config.mainDomain,
        'content-type': 'application/json',
        'stripe-signature': event.signature,
      },
      payload: event.payload,
    });
  const state = async () => (await h.call('GET', 'Subscription', { as: home.owner })).body;
  const event = (type = 'customer.subscription.updated', options = {}) =>
    signedEvent(type, { object: 'subscription', id: 'sub_9' }, options);

  test('from trial through Checkout to active, by the signed event', async () => {
    expect(await state()).toMatchObject({
      status: 'trial',
      provider: 'stripe',
      isConfirming: false,
      canManage: true,
    });
    const { body } = await h.call('POST', 'Subscription/Checkout', { as: home.owner, body: {} });
    expect(body.url).toMatch(/^https:\/\/checkout\.stripe\.test/);
    expect(await state()).toMatchObject({ isConfirming: true });
    put('sub_9', 'active');
    expect((await deliver(event('checkout.session.completed'))).statusCode).toBe(200);
    expect(await state()).toMatchObject({ status: 'active', seatsPaid: 3, isConfirming: false });
    expect((await h.call('POST', 'Subscription/Checkout', { as: home.owner, body: {} })).status).toBe(422);
    expect(await state()).toMatchObject({ isConfirming: false });
    expect((await h.call('POST', 'Subscription/Portal', { as: home.owner, body: {} })).body.url).toContain(
      'cus_9',
    );
    expect((await h.call('GET', 'Subscription/Invoices', { as: home.owner })).body).toMatchObject([
      { amount: 7200, currency: 'USD' },
    ]);
  });

  test('events that come late, twice and in the wrong order end in the state the service tells', async () => {
    const [paid, failed] = [event(), event('invoice.payment_failed')];
    put('sub_9', 'past_due');
    await deliver(failed);
    expect(await state()).toMatchObject({ status: 'past_due', isActive: true });
    put('sub_9', 'active');
    h.clock.move(1000);
    await deliver(paid);
    h.clock.move(1000);
    await Promise.all([deliver(failed), deliver(paid), deliver(failed)]);
    expect(await state()).toMatchObject({ status: 'active' });
  });

  test('the end of an old subscription takes nothing from a new one', async () => {
    put('sub_old', 'canceled');
    h.clock.move(1000);
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
    expect((await deliver(forged)).statusCode).toBe(400);
    expect(await state()).toMatchObject({ status: 'active' });
    put('sub_9', 'active');
  });

  test('an event whose subscription cannot be asked for is sent again by the service', async () => {
    const ended = event('customer.subscription.deleted');
    put('sub_9', 'canceled');
    stripe.state.isDown = true;
    expect((await deliver(ended)).statusCode).toBe(502);
    stripe.state.isDown = false;
    h.clock.move(1000);
    expect((await deliver(ended)).statusCode).toBe(200);
    expect(await state()).toMatchObject({ status: 'inactive', isActive: false });
  });

  test('unpaid, reading and paying stay open and writing answers 402', async () => {
    h.clock.move(6000);
    expect((await h.call('GET', 'Clients', { as: home.owner })).status).toBe(200);
    const refused = await h.call('POST', 'Webhooks', {
      as: home.owner,
      body: { url: 'https://x.example/', events: ['ping'] },
    });
    expect([refused.status, refused.body.error.type]).toEqual([402, 'subscription_inactive']);
    expect((await h.call('POST', 'Subscription/Checkout', { as: home.owner, body: {} })).status).toBe(200);
    put('sub_9', 'active');
    await deliver(event());
    expect(await state()).toMatchObject({ status: 'active' });
    h.clock.move(6000);
  });

  test('an event about another installation’s workspace is taken and changes nothing', async () => {
    put('sub_far', 'canceled', { metadata: { tenantId: 'zzzzzzz9', regionCode: 'us' } });
    const answer = await deliver(
      signedEvent('customer.subscription.deleted', { object: 'subscription', id: 'sub_far' }),
    );
    expect(answer.statusCode).toBe(200);
    expect(await state()).toMatchObject({ status: 'active' });
  });

  test('with a payment service configured nothing can be simulated', async () => {
    expect(
      (await h.call('POST', 'Subscription/Simulate', { as: home.owner, body: { event: 'pay' } })).status,
    ).toBe(404);
  });
});

describe('webhooks', () => {
  let server: Server;
  let url: string;
  let answerWith = 200;
  const received: { headers: Record<string, unknown>; body: string }[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(answerWith).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => server.close());

  test('a ping is signed, logged and can be sent again with the same id', async () => {
    const made = await h.call('POST', 'Webhooks', { as: admin, body: { url, events: ['ping'] } });
    expect(made.status).toBe(201);
    const { webhookID, secret } = made.body;
    const ping = await h.call('POST', `Webhooks/${webhookID}/Test`, { as: admin, body: {} });
    expect(ping.body.status).toBe('pending');
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1);
    const { createHmac } = await import('node:crypto');
    const {
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signature,
    } = received[0]?.headers ?? {};
    const key = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${at}.${received[0]?.body}`).digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    const log = () => h.call('GET', `Webhooks/${webhookID}/Deliveries`, { as: admin });
    await expect.poll(async () => (await log()).body.items[0].status, { timeout: 10_000 }).toBe('delivered');
    expect((await log()).body.items[0]).toMatchObject({ httpStatus: 200, attempts: 1, event: 'ping' });
    await h.call('POST', `Webhooks/Deliveries/${ping.body.deliveryID}/Replay`, { as: admin, body: {} });
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2);
    expect(received[1]?.headers['webhook-id']).toBe(id);
    expect(received[1]?.body).toBe(received[0]?.body);
  });

  test('a failing receiver is told in the log and tried again later', async () => {
    answerWith = 503;
    const { body } = await h.call('POST', 'Webhooks', { as: admin, body: { url, events: ['ping'] } });
    await h.call('POST', `Webhooks/${body.webhookID}/Test`, { as: admin, body: {} });
    const first = async () =>
      (await h.call('GET', `Webhooks/${body.webhookID}/Deliveries`, { as: admin })).body.items[0];
    await expect.poll(async () => (await first()).attempts, { timeout: 15_000 }).toBe(1);
    expect(await first()).toMatchObject({
      status: 'pending',
      httpStatus: 503,
      error: 'The server answered with status 503.',
    });
    expect(Date.parse((await first()).nextAttemptAt)).toBeGreaterThan(h.clock.now().getTime());
    answerWith = 200;
    h.clock.move(11_000);
    await passInQueue(h.owner(home), 11_000);
    await expect.poll(async () => (await first()).status, { timeout: 15_000 }).toBe('delivered');
  });

  test('the secret is stored sealed and never shown again', async () => {
    const { body } = await h.call('POST', 'Webhooks', { as: admin, body: { url, events: ['ping'] } });
    const list = await h.call('GET', 'Webhooks', { as: admin });
    expect(list.text).not.toContain(body.secret);
    const { secret } = await h.owner(home).one<{ secret: string }>(sql`select secret from app.webhook
      where tenant_id = ${home.tenantId} and id = ${body.webhookID}`);
    expect(secret).not.toContain(String(body.secret).slice(6, 30));
  });

  test.each([
    'http://example.com/hook',
    'https://10.0.0.1/hook',
    'https://[::ffff:192.168.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://user:secret@example.com/',
    'https://example.com:8443/',
    'file:///etc/passwd',
    'nonsense-address',
  ])('security 9: %s is refused as a webhook', async (address) => {
    const { status, body } = await h.call('POST', 'Webhooks', {
      as: admin,
      body: { url: address, events: ['ping'] },
    });
    expect([status, body.errors[0].field]).toEqual([400, 'url']);
  });

  test('a stale version is refused with the current row, without its secret', async () => {
    const { body } = await h.call('POST', 'Webhooks', { as: admin, body: { url, events: ['ping'] } });
    const change = (version: number) =>
      h.call('PUT', `Webhooks/${body.webhookID}`, { as: admin, body: { isActive: false, version } });
    expect((await change(body.version)).body).toMatchObject({ isActive: false });
    const stale = await change(body.version);
    expect([stale.status, stale.body.error.type]).toEqual([409, 'version_conflict']);
    expect(stale.body.current).toMatchObject({ isActive: false });
    expect(stale.text).not.toContain('secret');
  });

  test('a webhook of another workspace is not found, whatever is tried', async () => {
    const { body } = await h.call('POST', 'Webhooks', { as: admin, body: { url, events: ['ping'] } });
    const delivery = (await h.call('POST', `Webhooks/${body.webhookID}/Test`, { as: admin, body: {} })).body
      .deliveryID;
    for (const [method, path, sent] of [
      ['PUT', `Webhooks/${body.webhookID}`, { isActive: false, version: 1 }],
      ['POST', `Webhooks/${body.webhookID}/Secret`, {}],
      ['POST', `Webhooks/${body.webhookID}/Test`, {}],
      ['GET', `Webhooks/${body.webhookID}/Deliveries`, undefined],
      ['POST', `Webhooks/Deliveries/${delivery}/Replay`, {}],
      ['DELETE', `Webhooks/${body.webhookID}`, undefined],
    ] as const) {
      const answer = await h.call(method, path, { as: other.owner, body: sent });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

describe('whole workspace', () => {
  test('out by one route and in by the other, with progress and totals', async () => {
    const begun = await h.call('POST', 'Workspace/Exports', { as: home.owner });
    expect(begun.status).toBe(202);
    const progress = async () =>
      (await h.call('GET', `Workspace/Exports/${begun.body.transferID}`, { as: home.owner })).body;
    await expect.poll(async () => (await progress()).status, { timeout: 20_000 }).toBe('done');
    const headers = await h.headersOf(home.owner);
    const file = await h.app.inject({
      method: 'GET',
      url: `/api/Workspace/Exports/${begun.body.transferID}/File`,
      headers,
    });
    expect(file.headers['content-type']).toBe('application/zip');
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
    const foreign = await h.call('GET', `Workspace/Exports/${begun.body.transferID}/File`, {
      as: other.owner,
    });
    expect(foreign.status).toBe(404);
    const target = await h.addWorkspace({ regionCode: 'eu' });
    const sent = await h.app.inject({
      method: 'POST',
      url: '/api/Workspace/Imports',
      headers: { ...(await h.headersOf(target.owner)), 'content-type': 'application/zip' },
      payload: file.rawPayload,
    });
    expect(sent.statusCode).toBe(202);
    const { transferID } = sent.json();
    await expect
      .poll(
        async () =>
          (await h.call('GET', `Workspace/Exports/${transferID}`, { as: target.owner })).body.status,
        { timeout: 20_000 },
      )
      .toBe('done');
  });

  test('security 6: an export needs a fresh proof of who asks', async () => {
    const headers = await h.headersOf(home.owner, {
      auth_time: Math.floor(h.clock.now().getTime() / 1000) - 700,
    });
    const answer = await h.call('POST', 'Workspace/Exports', { headers });
    expect([answer.status, answer.body.error.type]).toEqual([403, 'step_up_required']);
  });
});

describe('the workspace itself', () => {
  const path = (more = '') => `Workspaces/${home.publicId}${more}`;

  test('an admin renames it from its own address, a stranger and a plain member do not', async () => {
    const renamed = await h.call('PUT', path(), { as: admin, body: { name: 'New name' } });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'New name']);
    expect((await h.call('PUT', path(), { as: member, body: { name: 'Mine' } })).status).toBe(403);
    const stranger = await asAccount(other.owner.userUuid);
    expect((await h.call('PUT', path(), { headers: stranger, body: { name: 'Mine' } })).status).toBe(404);
    expect((await h.call('POST', path('/Archive'), { headers: stranger })).status).toBe(404);
    expect((await h.call('DELETE', path(), { headers: stranger, body: { slug: home.slug } })).status).toBe(
      404,
    );
    expect(
      (await h.call('POST', path('/Transfer'), { headers: stranger, body: { teamMemberID: newId() } }))
        .status,
    ).toBe(404);
  });

  test('a taken address is refused by the provider and nothing changes here', async () => {
    h.provider.failWith = {
      path: new RegExp(`^tenants/${home.publicId}$`),
      status: 409,
      body: { error: { type: 'slug_taken' } },
    };
    const answer = await h.call('PUT', path(), { as: home.owner, body: { slug: 'taken-already' } });
    h.provider.failWith = null;
    expect([answer.status, answer.body.error.type]).toEqual([409, 'slug_taken']);
    const row = await h.owner(home).one(sql`select slug from app.tenant where tenant_id = ${home.tenantId}`);
    expect(row).toEqual({ slug: home.slug });
  });

  test('security 6: archiving, deleting and handing over need a fresh proof of who asks', async () => {
    const stale = await h.headersOf(home.owner, {
      auth_time: Math.floor(h.clock.now().getTime() / 1000) - 700,
    });
    for (const [method, more, body] of [
      ['POST', '/Archive', undefined],
      ['DELETE', '', { slug: home.slug }],
      ['POST', '/Transfer', { teamMemberID: admin.teamMemberID }],
    ] as const) {
      const answer = await h.call(method, path(more), { headers: stale, body });
      expect([answer.status, answer.body.error.type]).toEqual([403, 'step_up_required']);
    }
  });

  test('an admin cannot close it; the owner can, then nobody enters until it is restored from the main domain', async () => {
    expect((await h.call('POST', path('/Archive'), { as: admin })).status).toBe(403);
    expect((await h.call('POST', path('/Archive'), { as: home.owner })).body).toMatchObject({
      status: 'archived',
    });
    h.clock.move(6000);
    expect((await h.call('GET', 'Clients', { as: member })).status).toBe(410);
    const main = await asAccount(home.owner.userUuid);
    const restored = await h.call('POST', path('/Restore'), { headers: main });
    expect(restored.body).toMatchObject({ status: 'active', archivedAt: null });
    h.clock.move(6000);
    expect((await h.call('GET', 'Clients', { as: member })).status).toBe(200);
  });
});
