import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { DatabaseAddress } from '../../platform/connections.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { templates } from '../../testing/templates.ts';
import { withBulkLoad } from './bulk-load.ts';

let target: TestDatabase;
let address: DatabaseAddress;

beforeAll(async () => {
  target = await createTestDatabase('app');
  const { database } = await target.owner.one<{ database: string }>(
    sql`select current_database() as database`,
  );
  const { host, port } = inject('testServer');
  address = { host, port, user: templates.app.owner, database };
});
afterAll(() => target?.drop());

/** Keys, conditions and indexes, and tables. */
const definitions = () =>
  target.owner.rows(sql`select x.text from (
      select pg_get_constraintdef(c.oid) || c.conrelid::regclass as text from pg_constraint c where c.connamespace = 'app'::regnamespace
      union all select i.indexdef from pg_indexes i where i.schemaname = 'app'
      union all select t.tablename from pg_tables t where t.schemaname = 'app') x order by x.text`);

const tables = ['app.timesheet_week', 'app.day_total'];

test('what cannot be made again is told with the failure of the work, and made by the next load that can', async () => {
  const before = await definitions();
  const orphan = newId();
  const failing = withBulkLoad(address, tables, async () => {
    await target.owner.run(sql`insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at)
      values (${orphan}, ${orphan}, '2026-11-08', now())`);
    throw new Error('the work failed');
  });
  const told = await failing.catch((error: unknown) => error);
  expect(told).toBeInstanceOf(AggregateError);
  const messages = (told as AggregateError).errors.map(({ message }: Error) => message);
  expect(messages[0]).toBe('the work failed');
  expect(messages.length).toBeGreaterThan(1);
  expect(messages.slice(1).filter((message) => !/violates foreign key/.test(message))).toEqual([]);

  let hasBegun = false;
  const next = async () => {
    hasBegun = true;
  };
  await expect(withBulkLoad(address, tables, next)).rejects.toThrow(/violates foreign key/);
  expect(hasBegun).toBe(false);

  await target.owner.run(sql`delete from app.timesheet_week where tenant_id = ${orphan}`);
  await withBulkLoad(address, tables, next);
  expect(hasBegun).toBe(true);
  expect(await definitions()).toEqual(before);
});
