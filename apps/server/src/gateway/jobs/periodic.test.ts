import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { HeldBackError } from '../../platform/connections.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { clearQueue, passInQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import { enqueue } from './queue.ts';
import { createJobWorker } from './worker.ts';

const clock = { now: () => new Date() };
const minuteMs = 60_000;
const patient = { timeout: 15_000, interval: 20 };
let app: TestDatabase;
let told: string[] = [];
const ends: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  app = await createTestDatabase('app');
});
afterAll(() => app.drop());
beforeEach(async () => {
  told = [];
  await clearQueue(app.owner);
});
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

/** Work that goes on until it is let go, and any number of processes that would do it. */
function slowWork() {
  let [runs, atOnce, most] = [0, 0, 0];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  async function run(): Promise<void> {
    runs++;
    atOnce++;
    most = Math.max(most, atOnce);
    await held;
    atOnce--;
  }
  ends.push(() => letGo());
  const createProcess = () => {
    const running = createJobWorker({
      regions: [{ code: 'us', database: app.database, queue: app.queue }],
      log: {
        error: (_about: unknown, text: string) => void told.push(`error: ${text}`),
        warn: (_about: unknown, text: string) => void told.push(`warn: ${text}`),
      } as never,
      handlers: { note: async () => {} },
      periodic: [{ name: 'hourly', everyMs: 60 * minuteMs, run }],
    });
    ends.push(() => running.stop());
    return running;
  };
  return { createProcess, runs: () => runs, most: () => most, letGo: () => letGo() };
}

/** A process that starts plans the last hour, which then nobody has planned yet. */
async function tick(starting: { start(): void }): Promise<void> {
  await app.owner.run(sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('periodic hourly', now() - interval '2 hours', date_trunc('hour', now() - interval '1 hour 1 second'))
    on conflict (identifier) do update set known_since = excluded.known_since, last_execution = excluded.last_execution`);
  starting.start();
  const planned = sql`select last_execution > now() - interval '1 hour' as is_planned
    from graphile_worker._private_known_crontabs where identifier = 'periodic hourly'`;
  await expect.poll(() => app.owner.one(planned), patient).toEqual({ is_planned: true });
}

test('work that is slower than its rhythm never runs twice at once, and one run waits however often it came round', async () => {
  const work = slowWork();
  const processes = [1, 2, 3].map(() => work.createProcess());
  for (const each of processes) {
    await tick(each);
    await expect.poll(work.runs, patient).toBe(1);
  }
  // Due after the run that waits: whoever takes it has passed that one over.
  await enqueue(app.database, clock, { kind: 'note', tenantId: null, payload: {} });
  const kinds = async () => (await queuedJobs(app.owner)).map(({ kind }) => kind);
  await expect.poll(kinds, patient).toEqual(['periodic hourly', 'periodic hourly']);
  work.letGo();
  await expect.poll(kinds, patient).toEqual([]);
  await Promise.all(processes.map((each) => each.stop()));
  expect(work.runs()).toBe(2);
  expect(work.most()).toBe(1);
  expect(told).toEqual([]);
});

test('a process that was killed in it while the next run waits leaves that run to another, and no dead job', async () => {
  const work = slowWork();
  const [killed, other] = [work.createProcess(), work.createProcess()];
  await tick(killed);
  await expect.poll(work.runs, patient).toBe(1);
  await tick(other);
  await passInQueue(app.owner, 6 * minuteMs);
  await work.createProcess().runDue();
  await expect.poll(work.runs, patient).toBe(2);
  expect(await queuedJobs(app.owner)).toMatchObject([{ kind: 'periodic hourly', isDead: false }]);
  expect(told).toEqual(['warn: a job is tried again: its process ended']);
  work.letGo();
  await Promise.all([killed, other].map((each) => each.stop()));
  expect(await queuedJobs(app.owner)).toEqual([]);
});

test('work that nobody was let through for is told with what had failed before, and else not at all', async () => {
  const failing = (name: string, error: Error) => ({ name, everyMs: 1000, run: () => Promise.reject(error) });
  const errors: unknown[] = [];
  const running = createJobWorker({
    regions: [{ code: 'us', database: app.database, queue: app.queue }],
    log: { error: (about: unknown) => void errors.push(about), warn: () => {} } as never,
    handlers: {},
    periodic: [
      failing('held back', new HeldBackError('not looked at yet')),
      failing('held back later', new HeldBackError('not looked at yet', { cause: new Error('no luck') })),
    ],
  });
  running.start();
  await running.stop();
  expect(errors).toMatchObject([{ task: 'held back later', err: { cause: { message: 'no luck' } } }]);
});
