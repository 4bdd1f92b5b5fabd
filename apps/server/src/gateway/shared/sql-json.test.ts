import { hoursFromMinutes } from '@stint/domain/time/hours.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raw, sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { hours } from './sql-json.ts';

let databases: TestDatabase;

beforeAll(async () => {
  databases = await createTestDatabase('app');
});
afterAll(() => databases?.drop());

test('decimal hours of the database are those of the domain, for every minute of a day and for budgets', async () => {
  const rows = await databases.owner.rows<{ minutes: number; hours: number }>(sql`
    select m.minutes, ${raw(hours('m.minutes'))} as hours
    from (select generate_series(0, 1440) as minutes union select generate_series(1441, 600000000, 99991)) m`);
  expect(rows.length).toBeGreaterThan(7000);
  expect(rows.filter(({ minutes, hours }) => hours !== hoursFromMinutes(minutes))).toEqual([]);
});
