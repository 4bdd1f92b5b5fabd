import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { createGatewayHarness, type GatewayHarness } from '../../testing/gateway-harness.ts';
import { passInQueue } from '../../testing/queued-jobs.ts';
import { uploadFile } from '../../testing/uploads.ts';
import type { GatewayParts } from '../feature.ts';
import { findDifferences } from '../total-checks/check.ts';
import { importFeature } from './feature.ts';

vi.setConfig({ testTimeout: 300_000 });

const fixture = fileURLToPath(new URL('killed-import.fixture.ts', import.meta.url));
const dayMs = 24 * 60 * 60_000;

let gateway: GatewayHarness;

beforeAll(async () => {
  gateway = await createGatewayHarness();
});
afterAll(() => gateway?.close());

function addressOf({ pool }: Database): string {
  const { host, port, user, database } = pool.options;
  return JSON.stringify({ host, port, user, database });
}

test('an import whose process is killed in the middle leaves nothing, goes on in another and is taken once', async () => {
  const target = await gateway.addWorkspace();
  const { owner, tenantId } = target;
  const db = gateway.owner(target);
  const lines = Array.from(
    { length: 40 },
    (_line, at) => `2026-02-${String((at % 20) + 1).padStart(2, '0')},Pier,1:00,Step ${at}`,
  );
  const bytes = Buffer.from(`Date,Project,Duration,Description\n${lines.join('\n')}\n`);
  const importID = await uploadFile(gateway, owner, { fileName: 'time.csv', bytes });
  expect((await gateway.call('POST', 'Imports', { as: owner, body: { importID } })).status).toBe(202);

  // It waits where its entries are there, uncommitted, and its lines are not remembered yet.
  const holder = await db.pool.connect();
  await holder.query('set idle_in_transaction_session_timeout = 0');
  await holder.query('begin');
  await holder.query('lock table app.import_line in exclusive mode');
  const { us } = gateway.databases;
  const { baseUrl, tenantId: provider, adminKey } = gateway.provider;
  const auth = JSON.stringify({ baseUrl, tenantId: provider, adminKey, profile: 'latchkey' });
  const child = spawn(process.execPath, [fixture, addressOf(us.database), addressOf(us.queue), auth], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const waiting = () =>
    db.one<{ some: number }>(sql`select count(*) as some from pg_locks l
      where l.relation = 'app.import_line'::regclass and not l.granted`);
  await expect.poll(async () => (await waiting()).some, { timeout: 120_000, interval: 50 }).toBe(1);
  child.kill('SIGKILL');
  await ended;
  await holder.query('rollback');
  holder.release();

  const held = () =>
    db.one<{ entries: number; made: number; staged: number }>(sql`select
      (select count(*) from app.timesheet_entry where tenant_id = ${tenantId}) as entries,
      (select count(*) from app.project where tenant_id = ${tenantId}) + (select count(*) from app.import_line where tenant_id = ${tenantId}) as made,
      (select count(*) from app.import_row) as staged`);
  const others = () =>
    db.one<{ some: number }>(sql`select count(*) as some from pg_stat_activity a
      where a.datname = current_database() and a.xact_start is not null and a.pid <> pg_backend_pid()`);
  await expect.poll(async () => (await others()).some, { timeout: 60_000 }).toBe(0);
  expect(await held()).toEqual({ entries: 0, made: 0, staged: 40 });

  // Another process takes it over when the killed one has not been heard of for five minutes.
  await passInQueue(db, 6 * 60_000);
  gateway.service.startWorkers();
  const read = async () => (await gateway.call('GET', `Imports/${importID}`, { as: owner })).body;
  await expect.poll(async () => (await read()).isUnderWay, { timeout: 120_000 }).toBe(false);
  expect(await read()).toMatchObject({ status: 'done', counts: { created: 40, minutes: 2400 } });
  expect(await held()).toEqual({ entries: 40, made: 41, staged: 40 });
  expect(await findDifferences(db, tenantId)).toEqual({ days: 0, weeks: [], spans: [] });

  // What the killed run had read is swept away after a day, not before.
  const parts = { clock: gateway.clock } as unknown as GatewayParts;
  const sweep = importFeature(parts).periodic?.find(({ name }) => name === 'lines on their way in');
  const region = { code: 'us', database: us.database, queue: us.queue };
  await sweep?.run(region);
  expect((await held()).staged).toBe(40);
  gateway.clock.move(dayMs + 60_000);
  await sweep?.run(region);
  expect((await held()).staged).toBe(0);
});
