import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { countJobs, removeDead, removeJobsOf } from '../../platform/queue/claims.ts';
import { createDurations } from '../../platform/queue/durations.ts';
import { HopelessJobError } from '../../platform/queue/job.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { clearQueue, passInQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import { enqueue } from './queue.ts';
import { createJobWorker, type JobHandler, type PeriodicTask } from './worker.ts';

let app: TestDatabase;
const clock = { now: () => new Date('2026-11-21T08:00:00Z') };
const log = { error: () => {}, warn: () => {} };

beforeAll(async () => {
  app = await createTestDatabase('app');
});
afterAll(() => app.drop());
beforeEach(() => clearQueue(app.owner));

const worker = (handlers: Record<string, JobHandler>, periodic: PeriodicTask[] = []) =>
  createJobWorker({
    regions: [{ code: 'us', database: app.database, queue: app.queue }],
    log,
    handlers,
    periodic,
  });
const add = (kind: string, payload: Record<string, unknown> = {}, key?: string) =>
  enqueue(app.database, clock, { kind, tenantId: null, payload, ...(key ? { key } : {}) });
const fail = async () => {
  throw new Error('no luck');
};

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

test('how long each job took is told, done and failed', async () => {
  const durations = createDurations('gateway');
  await add('note');
  await add('bad');
  await createJobWorker({
    regions: [{ code: 'us', database: app.database, queue: app.queue }],
    log,
    durations,
    handlers: { note: async () => {}, bad: fail },
    periodic: [],
  }).runDue();
  const { values } = await durations.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  expect(counts.map(({ labels: { kind, outcome }, value }) => [kind, outcome, value])).toEqual(
    expect.arrayContaining([
      ['bad', 'failed', 1],
      ['note', 'done', 1],
    ]),
  );
});

test('two hundred jobs over four workers: each done once', async () => {
  const seen: number[] = [];
  for (let n = 0; n < 200; n++) await add('note', { n });
  const handlers = {
    note: async (job: { payload: Record<string, unknown> }) => void seen.push(Number(job.payload['n'])),
  };
  await Promise.all([1, 2, 3, 4].map(() => worker(handlers).runDue()));
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  expect(await queuedJobs(app.owner)).toEqual([]);
});

test('a failing job waits longer each time and is put aside after ten tries', async () => {
  await add('note');
  const failing = worker({ note: fail });
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect(await failing.runDue()).toBe(1);
    expect(await failing.runDue()).toBe(0);
    const [job] = await queuedJobs(app.owner);
    expect(job).toMatchObject({ error: 'no luck', attempts: attempt, isDead: attempt === 10 });
    waits.push(Math.round(job?.waitSeconds ?? 0));
    await passInQueue(app.owner, 3600_000);
  }
  // What passed between the failure and the look at it is a second at most.
  [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600].forEach((wait, index) => {
    expect(wait - (waits[index] ?? 0)).toBeOneOf([0, 1]);
  });
  expect(await failing.runDue()).toBe(0);
});

describe('a job that was put aside', () => {
  const hopeless = {
    note: async () => {
      throw new HopelessJobError('never');
    },
  };

  test('goes there at once when no try can help, leaves its key free, and is counted', async () => {
    await add('note', {}, 'only-one');
    await worker(hopeless).runDue();
    expect(await queuedJobs(app.owner)).toMatchObject([{ isDead: true, error: 'never', key: null }]);
    expect(await countJobs(app.queue)).toMatchObject({ waiting: 0, dead: 1 });
    await add('note', {}, 'only-one');
    expect(await countJobs(app.queue)).toMatchObject({ waiting: 1, dead: 1 });
  });

  test('is removed after its days, and one that waits is not', async () => {
    await add('note');
    await worker(hopeless).runDue();
    await add('note');
    await removeDead(app.queue, 30);
    expect(await queuedJobs(app.owner)).toHaveLength(2);
    await app.owner.run(
      sql`update graphile_worker._private_jobs set updated_at = now() - interval '31 days'`,
    );
    await removeDead(app.queue, 30);
    expect(await queuedJobs(app.owner)).toMatchObject([{ isDead: false }]);
  });
});

test('the jobs of a workspace that is gone go with it, but for the one that sees to that', async () => {
  const [gone, other] = [newId(), newId()];
  for (const [kind, tenantId] of [
    ['note', gone],
    ['note', other],
    ['erased', gone],
  ] as const) {
    await enqueue(app.database, clock, { kind, tenantId, payload: {} });
  }
  await worker({ erased: (job, { queue }) => removeJobsOf(queue, String(job.tenantId)) }).runDue();
  expect(await queuedJobs(app.owner)).toMatchObject([{ kind: 'note', tenantId: other }]);
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
    availableAt: new Date(clock.now().getTime() + 60_000),
  });
  const idle = worker({ note: async () => {} });
  expect(await idle.runDue()).toBe(0);
  await passInQueue(app.owner, 60_000);
  expect(await idle.runDue()).toBe(1);
});

