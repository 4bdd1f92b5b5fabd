import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { templates } from '../testing/templates.ts';
import { bootstrapDatabases } from './bootstrap.ts';
import { createClient, withClient } from './connections.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { sql } from './sql.ts';

// What a migration does while others use its tables: they go on, and what was stopped half way is done anew.

const server = inject('testServer');
const database = `t_migrate_${process.pid}`;
const address = { host: server.host, port: server.port, user: templates.app.owner, database };
let folder: string;
let owner: Database;

beforeAll(async () => {
  await bootstrapDatabases((name) => ({ ...server, database: name }), [{ ...templates.app, database }]);
  folder = await mkdtemp(join(tmpdir(), 'stint-migrate-'));
  await add('0001-rows.sql', 'create table app.many (n int primary key, text text);');
  await migrate(address, 'app', folder);
  owner = openDatabase({ address });
  await owner.run(sql`insert into app.many (n, text) select n, 'row ' || n from generate_series(1, 1000) n`);
});
afterAll(async () => {
  await owner?.close();
  await rm(folder, { recursive: true, force: true });
  await withClient({ ...server, database: 'postgres' }, async (client) => {
    await client.query(`drop database if exists ${database} with (force)`);
  });
});

const add = (name: string, text: string) => writeFile(join(folder, name), `-- Why.\n${text}\n`);

let row = 1_000_000;
beforeEach(() => {
  row += 1000;
});
/** As a save does, which waits for a lock no longer than three seconds. */
const write = () => owner.run(sql`insert into app.many (n, text) values (${row++}, 'written meanwhile')`);

/** Somebody in the middle of a transaction who wrote a row and read the table. */
async function withSomebody(work: (end: () => Promise<void>) => Promise<void>): Promise<void> {
  const client = createClient(address);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`insert into app.many (n, text) values (${row++}, 'held')`);
    await client.query('select count(*) from app.many');
    await work(async () => void (await client.query('commit')));
  } finally {
    await client.end();
  }
}

const waiting = (like: string) =>
  owner.rows<{ pid: number }>(sql`select pid from pg_stat_activity
    where datname = current_database() and query like ${like} and wait_event_type = 'Lock'`);
const indexes = (name: string) =>
  owner.rows(sql`select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`);

test('an index is made concurrently while somebody is in the middle of their work, others write, and another starter comes', async () => {
  await add('0002-index.sql', 'create index concurrently many_text_idx on app.many (text);');
  await withSomebody(async (end) => {
    const starters = [migrate(address, 'app', folder), migrate(address, 'app', folder)];
    await expect.poll(() => waiting('create index concurrently%')).toHaveLength(1);
    expect(await write()).toBe(1);
    await end();
    expect((await Promise.all(starters)).flat()).toEqual(['0002-index.sql']);
  });
  expect(await indexes('app.many_text_idx')).toEqual([{ isValid: true }]);
});

test('an index whose making was stopped half way is made anew by the next start', async () => {
  await add(
    '0003-indexes.sql',
    'create index concurrently many_first_idx on app.many (n, text);\n\ncreate unique index concurrently many_second_idx\n  on app.many (text, n);',
  );
  await withSomebody(async (end) => {
    const stopped = migrate(address, 'app', folder).catch((error: Error) => error.message);
    await expect.poll(() => waiting('create index concurrently%')).toHaveLength(1);
    const [builder] = await waiting('create index concurrently%');
    await withClient({ ...server, database }, async (client) => {
      await client.query('select pg_terminate_backend($1)', [builder?.pid]);
    });
    expect(await stopped).toContain('migration 0003-indexes.sql failed');
    await end();
  });
  expect(await indexes('app.many_first_idx')).toEqual([{ isValid: false }]);
  expect(await migrate(address, 'app', folder)).toEqual(['0003-indexes.sql']);
  expect(await indexes('app.many_first_idx')).toEqual([{ isValid: true }]);
  expect(await indexes('app.many_second_idx')).toEqual([{ isValid: true }]);
  expect(await migrate(address, 'app', folder)).toEqual([]);
});

test('an index that was made and not noted, as a start leaves it that is stopped in between, stays', async () => {
  await add('0004-index.sql', 'create index concurrently many_noted_idx on app.many (text) where n > 5;');
  await owner.run(sql`create index many_noted_idx on app.many (text) where n > 5`);
  const [before] = await owner.rows(sql`select to_regclass('app.many_noted_idx')::oid as oid`);
  expect(await migrate(address, 'app', folder)).toEqual(['0004-index.sql']);
  expect(await owner.rows(sql`select to_regclass('app.many_noted_idx')::oid as oid`)).toEqual([before]);
});

test('a change of a table that somebody reads holds up nobody for as long as they do', async () => {
  await add('0005-column.sql', 'alter table app.many add column more text;');
  await withSomebody(async (end) => {
    const applied = migrate(address, 'app', folder);
    await expect.poll(() => waiting('alter table app.many%')).toHaveLength(1);
    expect(await write()).toBe(1);
    await end();
    expect(await applied).toEqual(['0005-column.sql']);
  });
});

test('an index that is made concurrently stands beside no other statement', async () => {
  await add(
    '0006-mixed.sql',
    'alter table app.many add column yet text;\ncreate index concurrently many_yet_idx on app.many (yet);',
  );
  await expect(migrate(address, 'app', folder)).rejects.toThrow('of such indexes alone');
  expect(await owner.rows(sql`select from app.migration where number = 6`)).toEqual([]);
});
