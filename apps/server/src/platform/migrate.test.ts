import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
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

/** Those who write wait for a lock for three seconds; behind a migration they wait less than one. */
const mostMs = 1000;

test('behind a change of a table that waits for somebody who reads, others wait a moment and not until they end', async () => {
  await add('0005-column.sql', 'alter table app.many add column more text;');
  await withSomebody(async (end) => {
    const applied = migrate(address, 'app', folder);
    await expect.poll(() => waiting('alter table app.many%')).toHaveLength(1);
    const began = performance.now();
    expect(await write()).toBe(1);
    expect(performance.now() - began).toBeLessThan(mostMs);
    await end();
    expect(await applied).toEqual(['0005-column.sql']);
  });
});

describe('a start and somebody who would wait for each other', () => {
  /** So much later a deadlock is found in the statement of a migration; somebody else looks for none. */
  const untilFoundMs = 1500;

  beforeAll(async () => {
    await owner.run(sql`create table app.one (n int)`);
    await owner.run(sql`create table app.two (n int)`);
    await withClient({ ...server, database }, async (client) => {
      await client.query(
        `alter role ${templates.app.owner} in database ${database} set deadlock_timeout = ${untilFoundMs}`,
      );
    });
  });

  let waitedMs = 0;

  /** Has a lock, and asks for another one as soon as a statement of the migration waits for the first. */
  async function cross(held: string, waitingLike: string, asked: string): Promise<string[]> {
    let applied: Promise<string[]> = Promise.resolve([]);
    await withClient({ ...server, database }, async (client) => {
      await client.query("set deadlock_timeout = '1min'");
      await client.query('begin');
      await client.query(held);
      applied = migrate(address, 'app', folder);
      await expect.poll(() => waiting(waitingLike)).toHaveLength(1);
      const began = performance.now();
      await Promise.race([client.query(asked), applied]);
      waitedMs = performance.now() - began;
      await client.query('commit');
    });
    return applied;
  }

  test('over two tables that are changed go on before one of them is ended', async () => {
    await add(
      '0006-two.sql',
      'alter table app.one add column more text;\nalter table app.two add column more text;',
    );
    expect(
      await cross(
        'insert into app.two (n) values (1)',
        'alter table app.two%',
        'insert into app.one (n) values (1)',
      ),
    ).toEqual(['0006-two.sql']);
    expect(waitedMs).toBeLessThan(mostMs);
    expect(await owner.rows(sql`select n, more from app.one`)).toEqual([{ n: 1, more: null }]);
  });

  test('where PostgreSQL ends the migration, it is tried again', async () => {
    await add(
      '0007-patient.sql',
      "set local lock_timeout = '1min';\nalter table app.one add column yet text;\nalter table app.two add column yet text;",
    );
    expect(
      await cross(
        'insert into app.two (n) values (2)',
        'alter table app.two%',
        'insert into app.one (n) values (2)',
      ),
    ).toEqual(['0007-patient.sql']);
  });

  test('where PostgreSQL ends the making of an index, it is made anew', async () => {
    await add('0008-index.sql', 'create index concurrently one_idx on app.one (n);');
    expect(
      await cross(
        'insert into app.one (n) values (3)',
        'create index concurrently%',
        'lock table app.one in share mode',
      ),
    ).toEqual(['0008-index.sql']);
    expect(await indexes('app.one_idx')).toEqual([{ isValid: true }]);
  });
});

test('a start that waits for another one says so once', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const told = () => said.mock.calls.map(String).filter((line) => line.includes('waits for it'));
  await add('0009-turn.sql', 'alter table app.one add column turn text;');
  await withClient({ ...server, database }, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('stint migrate app'))");
    const applied = migrate(address, 'app', folder);
    await expect.poll(told, { timeout: 10_000 }).toHaveLength(1);
    await client.query("select pg_advisory_unlock(hashtext('stint migrate app'))");
    expect(await applied).toEqual(['0009-turn.sql']);
  });
  expect(told()).toEqual(['  Another start migrates the schema app: this one waits for it.\n']);
  said.mockRestore();
});

test('an index that is made concurrently stands beside no other statement', async () => {
  await add(
    '0010-mixed.sql',
    'alter table app.many add column yet text;\ncreate index concurrently many_yet_idx on app.many (yet);',
  );
  await expect(migrate(address, 'app', folder)).rejects.toThrow('of such indexes alone');
  expect(await owner.rows(sql`select from app.migration where number = 10`)).toEqual([]);
});
