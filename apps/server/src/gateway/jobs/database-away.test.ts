import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdBack } from '../../platform/connections.ts';
import { openDatabase } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { startCutProxy } from '../../testing/cut-proxy.fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { clearQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import { enqueue } from './queue.ts';
import { createJobWorker, type JobHandler } from './worker.ts';

let app: TestDatabase;
const clock = { now: () => new Date() };
const patient = { timeout: 15_000, interval: 20 };
const log = { error: () => {}, warn: () => {} };

beforeAll(async () => {
  app = await createTestDatabase('app');
});
afterAll(() => app.drop());
beforeEach(() => clearQueue(app.owner));

const worker = (handlers: Record<string, JobHandler>, queue = app.queue) =>
  createJobWorker({
    regions: [{ code: 'us', database: app.database, queue }],
    log,
    handlers,
    periodic: [],
  });
const add = () => enqueue(app.database, clock, { kind: 'note', tenantId: null, payload: {} });

/** Statements of the worker that wait for a lock. */
const waiting = async () => {
  const { count } = await app.queue.one<{ count: number }>(sql`select count(*) from pg_stat_activity
    where usename = current_user and datname = current_database() and wait_event_type = 'Lock'`);
  return count;
};

test('the database goes away while several jobs of a lane end: it goes on, and ends when it is told to', async () => {
  const finish: (() => void)[] = [];
  let isAway = true;
  const running = worker({
    note: () => (isAway ? new Promise<void>((resolve) => void finish.push(resolve)) : Promise.resolve()),
  });
  for (let job = 0; job < 3; job++) await add();
  running.start();
  await expect.poll(() => finish.length, patient).toBe(3);
  await app.owner.transaction(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.run(sql`select from graphile_worker._private_jobs for update`);
    // One by one, so that each is told of in a statement of its own.
    for (const [index, resolve] of finish.entries()) {
      resolve();
      await expect.poll(waiting, patient).toBe(index + 1);
    }
    await app.queue.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and datname = current_database() and wait_event_type = 'Lock'`);
  });
  isAway = false;
  await clearQueue(app.owner);
  await add();
  await expect.poll(() => queuedJobs(app.owner), { timeout: 30_000 }).toEqual([]);
  await running.stop();
});

test('a lane that begins anew leaves a long job of another lane of its process alone', async () => {
  const told: string[] = [];
  const begun: string[] = [];
  let [endNote, endLong] = [() => {}, () => {}];
  const long = new Promise<void>((resolve) => {
    endLong = resolve;
  });
  const held = new Promise<void>((resolve) => {
    endNote = resolve;
  });
  const running = createJobWorker({
    regions: [{ code: 'us', database: app.database, queue: app.queue }],
    log: { error: () => {}, warn: (_about: unknown, text: string) => void told.push(text) } as never,
    handlers: {
      note: () => {
        begun.push('note');
        return held;
      },
    },
    longJobs: {
      long: () => {
        begun.push('long');
        return long;
      },
    },
    periodic: [],
    // The next sign of life comes long after the lane began anew.
    aliveMs: 3_600_000,
  });
  await add();
  await enqueue(app.database, clock, { kind: 'long', tenantId: null, payload: {} });
  running.start();
  await expect.poll(() => begun.toSorted(), patient).toEqual(['long', 'note']);
  await app.owner.run(
    sql`update graphile_worker._private_jobs set locked_at = now() - interval '6 minutes'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'long')`,
  );
  await app.owner.transaction(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.run(sql`select from graphile_worker._private_jobs
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'note') for update`);
    endNote();
    await expect.poll(waiting, patient).toBe(1);
    await app.queue.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and datname = current_database() and wait_event_type = 'Lock'`);
  });
  // What was not noted as done is leased to nobody who lives, and here to nobody at all.
  await app.owner.run(
    sql`delete from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'note')`,
  );
  await add();
  await expect.poll(() => begun.filter((kind) => kind === 'note').length, { timeout: 30_000 }).toBe(2);
  endLong();
  await expect.poll(() => queuedJobs(app.owner), { timeout: 30_000 }).toEqual([]);
  await running.stop();
  expect(begun.filter((kind) => kind === 'long')).toEqual(['long']);
  expect(told).not.toContain('a job is tried again: its process ended');
});

