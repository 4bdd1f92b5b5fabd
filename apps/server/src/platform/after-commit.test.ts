import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { newId } from './ids.ts';
import { sql } from './sql.ts';

let databases: TestDatabase;
const acme = newId();

beforeAll(async () => {
  databases = await createTestDatabase('app');
  await databases.owner.run(sql`create table app.note (text text not null)`);
  await databases.owner.run(sql`grant select, insert on app.note to app_rw`);
});
afterAll(() => databases.drop());

const insert = (text: string) => sql`insert into app.note (text) values (${text})`;
const texts = sql`select text from app.note order by text`;

test('effects run after the commit and not after a failure', async () => {
  const effects: string[] = [];
  await databases.database.withTenant(acme, async (tx) => {
    tx.afterCommit(() => effects.push('committed'));
    expect(await tx.rows(texts)).toEqual([]);
    expect(effects).toEqual([]);
  });
  const failing = databases.database.withTenant(acme, async (tx) => {
    tx.afterCommit(() => effects.push('never'));
    await tx.rows(sql`select 1 / 0`);
  });
  await expect(failing).rejects.toThrow(/division by zero/);
  expect(effects).toEqual(['committed']);
});

test('what follows a commit holds no connection, and where it fails the work is not done again', async () => {
  const { database } = databases;
  const seen: number[] = [];
  let runs = 0;
  const failing = database.withTenant(acme, async (tx) => {
    runs += 1;
    await tx.run(insert('once'));
    tx.afterCommit(() => {
      seen.push(database.pool.totalCount - database.pool.idleCount);
      // As a connection says it that went: the transaction before it would be worth another try.
      throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    });
  });
  await expect(failing).rejects.toThrow('gone');
  expect({ runs, seen, kept: await database.rows(texts) }).toEqual({
    runs: 1,
    seen: [0],
    kept: [{ text: 'once' }],
  });
});
