import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createSafeFetch } from '../../platform/safe-fetch.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import { deliveryLane } from '../../platform/webhooks/deliver.ts';
import { newWebhookSecret } from '../../platform/webhooks/signature.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { clearQueue, passInQueue } from '../../testing/queued-jobs.ts';
import { emitEvent } from '../jobs/events.ts';
import { enqueue } from '../jobs/queue.ts';
import { createJobWorker, type JobWorkerOptions } from '../jobs/worker.ts';
import { createEventFanOut, createWebhookDeliverer, secretOwner } from './deliver.ts';

/** What is promised about the deliveries of a workspace's webhooks. */
let app: TestDatabase;
let server: Server;
let tenantId: string;
let now = new Date('2026-11-21T08:00:00Z');
const clock = { now: () => now };
const log = { error: () => {}, warn: () => {} };
const secrets = createSecrets(Buffer.alloc(32, 3));
const received: { at: string; id: string; minutes: number; who: string }[] = [];
const behave = new Map<string, number | 'hang'>();

beforeAll(async () => {
  app = await createTestDatabase('app');
  server = createServer(async (request, response) => {
    const at = request.url ?? '';
    let text = '';
    for await (const chunk of request) text += chunk;
    const { data } = JSON.parse(text);
    received.push({
      at,
      id: String(request.headers['webhook-id']),
      minutes: data.minutes,
      who: data.teamMemberID,
    });
    const status = behave.get(at) ?? 200;
    if (status !== 'hang') response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.drop();
});
beforeEach(async () => {
  tenantId = newId();
  await app.owner.run(sql`insert into app.tenant (tenant_id, public_id, name, slug, region_code, created_by, created_at, updated_at)
    values (${tenantId}, ${tenantId.slice(-8)}, 'Told', ${`told-${tenantId.slice(-8)}`}, 'us', ${newId()}, ${now}, ${now})`);
  received.length = 0;
  behave.clear();
  await clearQueue(app.owner);
});

const worker = (more: Pick<JobWorkerOptions, 'handlers' | 'longJobs'> = { handlers: {} }, timeoutMs = 5000) =>
  createJobWorker({
    regions: [{ code: 'us', database: app.database, queue: app.queue }],
    log,
    ...more,
    handlers: { ...more.handlers, 'webhook.event': createEventFanOut({ clock }) },
    deliveries: {
      'webhook.deliver': createWebhookDeliverer({
        clock,
        log,
        secrets,
        post: createSafeFetch({ clock, allowLoopback: true, pauses: 'address', timeoutMs }),
      }),
    },
    periodic: [],
  });

async function work(): Promise<void> {
  while ((await worker().runDue()) > 0);
}

async function pass(milliseconds: number): Promise<void> {
  now = new Date(now.getTime() + milliseconds);
  await passInQueue(app.owner, milliseconds);
}

async function addHook(path: string): Promise<string> {
  const id = newId();
  const sealed = secrets.seal(newWebhookSecret(), secretOwner(tenantId, id)).sealed.toString('base64');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  await app.owner.run(sql`insert into app.webhook (tenant_id, id, url, secret, events, created_at, updated_at)
    values (${tenantId}, ${id}, ${url}, ${sealed}, ${['entry.saved']}, ${now}, ${now})`);
  return id;
}

const save = (teamMemberID: string, minutes: number) =>
  app.database.withTenant(tenantId, (tx) =>
    emitEvent(tx, clock, tenantId, { event: 'entry.saved', data: { teamMemberID, minutes } }),
  );
const deliveries = (webhookId: string) =>
  app.owner.rows<{ status: string; attempts: number }>(sql`select status, attempts from app.webhook_delivery
    where tenant_id = ${tenantId} and webhook_id = ${webhookId} order by queued_at`);

test('events of one person arrive in their order, also after a failure; others need not wait; the id stays', async () => {
  await addHook('/a');
  behave.set('/a', 500);
  await save('ada', 1);
  await save('ada', 2);
  await save('eve', 3);
  await work();
  expect(received.map(({ who, minutes }) => [who, minutes])).toEqual([
    ['ada', 1],
    ['eve', 3],
  ]);
  behave.set('/a', 200);
  await pass(10_000);
  await work();
  const ofAda = received.filter(({ who }) => who === 'ada');
  expect(ofAda.map(({ minutes }) => minutes)).toEqual([1, 1, 2]);
  expect(ofAda[0]?.id).toBe(ofAda[1]?.id);
  expect(ofAda[1]?.id).not.toBe(ofAda[2]?.id);
});

test('of two transactions that wait for the same row the event of the later one comes later, whichever began first', async () => {
  await addHook('/a');
  await app.database.withTenant(tenantId, async (early) => {
    await early.run(sql`select 1`);
    await save('ada', 1);
    await emitEvent(early, clock, tenantId, {
      event: 'entry.saved',
      data: { teamMemberID: 'ada', minutes: 2 },
    });
  });
  await Promise.all([work(), work()]);
  expect(received.map(({ minutes }) => minutes)).toEqual([1, 2]);
});

/** Longer than the test: what goes on meanwhile did not wait for the end of a call. */
const hangsOn = 300_000;
const whileItHangs = { timeout: 30_000 };

/** Calls that hang end with their connections. */
async function endHanging(running: ReturnType<typeof worker>): Promise<void> {
  behave.clear();
  server.closeAllConnections();
  await running.stop();
}

test('a receiver that hangs holds itself alone', async () => {
  behave.set('/hangs', 'hang');
  const hanging = await addHook('/hangs');
  await addHook('/works');
  const running = worker({ handlers: {} }, hangsOn);
  running.start();
  try {
    for (const minutes of [1, 2, 3]) await save('ada', minutes);
    const ofWorking = () => received.filter(({ at }) => at === '/works').map(({ minutes }) => minutes);
    await expect.poll(ofWorking, whileItHangs).toEqual([1, 2, 3]);
    const ofHanging = async () =>
      (await deliveries(hanging)).map(({ status, attempts }) => `${status} ${attempts}`).sort();
    await expect.poll(ofHanging, whileItHangs).toEqual(['waiting 0', 'waiting 0', 'waiting 1']);
  } finally {
    await endHanging(running);
  }
}, 120_000);

test('receivers that hang in every slot hold up no other work', async () => {
  const paths = Array.from({ length: deliveryLane.concurrency }, (_, number) => `/hangs-${number}`);
  for (const path of paths) {
    behave.set(path, 'hang');
    await addHook(path);
  }
  const done: string[] = [];
  const note = async ({ kind }: { kind: string }) => void done.push(kind);
  const running = worker({ handlers: { reminder: note }, longJobs: { export: note } }, hangsOn);
  running.start();
  try {
    await save('ada', 1);
    await expect.poll(() => new Set(received.map(({ at }) => at)), whileItHangs).toEqual(new Set(paths));
    for (const kind of ['reminder', 'export'])
      await enqueue(app.database, clock, { kind, tenantId, payload: {} });
    await expect.poll(() => done.toSorted(), whileItHangs).toEqual(['export', 'reminder']);
    const open = await app.owner.rows<{ status: string; attempts: number }>(
      sql`select status, attempts from app.webhook_delivery where tenant_id = ${tenantId}`,
    );
    expect(open).toEqual(paths.map(() => ({ status: 'waiting', attempts: 1 })));
  } finally {
    await endHanging(running);
  }
}, 120_000);

test('ten tries, then it is given up, and what waited behind it goes on', async () => {
  const hook = await addHook('/a');
  behave.set('/a', 503);
  await save('ada', 1);
  await save('ada', 2);
  for (let turn = 0; turn < 10; turn++) {
    await work();
    await pass(3600_000);
  }
  expect((await deliveries(hook))[0]).toEqual({ status: 'dead', attempts: 10 });
  behave.set('/a', 200);
  await work();
  expect((await deliveries(hook))[1]).toMatchObject({ status: 'delivered' });
});