test('an outage is told once of a place, not by each lane at each try', async () => {
  const { host = '', port = 0, user, database } = app.queue.pool.options;
  const proxy = await startCutProxy({ host, port });
  await proxy.refuse();
  const queue = openDatabase({
    address: { host: '127.0.0.1', port: proxy.port, user: user ?? '', database: database ?? '' },
  });
  let tries = 0;
  const connect = queue.pool.connect.bind(queue.pool);
  queue.pool.connect = ((...args: []) => {
    tries += 1;
    return connect(...args);
  }) as typeof connect;
  const told: string[] = [];
  const note = (_about: unknown, text: string) => void told.push(text);
  const done = { note: async () => {} };
  const running = createJobWorker({
    regions: [{ code: 'us', database: app.database, queue }],
    log: { error: note, warn: note } as never,
    handlers: done,
    deliveries: done,
    longJobs: done,
    periodic: [],
    aliveMs: 50,
  });
  running.start();
  // Each lane more than once.
  await expect.poll(() => tries, { timeout: 30_000 }).toBeGreaterThan(6);
  expect(told).toEqual(['the queue could not be worked on']);
  await proxy.mend();
  await add();
  await expect.poll(() => queuedJobs(app.owner), { timeout: 30_000 }).toEqual([]);
  await running.stop();
  await queue.close();
  await proxy.close();
});

test('a region that is held back is nothing to tell of, however often its turn for a sign of life comes', async () => {
  const queue = openDatabase({ address: app.queue.pool.options as never });
  holdBack(queue.pool, 'not looked at yet');
  const told: string[] = [];
  const note = (_about: unknown, text: string) => void told.push(text);
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isBegun = false;
  const running = createJobWorker({
    regions: [
      { code: 'eu', database: app.database, queue },
      { code: 'us', database: app.database, queue: app.queue },
    ],
    log: { error: note, warn: note } as never,
    handlers: {
      note: () => {
        isBegun = true;
        return held;
      },
    },
    periodic: [],
    aliveMs: 200,
  });
  await add();
  running.start();
  await expect.poll(() => isBegun, patient).toBe(true);
  // The sign of life of the other region has come: that of this one comes before it.
  await app.owner.run(sql`update graphile_worker._private_jobs set locked_at = now() - interval '4 minutes'`);
  const isRenewed = async () =>
    (
      await app.owner.one<{ is: boolean }>(
        sql`select locked_at > now() - interval '1 minute' as is from graphile_worker._private_jobs`,
      )
    ).is;
  await expect.poll(isRenewed, patient).toBe(true);
  finish();
  await expect.poll(() => queuedJobs(app.owner), patient).toEqual([]);
  await running.stop();
  await queue.close();
  expect(told).toEqual([]);
});

/** What nobody hears ends a process of ours, as it fails a run of tests. */
test('a connection that breaks while it is given back ends nothing', async () => {
  const { host = '', port = 0, user, database } = app.queue.pool.options;
  const proxy = await startCutProxy({ host, port });
  const queue = openDatabase({
    address: { host: '127.0.0.1', port: proxy.port, user: user ?? '', database: database ?? '' },
  });
  const { pool } = queue;
  const busy = () => pool.totalCount - pool.idleCount;
  const running = worker({ note: async () => {} }, queue);
  running.start();
  await add();
  await expect.poll(() => queuedJobs(app.owner), patient).toEqual([]);
  // The one that listens is all that is in use.
  await expect.poll(busy, patient).toBe(1);
  await app.queue.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = current_user and datname = current_database() and query like 'LISTEN%'`);
  await expect.poll(busy, { ...patient, interval: 1 }).toBe(0);
  proxy.swallow();
  // It listens anew, and hears nothing.
  await expect.poll(busy, patient).toBeGreaterThan(0);
  const stopped = running.stop();
  await proxy.mend();
  await stopped;
  await queue.close();
  await proxy.close();
  expect(pool.totalCount).toBe(0);
});

test('who heard nothing for a while says that it lives, and takes nobody for dead before others could', async () => {
  let isBegun = false;
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const begin = async () => {
    isBegun = true;
    await held;
  };
  const running = createJobWorker({
    regions: [{ code: 'us', database: app.database, queue: app.queue }],
    log,
    handlers: { note: begin },
    periodic: [],
    aliveMs: 500,
  });
  running.start();
  await add();
  await expect.poll(() => isBegun, patient).toBe(true);
  const availableAt = new Date(Date.now() + 3_600_000);
  await enqueue(app.database, clock, { kind: 'left', tenantId: null, payload: {}, availableAt });
  // In a second it is left for five minutes, by one that may have stood still as well.
  const leave = sql`update graphile_worker._private_jobs set locked_at = now() - interval '299 seconds', locked_by = 'another'
    where locked_by is null returning now()::text as now`;
  const { now } = await app.owner.one<{ now: string }>(leave);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
  type Leases = { own: number; others: number };
  const read = () =>
    app.owner.one<Leases>(sql`select count(*) filter (where locked_at > ${now}::timestamptz + interval '2 seconds') as own,
      count(*) filter (where locked_by = 'another') as others from graphile_worker._private_jobs`);
  await expect.poll(read, { timeout: 15_000, interval: 10 }).toMatchObject({ own: 1 });
  expect(await read()).toEqual({ own: 1, others: 1 });
  await expect.poll(read, patient).toEqual({ own: 1, others: 0 });
  finish();
  await running.stop();
});
