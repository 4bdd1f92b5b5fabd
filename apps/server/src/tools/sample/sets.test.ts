import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findDifferences } from '../../gateway/total-checks/check.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { templates } from '../../testing/templates.ts';
import { type Filled, fillSet } from './sets.ts';

let app: TestDatabase;
let again: TestDatabase;
let filled: Filled;
/** All keys, conditions and indexes of before. */
let defined: unknown[];

const options = { seed: 'stint', regionCode: 'us', until: '2026-11-15', entries: 70_000 };

async function fill(target: TestDatabase, more: { workspaces?: number } = {}): Promise<Filled> {
  const { database } = await target.owner.one<{ database: string }>(
    sql`select current_database() as database`,
  );
  const { host, port } = inject('testServer');
  return fillSet({ host, port, user: templates.app.owner, database }, 'wide', { ...options, ...more });
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
