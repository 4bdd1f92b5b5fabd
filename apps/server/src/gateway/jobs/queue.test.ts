import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { enqueue, HopelessJobError } from './queue.ts';
import { createJobWorker, type JobHandler } from './worker.ts';

let app: TestDatabase;
let now: Date;
const clock = { now: () => now };
const log = { error: () => {}, warn: () => {} };

beforeAll(async () => {
  app = await createTestDatabase('app');
});
afterAll(() => app.drop());
beforeEach(async () => {
  now = new Date('2026-11-21T08:00:00Z');
  await app.owner.run(sql`delete from app.outbox`);
});

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const worker = (handlers: Record<string, JobHandler>) =>
  createJobWorker({ regions: [{ code: 'us', database: app.database }], clock, log, handlers, periodic: [] });
const add = (kind: string, payload: Record<string, unknown> = {}, key?: string) =>
  enqueue(app.database, clock, { kind, tenantId: null, payload, ...(key ? { key } : {}) });

test('a job is there only when its transaction was committed', async () => {
  const seen: unknown[] = [];
  await app.database
    .transaction(async (tx) => {
      await enqueue(tx, clock, { kind: 'note', tenantId: null, payload: { n: 1 } });
      throw new Error('rolled back');
    })
    .catch(() => {});
  await add('note', { n: 2 });
  await worker({ note: async (job) => void seen.push(job.payload) }).runDue();
  expect(seen).toEqual([{ n: 2 }]);
});

test('two hundred jobs over four workers: each done once', async () => {
  const seen: number[] = [];
  for (let n = 0; n < 200; n++) await add('note', { n });
  const handlers = {
    note: async (job: { payload: Record<string, unknown> }) => void seen.push(Number(job.payload['n'])),
  };
  await Promise.all([1, 2, 3, 4].map(() => worker(handlers).runDue()));
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

test('a job whose process died is done again after its lease', async () => {
  let tries = 0;
  await add('note');
  const dead =
    app.database.rows(sql`update app.outbox set locked_until = ${new Date(now.getTime() + 300_000)}, attempts = 1
    returning id`);
  await dead;
  const alive = worker({ note: async () => void tries++ });
  expect(await alive.runDue()).toBe(0);
  later(301_000);
  expect(await alive.runDue()).toBe(1);
  expect(tries).toBe(1);
});

test('a failing job waits longer each time and is put aside after ten tries', async () => {
  await add('note');
  const failing = worker({
    note: async () => {
      throw new Error('no luck');
    },
  });
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect(await failing.runDue()).toBe(1);
    expect(await failing.runDue()).toBe(0);
    const [row] = await app.owner.rows<{ availableAt: Date; deadAt: Date | null; error: string }>(sql`select
      available_at as "availableAt", dead_at as "deadAt", error from app.outbox`);
    expect(row?.error).toBe('no luck');
    expect(row?.deadAt !== null).toBe(attempt === 10);
    waits.push(((row?.availableAt.getTime() ?? 0) - now.getTime()) / 1000);
    later(3600_000);
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600]);
  expect(await failing.runDue()).toBe(0);
});

test('a hopeless job is put aside at once', async () => {
  await add('note');
  await worker({
    note: async () => {
      throw new HopelessJobError('never');
    },
  }).runDue();
  const rows = await app.owner.rows(sql`select 1 as one from app.outbox where dead_at is not null`);
  expect(rows).toHaveLength(1);
});

test('a key keeps one open job; after it was done there may be another', async () => {
  let runs = 0;
  const once = worker({ note: async () => void runs++ });
  await add('note', {}, 'only-one');
  await add('note', {}, 'only-one');
  await once.runDue();
  await add('note', {}, 'only-one');
  await once.runDue();
  expect(runs).toBe(2);
});

test('jobs of the future and of kinds nobody knows stay where they are', async () => {
  await add('unknown');
  await enqueue(app.database, clock, {
    kind: 'note',
    tenantId: newId(),
    payload: {},
    availableAt: new Date(now.getTime() + 1000),
  });
  const idle = worker({ note: async () => {} });
  expect(await idle.runDue()).toBe(0);
  later(1000);
  expect(await idle.runDue()).toBe(1);
});
