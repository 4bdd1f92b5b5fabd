import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import { type OpenSpan, runBelow } from '../../../platform/tracing/tracing.ts';
import { type AuthHarness, type Json, startAuth } from '../../../testing/auth-harness.ts';
import { clearQueue, passInQueue, queuedJobs } from '../../../testing/queued-jobs.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

/** What is promised about every delivery: at least once, one id, in order, nobody waits for another, an end. */
let auth: AuthHarness;
let receiver: Receiver;
let house: Json;
const second = 1000;
const minute = 60 * second;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  receiver = await startReceiver();
  house = await key('POST /tenants', { name: 'House' });
  await key(`PUT /tenants/${auth.rootId}`, { webhooks: { user: receiver.url('/root') } });
  await key(`PUT /tenants/${house.tenantId}`, { webhooks: { user: receiver.url('/house') } });
});
afterAll(async () => {
  await receiver.close();
  await auth.close();
});
beforeEach(async () => {
  receiver.behave.clear();
  await auth.db.owner.run(sql`delete from auth.webhook_delivery`);
  await auth.db.owner.run(sql`update auth.webhook set busy_until = null`);
  await clearQueue(auth.db.owner);
  receiver.news();
  auth.clock.advance(minute);
});

async function key(route: string, body?: unknown): Promise<Json> {
  const answer = await auth.call(route, { bearer: auth.adminKey, origin: null, ...(body ? { body } : {}) });
  if (answer.status !== 200) throw new Error(`${route} answered ${answer.text}`);
  return answer.body;
}

let people = 0;
const addPerson = (more: object = {}) => key('POST /users', { email: `p-${++people}@example.com`, ...more });
const rename = (person: Json, name: string) => key(`PUT /users/${person.userUuid}`, { name });
const work = () => auth.service.workOffQueue();
const pass = async (milliseconds: number) => {
  auth.clock.advance(milliseconds);
  await passInQueue(auth.db.owner, milliseconds);
};
const deliveries = async (tenantId = auth.rootId) =>
  (await key(`GET /tenants/${tenantId}/webhooks/deliveries`)).results as Json[];

test('what follows from a change of a person belongs to its trace', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const span: OpenSpan = { traceparent, run: (below) => below(), end: () => {} };
  await runBelow(span, () => addPerson());
  const traces = await auth.db.owner.rows(sql`
    select t.identifier as kind, j.payload->'data'->>'traceparent' as trace
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`);
  expect(traces).toEqual([{ kind: 'person.event', trace: traceparent }]);
});

