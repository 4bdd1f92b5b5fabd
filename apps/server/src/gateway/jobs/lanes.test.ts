import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { clearQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import { enqueue } from './queue.ts';
import { createJobWorker, type JobWorkerOptions } from './worker.ts';

const clock = { now: () => new Date() };
const hourMs = 60 * 60_000;
const patient = { timeout: 15_000, interval: 20 };
let app: TestDatabase;
const ends: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  app = await createTestDatabase('app');
});
afterAll(() => app.drop());
beforeEach(() => clearQueue(app.owner));
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

function worker(more: Pick<JobWorkerOptions, 'handlers'> & Partial<JobWorkerOptions>) {
  const running = createJobWorker({
    regions: [{ code: 'us', database: app.database, queue: app.queue }],
    log: { error: () => {}, warn: () => {} },
    periodic: [],
    ...more,
  });
  ends.push(() => running.stop());
  return running;
}
const add = (kind: string, n = 0, availableAt = clock.now()) =>
  enqueue(app.database, clock, { kind, tenantId: null, payload: { n }, availableAt });

function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  ends.push(() => open());
  return { open, opened };
}

/** Makes the sign of life of the long job as old as it may become, and waits for the next one. */
async function untilRenewed(): Promise<void> {
  const ofLong = sql`task_id = (select id from graphile_worker._private_tasks where identifier = 'long')`;
  await app.owner.run(
    sql`update graphile_worker._private_jobs set locked_at = now() - interval '4 minutes' where ${ofLong}`,
  );
  const isFresh = sql`select locked_at > now() - interval '1 minute' as fresh from graphile_worker._private_jobs where ${ofLong}`;
  await expect.poll(() => app.owner.one(isFresh), patient).toEqual({ fresh: true });
}

test("a lane that gives up begins anew while a job of minutes goes on in another, which stays this process's to its end", async () => {
  const gate = createGate();
  const seen: unknown[] = [];
  const said: string[] = [];
  const say = (_about: unknown, text: string) => void said.push(text);
  const running = worker({
    log: { error: say, warn: say } as never,
    handlers: {
      note: async (job) => {
        if (job.payload['n'] === 1)
          await app.owner.run(sql`revoke delete on graphile_worker._private_jobs from app_worker`);
        seen.push(job.payload['n']);
      },
    },
    longJobs: {
      long: async () => {
        seen.push('long');
        await gate.opened;
      },
    },
    aliveMs: 200,
  });
  running.start();
  await add('long');
  await expect.poll(() => seen, patient).toEqual(['long']);
  await add('note', 1);
  await expect.poll(() => seen, patient).toEqual(['long', 1]);
  await expect.poll(() => said.join(), patient).toContain('permission denied');
  await app.owner.run(sql`grant delete on graphile_worker._private_jobs to app_worker`);
  await add('note', 2);
  await expect.poll(() => seen, patient).toEqual(['long', 1, 2]);
  await untilRenewed();
  const stopped = running.stop();
  await untilRenewed();
  gate.open();
  await stopped;
  expect(seen).toEqual(['long', 1, 2]);
  expect(await queuedJobs(app.owner)).toMatchObject([{ kind: 'note', payload: { n: 1 } }]);
});

test.each(['note', 'periodic hourly'])(
  '%s that is claimed while its lane ends goes back and costs no try',
  async (kind) => {
    const begun: string[] = [];
    const running = worker({
      handlers: { ready: async () => void begun.push('ready'), note: async () => void begun.push('note') },
      periodic: [{ name: 'hourly', everyMs: hourMs, run: async () => begun.push('hourly') }],
    });
    running.start();
    await add('ready');
    await expect.poll(() => queuedJobs(app.owner), patient).toEqual([]);
    await add(kind, 0, new Date(Date.now() + hourMs));
    let stopped = Promise.resolve();
    await app.owner.transaction(async (tx) => {
      await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
      await tx.run(sql`lock table graphile_worker._private_jobs in access exclusive mode`);
      await tx.run(sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`);
      const claims = sql`select count(*) from pg_stat_activity
      where usename = current_user and datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => app.queue.one<{ count: number }>(claims), patient).not.toEqual({ count: 0 });
      stopped = running.stop();
    });
    await stopped;
    expect(begun).toEqual(['ready']);
    expect(await queuedJobs(app.owner)).toMatchObject([{ kind, attempts: 0 }]);
  },
);
