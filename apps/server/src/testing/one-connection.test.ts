import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { askAfterwards, askTwice } from './one-connection.fixture.ts';
import { takeSecondConnections } from './one-connection.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase('app');
});
afterAll(() => db.drop());

test('a transaction that waits for a second connection of its pool is told, with who asks', async () => {
  await askTwice(db.database);
  expect(takeSecondConnections()).toEqual([expect.stringContaining('one-connection.fixture.ts')]);
});

test('what has its connection, asks another pool or comes after the end is not', async () => {
  await askAfterwards(db.database);
  await db.database.transaction(() => askAfterwards(db.owner));
  expect(takeSecondConnections()).toEqual([]);
});
