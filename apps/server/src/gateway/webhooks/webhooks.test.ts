import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { passInQueue } from '../../testing/queued-jobs.ts';
import { openHouse } from '../workspace-lifecycle/house.fixture.ts';

const house = openHouse();

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
    const made = await house.gateway.call('POST', 'Webhooks', {
      as: house.admin,
      body: { url, events: ['ping'] },
    });
    expect(made.status).toBe(201);
    const { webhookID, secret } = made.body;
    const ping = await house.gateway.call('POST', `Webhooks/${webhookID}/Test`, {
      as: house.admin,
      body: {},
    });
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
    const log = () => house.gateway.call('GET', `Webhooks/${webhookID}/Deliveries`, { as: house.admin });
    await expect.poll(async () => (await log()).body.items[0].status, { timeout: 10_000 }).toBe('delivered');
    expect((await log()).body.items[0]).toMatchObject({ httpStatus: 200, attempts: 1, event: 'ping' });
    await house.gateway.call('POST', `Webhooks/Deliveries/${ping.body.deliveryID}/Replay`, {
      as: house.admin,
      body: {},
    });
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2);
    expect(received[1]?.headers['webhook-id']).toBe(id);
    expect(received[1]?.body).toBe(received[0]?.body);
  });

  test('a failing receiver is told in the log and tried again later', async () => {
    answerWith = 503;
    const { body } = await house.gateway.call('POST', 'Webhooks', {
      as: house.admin,
      body: { url, events: ['ping'] },
    });
    await house.gateway.call('POST', `Webhooks/${body.webhookID}/Test`, { as: house.admin, body: {} });
    const first = async () =>
      (await house.gateway.call('GET', `Webhooks/${body.webhookID}/Deliveries`, { as: house.admin })).body
        .items[0];
    // The try is counted when it begins.
    await expect.poll(first, { timeout: 15_000 }).toMatchObject({
      status: 'pending',
      attempts: 1,
      httpStatus: 503,
      error: 'The server answered with status 503.',
    });
    expect(Date.parse((await first()).nextAttemptAt)).toBeGreaterThan(house.gateway.clock.now().getTime());
    answerWith = 200;
    house.gateway.clock.move(11_000);
    await passInQueue(house.gateway.owner(house.home), 11_000);
    await expect.poll(async () => (await first()).status, { timeout: 15_000 }).toBe('delivered');
  });

  test('the secret is stored sealed and never shown again', async () => {
    const { body } = await house.gateway.call('POST', 'Webhooks', {
      as: house.admin,
      body: { url, events: ['ping'] },
    });
    const list = await house.gateway.call('GET', 'Webhooks', { as: house.admin });
    expect(list.text).not.toContain(body.secret);
    const { secret } = await house.gateway
      .owner(house.home)
      .one<{ secret: string }>(sql`select secret from app.webhook
      where tenant_id = ${house.home.tenantId} and id = ${body.webhookID}`);
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
    const { status, body } = await house.gateway.call('POST', 'Webhooks', {
      as: house.admin,
      body: { url: address, events: ['ping'] },
    });
    expect([status, body.errors[0].field]).toEqual([400, 'url']);
  });

  test('a stale version is refused with the current row, without its secret', async () => {
    const { body } = await house.gateway.call('POST', 'Webhooks', {
      as: house.admin,
      body: { url, events: ['ping'] },
    });
    const change = (version: number) =>
      house.gateway.call('PUT', `Webhooks/${body.webhookID}`, {
        as: house.admin,
        body: { isActive: false, version },
      });
    expect((await change(body.version)).body).toMatchObject({ isActive: false });
    const stale = await change(body.version);
    expect([stale.status, stale.body.error.type]).toEqual([409, 'version_conflict']);
    expect(stale.body.current).toMatchObject({ isActive: false });
    expect(stale.text).not.toContain('secret');
  });

  test('a webhook of another workspace is not found, whatever is tried', async () => {
    const { body } = await house.gateway.call('POST', 'Webhooks', {
      as: house.admin,
      body: { url, events: ['ping'] },
    });
    const delivery = (
      await house.gateway.call('POST', `Webhooks/${body.webhookID}/Test`, { as: house.admin, body: {} })
    ).body.deliveryID;
    for (const [method, path, sent] of [
      ['PUT', `Webhooks/${body.webhookID}`, { isActive: false, version: 1 }],
      ['POST', `Webhooks/${body.webhookID}/Secret`, {}],
      ['POST', `Webhooks/${body.webhookID}/Test`, {}],
      ['GET', `Webhooks/${body.webhookID}/Deliveries`, undefined],
      ['POST', `Webhooks/Deliveries/${delivery}/Replay`, {}],
      ['DELETE', `Webhooks/${body.webhookID}`, undefined],
    ] as const) {
      const answer = await house.gateway.call(method, path, { as: house.other.owner, body: sent });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});
