import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isOutage } from './platform/database-errors.ts';
import { sql } from './platform/sql.ts';
import { type RegionEvent, takeUpLater } from './region-intake.ts';
import { createTestDatabase, type TestDatabase } from './testing/databases.ts';

let region: TestDatabase;
beforeAll(async () => {
  region = await createTestDatabase('app');
});
afterAll(() => region.drop());
afterEach(() => void vi.useRealTimers());

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const unsafe = new Error('The database time_eu is not safe to serve from');

const asked = () =>
  Promise.all(
    [region.database, region.queue].map((database) =>
      database.rows(sql`select 1 as one`).then(
        () => 'answered',
        (error: unknown) => (isOutage(error) ? 'away' : error),
      ),
    ),
  );

test('security 10: nobody is let through to a region that was away before it was looked at, and what is wrong with it is told once', async () => {
  const outcomes: (Error | null)[] = [refused, unsafe, unsafe, null];
  const told: RegionEvent[] = [];
  expect(await asked()).toEqual(['answered', 'answered']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const intake = {
    code: 'eu',
    name: 'European Union',
    database: region.database,
    queue: region.queue,
    async prepare() {
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
    },
  };
  const late = takeUpLater(intake, refused, (event) => void told.push(event));
  for (const left of [3, 2, 1]) {
    expect(await asked()).toEqual(['away', 'away']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(outcomes).toHaveLength(left);
  }
  expect(await asked()).toEqual(['away', 'away']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await asked()).toEqual(['answered', 'answered']);
  expect(told).toEqual([
    { region: 'eu', error: refused },
    { region: 'eu', error: unsafe },
    { region: 'eu', error: null },
  ]);
  await late.stop();
});
