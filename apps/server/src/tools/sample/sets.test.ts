import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { findDifferences } from '../../gateway/total-checks/check.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { templates } from '../../testing/templates.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { type Filled, fillSet } from './sets.ts';

let app: TestDatabase;
let again: TestDatabase;
let filled: Filled;
const killedFill = fileURLToPath(new URL('killed-fill.fixture.ts', import.meta.url));

vi.setConfig({ testTimeout: 300_000 });

/** All keys, conditions and indexes of before. */
let defined: unknown[];

const options = { seed: 'stint', regionCode: 'us', until: '2026-11-15', entries: 70_000 };

async function addressOf(target: TestDatabase) {
  const { database } = await target.owner.one<{ database: string }>(
    sql`select current_database() as database`,
  );
  const { host, port } = inject('testServer');
  return { host, port, user: templates.app.owner, database };
}

async function fill(target: TestDatabase, more: { workspaces?: number } = {}): Promise<Filled> {
  return fillSet(await addressOf(target), 'wide', { ...options, ...more });
}

const definitions = (target: TestDatabase) =>
  target.owner.rows(sql`select x.text from (
      select pg_get_constraintdef(c.oid) || c.conrelid::regclass as text from pg_constraint c where c.connamespace = 'app'::regnamespace
      union all select i.indexdef from pg_indexes i where i.schemaname = 'app') x order by x.text`);

beforeAll(async () => {
  [app, again] = await Promise.all([createTestDatabase('app'), createTestDatabase('app')]);
  defined = await definitions(app);
  filled = await fill(app);
  // As many as there are without being asked for.
  await fill(again, { workspaces: 7 });
});
afterAll(() => Promise.all([app.drop(), again.drop()]));

test('the reference workspace has its 65,000 entries, 50 people and 200 waiting weeks', async () => {
  const { tenantId } = filled.workspace;
  const counts = await app.owner.one(sql`select
    (select count(*) from app.timesheet_entry where tenant_id = ${tenantId}) as entries,
    (select count(*) from app.team_member where tenant_id = ${tenantId}) as members,
    (select count(*) from app.project where tenant_id = ${tenantId}) as projects,
    (select count(*) from app.timesheet_week where tenant_id = ${tenantId} and status = 'pending') as pending`);
  expect(counts).toEqual({ entries: 65_000, members: 50, projects: 40, pending: 200 });
});

test('around it stand as many small workspaces as fill the table', async () => {
  const { count } = await app.owner.one<{ count: number }>(
    sql`select count(*) as count from app.timesheet_entry`,
  );
  expect(count).toBe(70_000);
  expect(filled.workspaces).toBe(7);
  const sizes = await app.owner.rows<{ entries: number }>(
    sql`select count(*) as entries from app.timesheet_entry group by tenant_id order by entries`,
  );
  expect(sizes.map(({ entries }) => entries)).toEqual([833, 833, 833, 833, 834, 834, 65_000]);
});

test('the totals of every week are those of its entries', async () => {
  const wrong = await app.owner.rows(sql`select w.week_end_on from app.timesheet_week w
    left join app.timesheet_entry e on e.tenant_id = w.tenant_id and e.team_member_id = w.team_member_id
      and e.week_end_on = w.week_end_on
    group by w.tenant_id, w.team_member_id, w.week_end_on
    having w.total_minutes <> coalesce(sum(e.minutes), 0)
      or w.billable_minutes <> coalesce(sum(e.minutes) filter (where e.is_billable), 0)`);
  expect(wrong).toEqual([]);
});

test('the same seed makes the very same rows', async () => {
  const checksum = (target: TestDatabase) =>
    target.owner.one<{ sum: string }>(
      sql`select md5(string_agg(e::text, ',' order by id)) as sum from app.timesheet_entry e`,
    );
  expect(await checksum(app)).toEqual(await checksum(again));
});

test('days, weeks, sums and packed weeks are there as the product would have written them', async () => {
  const tenants = await app.owner.rows<{ id: string }>(
    sql`select tenant_id as id from app.workspace_directory`,
  );
  for (const { id } of tenants) {
    const { days, weeks, spans } = await app.owner.transaction((tx) => findDifferences(tx, id));
    expect([days, weeks, spans]).toEqual([0, [], []]);
  }
  const left = await app.owner.one(sql`select
    (select count(*) from app.timesheet_week where counted_version <> version) as uncounted,
    (select count(*) from app.span_change) as changes,
    (select count(*) from app.span_week f where not exists (select from app.packed_week p
      where p.tenant_id = f.tenant_id and p.week_end_on = f.week_end_on and p.folds = f.folds)) as unpacked`);
  expect(left).toEqual({ uncounted: 0, changes: 0, unpacked: 0 });
});

test('a table has its keys and indexes again, also where filling it failed', async () => {
  expect(await definitions(app)).toEqual(defined);
  await expect(fill(app)).rejects.toThrow(/duplicate key/);
  expect(await definitions(app)).toEqual(defined);
});

test('what a killed fill took away is there again after the next one', async () => {
  const target = await createTestDatabase('app');
  onTestFinished(() => target.drop());
  const address = JSON.stringify(await addressOf(target));
  let child: ReturnType<typeof spawn> | undefined;
  onTestFinished(() => void child?.kill('SIGKILL'));
  // It waits with its rows of people: keys and indexes are gone by then.
  await target.owner.transaction(async (tx) => {
    await tx.run(sql`lock table app.client in exclusive mode`);
    const args = [killedFill, address, JSON.stringify(options)];
    child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    await untilWaiting(target.owner, 1);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  const others = () =>
    target.owner.one<{ some: number }>(sql`select count(*) as some from pg_stat_activity a
      where a.datname = current_database() and a.xact_start is not null and a.pid <> pg_backend_pid()`);
  await expect.poll(async () => (await others()).some, { timeout: 60_000 }).toBe(0);
  expect((await definitions(target)).length).toBeLessThan(defined.length);
  const { entries } = await fillSet(await addressOf(target), 'reference', options);
  expect(entries).toBe(65_000);
  expect(await definitions(target)).toEqual(defined);
});