test('a delivery that fails comes again with the same id, and later news of the same person wait for it', async () => {
  receiver.behave.set('/root', 500);
  const ada = await addPerson();
  await rename(ada, 'Ada');
  const eve = await addPerson();
  await work();
  // Of each person only the first was tried.
  expect(receiver.news()).toEqual(['root create', 'root create']);
  receiver.behave.set('/root', 200);
  await rename(ada, 'Ada Lovelace');
  await work();
  expect(receiver.news()).toEqual([]);
  await pass(10 * second);
  await work();
  const told = receiver.received.slice(-4).map(({ body }) => [body.record.userUuid, body.action]);
  expect(told.filter(([who]) => who === ada.userUuid)).toEqual([
    [ada.userUuid, 'create'],
    [ada.userUuid, 'update'],
    [ada.userUuid, 'update'],
  ]);
  expect(told.filter(([who]) => who === eve.userUuid)).toEqual([[eve.userUuid, 'create']]);
  const ids = receiver.received
    .filter(({ body }) => body.record.userUuid === ada.userUuid && body.action === 'create')
    .map(({ deliveryId }) => deliveryId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('many changes at once by several processes arrive in the order in which they were made', async () => {
  const person = await addPerson();
  const others = await Promise.all([1, 2, 3].map(() => addPerson()));
  for (let n = 0; n < 5; n++) {
    await Promise.all([rename(person, `name ${n}`), ...others.map((one) => rename(one, `other ${n}`))]);
    if (n % 2 === 1) await Promise.all([work(), work()]);
  }
  await Promise.all([work(), work(), work()]);
  for (const { userUuid } of [person, ...others]) {
    const own = receiver.received.filter(
      ({ at, body }) => at === '/root' && body.record.userUuid === userUuid,
    );
    expect(own[0]?.body.action).toBe('create');
    expect(own).toHaveLength(6);
    const names = own.map(({ body }) => String(body.record.name ?? ''));
    expect(names).toEqual(names.toSorted());
    expect(names.at(-1)).toMatch(/4$/);
  }
});

test('a receiver that hangs holds up neither another one nor other jobs', async () => {
  const own = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  try {
    const ask = async (route: string, body: unknown) =>
      (await own.call(route, { bearer: own.adminKey, origin: null, body })).body;
    const child = await ask('POST /tenants', { name: 'Child' });
    receiver.behave.set('/hangs', 'hang');
    await ask(`PUT /tenants/${own.rootId}`, { webhooks: { user: receiver.url('/hangs') } });
    await ask(`PUT /tenants/${child.tenantId}`, { webhooks: { user: receiver.url('/works') } });
    own.service.startWorkers();
    const person = await ask('POST /users', { email: 'waits@example.com', tenantId: child.tenantId });
    for (const name of ['A', 'B', 'C']) await ask(`PUT /users/${person.userUuid}`, { name });
    await expect.poll(() => receiver.latest('/works')?.body.record.name, { timeout: 60_000 }).toBe('C');
    // The one that hangs was called for the first news alone, and has taken none.
    const taken = await own.db.owner.rows(sql`select d.id from auth.webhook_delivery d
      join auth.webhook w on w.id = d.webhook_id where d.status = 'delivered' and w.url like '%hangs'`);
    expect(taken).toEqual([]);
    expect(
      new Set(receiver.received.filter(({ at }) => at === '/hangs').map((one) => one.deliveryId)).size,
    ).toBe(1);
  } finally {
    await own.close();
  }
});

describe('crashes', () => {
  test('what was committed is told by another process, also when one is killed in the middle of a call', async () => {
    const own = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
    try {
      await own.call(`PUT /tenants/${own.rootId}`, {
        bearer: own.adminKey,
        body: { webhooks: { user: receiver.url('/crash') } },
      });
      const person = await own.signUp('crash@example.com');
      const fixture = fileURLToPath(new URL('killed-deliverer.fixture.ts', import.meta.url));
      const addresses = [own.db.database, own.db.queue].map(({ pool }) => {
        const { host, port, user, database } = pool.options;
        return JSON.stringify({ host, port, user, database });
      });
      for (const kind of ['person.event', 'webhook.deliver']) {
        const child = spawn(process.execPath, [fixture, kind, ...addresses], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await once(createInterface({ input: child.stdout }), 'line');
        child.kill('SIGKILL');
        await once(child, 'exit');
        await own.service.workOffQueue();
        expect(receiver.received.filter(({ at }) => at === '/crash')).toEqual([]);
        own.clock.advance(6 * minute);
        await passInQueue(own.db.owner, 6 * minute);
        if (kind === 'person.event') await tellOnly(own);
      }
      await own.service.workOffQueue();
      const told = receiver.received.filter(({ at }) => at === '/crash');
      expect(told.map(({ body }) => [body.action, body.record.userUuid])).toEqual([
        ['create', person.userUuid],
      ]);
    } finally {
      await own.close();
    }
  });

  test('a try that ends its process is counted, so that it does not go on for ever', async () => {
    await addPerson();
    await work();
    await auth.db.owner.run(
      sql`update auth.webhook_delivery set status = 'waiting', tries = 10, run_at = ${auth.clock.now()}`,
    );
    receiver.behave.set('/root', 500);
    const { id } = (await deliveries())[0] ?? {};
    await auth.db.owner.run(
      sql`select auth.enqueue('webhook.deliver', ${newId()}::uuid, ${JSON.stringify({ deliveryId: id })}::jsonb, interval '0', null)`,
    );
    await work();
    expect((await deliveries())[0]).toMatchObject({ status: 'dead', tries: 11 });
  });
});

/** Notes become deliveries, and no delivery is made: the receiver is held by somebody who is gone. */
async function tellOnly(own: AuthHarness): Promise<void> {
  const until = new Date(own.clock.now().getTime() + 20 * second);
  await own.db.owner.run(sql`update auth.webhook set busy_until = ${until}`);
  await own.service.workOffQueue();
  expect(await queuedJobs(own.db.owner)).toMatchObject([{ kind: 'webhook.deliver' }]);
  own.clock.advance(minute);
  await passInQueue(own.db.owner, minute);
}

test('ten tries, then a dead letter that is listed with its reason, and what waited behind it goes on', async () => {
  receiver.behave.set('/root', 503);
  const person = await addPerson();
  await rename(person, 'Later');
  for (let turn = 0; turn < 10; turn++) {
    await work();
    await pass(60 * minute);
  }
  // With the first try of what waited behind it.
  expect(receiver.news()).toHaveLength(11);
  const [later, dead] = await deliveries();
  expect(dead).toMatchObject({
    status: 'dead',
    tries: 10,
    responseStatus: 503,
    lastError: 'The server answered with status 503.',
  });
  expect(later).toMatchObject({ status: 'waiting', tries: 1 });
  expect(auth.logLines.some((line) => line.includes('given up') && line.includes(dead?.id))).toBe(true);
  receiver.behave.set('/root', 200);
  await work();
  expect(receiver.news()).toEqual(['root update']);
  await key(`POST /tenants/${auth.rootId}/webhooks/deliveries/${dead?.id}/replay`);
  await work();
  expect(receiver.latest('/root')).toMatchObject({ deliveryId: dead?.id, body: { action: 'create' } });
  expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
});

describe('what waited before', () => {
  test('the version before left its deliveries without a job: they are sent', async () => {
    const { id } = await auth.db.owner.one<{ id: string }>(
      sql`select w.id from auth.webhook w join auth.tenant t on t.id = w.tenant_id where t.public_id = ${auth.rootId}`,
    );
    const add = (status: string, claimedUntil: Date | null) =>
      auth.db.owner.run(sql`insert into auth.webhook_delivery (id, webhook_id, event, payload, status, run_at, claimed_until, created_at)
        values (${newId()}, ${id}, 'user', ${JSON.stringify({ action: 'create', record: { from: status } })}, ${status}, ${auth.clock.now()},
          ${claimedUntil}, ${auth.clock.now()})`);
    await add('waiting', null);
    await add('waiting', new Date(auth.clock.now().getTime() + minute));
    await add('delivered', null);
    const adopt = async () => {
      const { adoptDeliveries } = await import('./deliveries.ts');
      await adoptDeliveries(auth.service.context);
      await work();
    };
    await adopt();
    // The one that the process of before is still at is its own until its claim ends; both are there and due.
    expect(receiver.news()).not.toEqual([]);
    await pass(2 * minute);
    await adopt();
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
  });
});

test('nothing is sent to a webhook that was switched off meanwhile', async () => {
  receiver.behave.set('/root', 500);
  await addPerson();
  await work();
  await key(`PUT /tenants/${auth.rootId}`, { webhooks: { user: null } });
  receiver.news();
  await pass(minute);
  await work();
  expect(receiver.news()).toEqual([]);
  expect(await deliveries()).toMatchObject([{ status: 'dead', lastError: 'The webhook was switched off.' }]);
  await key(`PUT /tenants/${auth.rootId}`, { webhooks: { user: receiver.url('/root') } });
});
