import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { renewLeases } from '../../platform/queue/claims.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { clearQueue, passInQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import { enqueue } from './queue.ts';
import { createJobWorker, type PeriodicTask } from './worker.ts';

const fixture = fileURLToPath(new URL('killed-worker.fixture.ts', import.meta.url));
const clock = { now: () => new Date() };
const minuteMs = 60_000;

let app: TestDatabase;
let told: { level: string; text: string }[] = [];
const log = {
  error: (_about: unknown, text: string) => void told.push({ level: 'error', text }),
  warn: (_about: unknown, text: string) => void told.push({ level: 'warn', text }),
} as never;

beforeAll(async () => {
  app = await createTestDatabase('app');
});
afterAll(() => app.drop());
beforeEach(async () => {
  told = [];
  await clearQueue(app.owner);
});

function worker(note: (id: string) => void, periodic: PeriodicTask[] = []) {
  return createJobWorker({
    regions: [{ code: 'us', database: app.database, queue: app.queue }],
    log,
    handlers: { note: async (job) => note(job.id) },
    periodic,
  });
}

/** Starts the process above and kills it when it is in the middle of a job. @returns the job */
async function killInTheMiddle(): Promise<string> {
  const child = spawn(process.execPath, [fixture, addressOf(app.database), addressOf(app.queue)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return String(line);
}

function addressOf({ pool }: Database): string {
  const { host, port, user, database } = pool.options;
  return JSON.stringify({ host, port, user, database });
}

test('security 14: a job whose process was killed is done by another after five minutes, not before', async () => {
  await enqueue(app.database, clock, { kind: 'note', tenantId: null, payload: {} });
  const killed = await killInTheMiddle();
  const done: string[] = [];
  const other = worker((id) => void done.push(id));
  await passInQueue(app.owner, 5 * minuteMs - 30_000);
  expect(await other.runDue()).toBe(0);
  await passInQueue(app.owner, 31_000);
  expect(await other.runDue()).toBe(1);
  expect(done).toEqual([killed]);
  expect(await queuedJobs(app.owner)).toEqual([]);
  expect(told).toEqual([{ level: 'warn', text: 'a job is tried again: its process ended' }]);
});

test('where others of its lane wait for it, it is done after a minute, and they are after it', async () => {
  for (let job = 0; job < 2; job++)
    await enqueue(app.database, clock, { kind: 'note', tenantId: null, payload: {}, lane: 'news' });
  const killed = await killInTheMiddle();
  const done: string[] = [];
  const other = worker((id) => void done.push(id));
  await passInQueue(app.owner, 50_000);
  expect(await other.runDue()).toBe(0);
  await passInQueue(app.owner, 11_000);
  expect((await other.runDue()) + (await other.runDue())).toBe(2);
  expect(done.indexOf(killed)).toBe(0);
  expect(await queuedJobs(app.owner)).toEqual([]);
  expect(told).toEqual([{ level: 'warn', text: 'a job is tried again: its process ended' }]);
});

test('a process that says that it lives keeps its job for as long as it needs', async () => {
  await enqueue(app.database, clock, { kind: 'note', tenantId: null, payload: {} });
  await killInTheMiddle();
  const { pool, id } = await app.owner.one<{ pool: string; id: string }>(
    sql`select locked_by as pool, id::text as id from graphile_worker._private_jobs`,
  );
  await passInQueue(app.owner, 4 * minuteMs);
  await renewLeases(app.queue, pool, [id]);
  await passInQueue(app.owner, 4 * minuteMs);
  expect(await worker(() => {}).runDue()).toBe(0);
});

test('a job that bears the name of a process that lives and never heard of it is done all the same', async () => {
  const begun: unknown[] = [];
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const living = createJobWorker({
    regions: [{ code: 'us', database: app.database, queue: app.queue }],
    log,
    handlers: {
      note: async (job) => {
        begun.push(job.payload['n']);
        if (job.payload['n'] === 1) await held;
      },
    },
    periodic: [],
    aliveMs: 200,
  });
  await enqueue(app.database, clock, { kind: 'note', tenantId: null, payload: { n: 1 } });
  living.start();
  await expect.poll(() => begun, { timeout: 15_000 }).toEqual([1]);
  const availableAt = new Date(Date.now() + 60 * minuteMs);
  await enqueue(app.database, clock, { kind: 'note', tenantId: null, payload: { n: 2 }, availableAt });
  // Claimed by that process six minutes ago, as far as the database knows.
  await app.owner.run(sql`update graphile_worker._private_jobs set run_at = now(), locked_at = now() - interval '6 minutes',
    locked_by = (select locked_by from graphile_worker._private_jobs where locked_by is not null)
    where payload->'data'->>'n' = '2'`);
  await expect.poll(() => begun, { timeout: 15_000 }).toEqual([1, 2]);
  finish();
  await expect.poll(() => queuedJobs(app.owner), { timeout: 15_000 }).toEqual([]);
  await living.stop();
  expect(begun).toEqual([1, 2]);
  expect(told).toEqual([{ level: 'warn', text: 'a job is tried again: its process ended' }]);
});

test('a job that ends its process ten times is put aside, and somebody is told', async () => {
  await enqueue(app.database, clock, { kind: 'note', tenantId: null, payload: {}, key: 'once' });
  await app.owner.run(sql`update graphile_worker._private_jobs set attempts = 9`);
  await killInTheMiddle();
  await passInQueue(app.owner, 6 * minuteMs);
  expect(await worker(() => {}).runDue()).toBe(0);
  expect(await queuedJobs(app.owner)).toMatchObject([
    { isDead: true, key: null, error: 'The process ended.' },
  ]);
  expect(told).toEqual([{ level: 'error', text: 'a job was put aside: the process of its last try ended' }]);
});

test('work that comes round is done by one of several processes, also when all were down at its time', async () => {
  let [runs, triesLeft] = [0, 0];
  const run = async () => {
    const job = await app.owner.one<{ left: number }>(sql`select j.max_attempts - j.attempts as left
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'periodic hourly'`);
    triesLeft = job.left;
    runs++;
  };
  const hourly = { name: 'hourly', everyMs: 60 * minuteMs, run };
  // Known for two hours, last done at the hour before the last one.
  await app.owner.run(sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('periodic hourly', now() - interval '2 hours', date_trunc('hour', now() - interval '1 hour 1 second'))`);
  const workers = [1, 2, 3].map(() => worker(() => {}, [hourly]));
  for (const each of workers) each.start();
  await expect.poll(() => runs, { timeout: 15_000 }).toBe(1);
  await enqueue(app.database, clock, { kind: 'note', tenantId: null, payload: {} });
  await expect.poll(() => queuedJobs(app.owner), { timeout: 15_000 }).toEqual([]);
  await Promise.all(workers.map((each) => each.stop()));
  expect(runs).toBe(1);
  // Who is killed in it leaves it to another, and no dead job.
  expect(triesLeft).toBeGreaterThan(0);
  expect(told).toEqual([]);
});