describe('what the logins may (decision 014)', () => {
  test('the service hands jobs over and reaches nothing else of the queue', async () => {
    for (const statement of [
      sql`select id from graphile_worker._private_jobs`,
      sql`select id from graphile_worker.jobs`,
      sql`delete from graphile_worker._private_jobs`,
      sql`select graphile_worker.add_job('note') is null as x`,
    ]) {
      await expect(app.database.rows(statement)).rejects.toMatchObject({ code: '42501' });
    }
    await add('note');
    expect(await queuedJobs(app.owner)).toHaveLength(1);
  });

  test('in a transaction of one workspace no job of another, or of none, is handed over', async () => {
    const [mine, other] = [newId(), newId()];
    const attempt = (tenantId: string | null) =>
      app.database.withTenant(mine, (tx) => enqueue(tx, clock, { kind: 'note', tenantId, payload: {} }));
    await expect(attempt(other)).rejects.toMatchObject({ code: '42501' });
    await expect(attempt(null)).rejects.toMatchObject({ code: '42501' });
    await attempt(mine);
    expect(await queuedJobs(app.owner)).toMatchObject([{ tenantId: mine }]);
  });

  test('the worker reaches nothing of the workspaces', async () => {
    for (const statement of [
      sql`select tenant_id from app.workspace_directory`,
      sql`select app.enqueue('note', null, null, '{}', null, null)`,
    ]) {
      await expect(app.queue.rows(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('workers that run', () => {
  test('start a job that is committed, and two of them share what comes round', async () => {
    const seen: string[] = [];
    const handlers = { note: async (job: { id: string }) => void seen.push(job.id) };
    const workers = [worker(handlers), worker(handlers)];
    for (const each of workers) each.start();
    for (let n = 0; n < 20; n++) await add('note', { n });
    await expect.poll(() => seen.length, { timeout: 15_000 }).toBe(20);
    await Promise.all(workers.map((each) => each.stop()));
    expect(new Set(seen).size).toBe(20);
    await expect.poll(() => queuedJobs(app.owner)).toEqual([]);
  });

  test('stop at the edge of a job: it is finished, the next one is not begun', async () => {
    const begun: unknown[] = [];
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const running = worker({
      note: async (job) => {
        begun.push(job.payload['n']);
        await held;
      },
    });
    for (let n = 0; n < 6; n++) await add('note', { n });
    running.start();
    await expect.poll(() => begun.length, { timeout: 15_000 }).toBe(4);
    const stopped = running.stop();
    finish();
    await stopped;
    expect(new Set(begun)).toEqual(new Set([0, 1, 2, 3]));
    expect((await queuedJobs(app.owner)).map((job) => job.payload.n)).toEqual([4, 5]);
  });

  test('one that cannot say that a job is done begins anew', async () => {
    const seen: unknown[] = [];
    const running = worker({
      note: async (job) => {
        if (job.payload['n'] === 1) {
          await app.owner.run(sql`revoke delete on graphile_worker._private_jobs from app_worker`);
        }
        seen.push(job.payload['n']);
      },
    });
    running.start();
    await add('note', { n: 1 });
    await expect.poll(() => seen, { timeout: 15_000 }).toEqual([1]);
    await app.owner.run(sql`grant delete on graphile_worker._private_jobs to app_worker`);
    await add('note', { n: 2 });
    await expect.poll(() => seen, { timeout: 15_000 }).toContain(2);
    await running.stop();
    expect(seen).toEqual([1, 2]);
    expect(await queuedJobs(app.owner)).toMatchObject([{ payload: { n: 1 }, attempts: 1 }]);
  });

  test('one whose connections all break goes on', async () => {
    let tries = 0;
    const running = worker({ note: async () => void tries++ });
    running.start();
    await add('note');
    await expect.poll(() => tries, { timeout: 15_000 }).toBe(1);
    const broken = await app.queue.rows(sql`select count(pg_terminate_backend(pid)) as count
      from pg_stat_activity where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`);
    expect(broken).not.toEqual([{ count: 0 }]);
    await add('note');
    await expect.poll(() => tries, { timeout: 15_000 }).toBe(2);
    await running.stop();
  });
});
