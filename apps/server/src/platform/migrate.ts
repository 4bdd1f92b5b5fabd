import { createHash, randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type DatabaseAddress, openClient } from './connections.ts';
import { isQueueReady, migrateQueue } from './queue-schema.ts';
import { StartError } from './start-error.ts';

type Migration = { number: number; name: string; text: string; checksum: string };

/** Names of the `NNNN-what.sql` files of a folder, in order. @throws when two share a number or one is missing. */
export function listMigrations(folder: string): string[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort();
  for (const [index, name] of names.entries())
    if (Number(name.slice(0, 4)) !== index + 1)
      throw new Error(`migration ${name} is out of order: expected ${index + 1}`);
  return names;
}

/** Their texts as well. Small files: a trip through the threads of Node costs a start more than to read each at once. */
async function readMigrations(folder: string): Promise<Migration[]> {
  return listMigrations(folder).map((name, index) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { number: index + 1, name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** Splits a migration into its statements: they end with `;` at the end of a line, outside of `$$ … $$` bodies. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let current: string[] = [];
  let inBody = false;
  for (const line of text.split('\n')) {
    if (current.length === 0 && (line.trim() === '' || line.trim().startsWith('--'))) continue;
    current.push(line);
    if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) inBody = !inBody;
    if (!inBody && line.replace(/--.*$/, '').trimEnd().endsWith(';')) {
      statements.push(current.join('\n'));
      current = [];
    }
  }
  if (current.length > 0)
    throw new Error(`statement without final semicolon: ${current.join(' ').slice(0, 80)}`);
  return statements;
}

/** Where nobody answers a start goes on without, or says so. */
const connectMs = 5000;

/**
 * Brings a database up to the newest migration, as its owner on a direct connection: one transaction each, or none for indexes that are
 * made beside writers, one statement per query, under an advisory lock so that two starters take turns. Applied files may not change. The schema of
 * the queue library comes first, which our own migrations build on. What a later release has taken away is not asked for:
 * nothing is written then.
 * @param schema `auth` or `app`; the history is kept in `{schema}.migration`
 * @param upTo number of the last migration to apply; all where absent
 * @returns names of the migrations that were applied now
 * @throws StartError where this release cannot work on the schema
 */
export async function migrate(
  address: DatabaseAddress,
  schema: string,
  folder: string,
  upTo = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const client = await openClient(address, connectMs);
  try {
    // The question is under way while the files are read.
    const [{ hasHistory, hasQueue }, all] = await Promise.all([look(client, schema), readMigrations(folder)]);
    const migrations = all.filter(({ number }) => number <= upTo);
    const known: Known = hasHistory ? await readHistory(client, schema) : new Map();
    refuseTooNew(schema, known, all.at(-1));
    if (!hasQueue) await migrateQueue(client, address);
    if (!hasHistory) await prepareHistory(client, schema);
    const applied: string[] = [];
    for (const migration of migrations) {
      if (known.get(migration.number)?.checksum === migration.checksum) continue;
      if (await applyOne(client, schema, migration)) applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * True when the newest known migration has been applied; for the readiness check. Others may be there as well: a version goes
 * on beside the next one, on the schema of that one.
 */
export async function isMigrated(
  query: (text: string) => Promise<{ rows: { number: number }[] }>,
  schema: string,
  newest: number,
): Promise<boolean> {
  const { rows } = await query(`select max(number) as number from ${schema}.migration`);
  return (rows[0]?.number ?? 0) >= newest;
}

/** What is there already, in one question: where that is all, a start asks for the history and nothing else. */
async function look(client: pg.Client, schema: string): Promise<{ hasHistory: boolean; hasQueue: boolean }> {
  const { rows } = await client.query(
    `select to_regclass('${schema}.migration') is not null as "hasHistory", ${isQueueReady} as "hasQueue"`,
  );
  return rows[0];
}

async function prepareHistory(client: pg.Client, schema: string): Promise<void> {
  // Two that make the same table at once meet in the catalogue of the database, "if not exists" or not.
  await inTurn(client, schema, () =>
    client.query(`create table if not exists ${schema}.migration (
      number int primary key, name text not null, checksum text not null, applied_at timestamptz not null)`),
  );
}

const turnOf = (schema: string) => `hashtext('stint migrate ${schema}')`;
const untilNextTurnMs = 200;
/** Some seconds, after which who looks at a start wants to know what it waits for. */
const turnsUntilTold = 15;

/** In the form of the other lines of a start. */
const tell = (line: string) => void process.stderr.write(`  ${line}\n`);

/**
 * Asks until it is this starter's turn. Who waited within one statement would have a snapshot all the while, for whose end an index that is
 * made concurrently waits, and both would wait for each other.
 */
async function takeTurn(client: pg.Client, schema: string, lock: 'xact' | 'session'): Promise<void> {
  const take = lock === 'xact' ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_lock';
  for (let asked = 1; ; asked++) {
    if (lock === 'xact') await client.query('begin');
    const { rows } = await client.query(`select ${take}(${turnOf(schema)}) as "isOurs"`);
    if (rows[0].isOurs) return;
    if (lock === 'xact') await client.query('rollback');
    if (asked === turnsUntilTold) tell(`Another start migrates the schema ${schema}: this one waits for it.`);
    await pause(untilNextTurnMs);
  }
}

/** One transaction, while no other starter is in one of these. */
async function inTurn<Result>(
  client: pg.Client,
  schema: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await takeTurn(client, schema, 'xact');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

type Known = ReadonlyMap<number, { name: string; checksum: string }>;

/** What has been applied, so that a start with nothing to do asks once; whatever differs is looked at under the lock. */
async function readHistory(client: pg.Client, schema: string): Promise<Known> {
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    `select number, name, checksum from ${schema}.migration`,
  );
  return new Map(rows.map(({ number, ...row }) => [number, row]));
}

/**
 * A migration that takes something away says in its name which one a release has to know to do without:
 * `0040-needs-0035-drop-drafts.sql`. Those that only add let the release before go on.
 */
function refuseTooNew(schema: string, known: Known, newest: Migration | undefined): void {
  for (const [number, { name }] of known) {
    const needed = Number(/^\d{4}-needs-(\d{4})-/.exec(name)?.[1] ?? 0);
    if (number <= (newest?.number ?? 0) || needed <= (newest?.number ?? 0)) continue;
    throw new StartError(
      `The schema ${schema} was brought to ${name} by a later release, and this one, which knows it up to ${newest?.name}, cannot work on it: start that release again, or restore the backup from before the upgrade. Nothing was changed.`,
    );
  }
}

/**
 * On Citus a table cannot be spread in a transaction that has changed another one over several connections (*cannot
 * distribute … in sequential mode because a parallel query was executed*). Elsewhere the setting does not exist and this
 * does nothing.
 */
export const oneShardAtATime = `select set_config('citus.multi_shard_modify_mode', 'sequential', true)
  from pg_catalog.pg_extension where extname = 'citus'`;

async function applyOne(client: pg.Client, schema: string, migration: Migration): Promise<boolean> {
  try {
    const apply = makesIndexesAlone(migration) ? applyIndexes : applyInTurn;
    return await patiently(migration.name, () => apply(client, schema, migration));
  } catch (error) {
    throw new StartError(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * A lock is waited for so long: less than PostgreSQL waits before it looks for a deadlock (a second), so that of two who wait for each other this
 * one gives way first. Who comes behind waits no longer for the table we wait for; what the same migration has locked already stays locked (decision 060).
 */
const lockTimeout = '400ms';
/** Meanwhile everybody who waited behind us has their turn; never the same, so that no two meet again and again. */
const betweenTriesMs = { least: 1000, most: 1500 };
/** As often as somebody may be in the way: with the pauses less than the five minutes that an orchestrator gives a start. */
const mostTries = 120;
const triesUntilTold = 3;

/** Who uses a table is waited for by standing back in between: behind us all others wait as well. */
async function patiently<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isInTheWay(error) || tries === mostTries) throw error;
      if (tries === triesUntilTold) tell(`The migration ${name} waits until others leave its tables to it.`);
      await pause(randomInt(betweenTriesMs.least, betweenTriesMs.most));
    }
  }
}

const isInTheWay = (error: unknown) => ['55P03', '40P01'].includes((error as pg.DatabaseError).code ?? '');

const applyInTurn = (client: pg.Client, schema: string, migration: Migration): Promise<boolean> =>
  inTurn(client, schema, () => applyAtOnce(client, schema, migration));

async function applyAtOnce(client: pg.Client, schema: string, migration: Migration): Promise<boolean> {
  if (await isApplied(client, schema, migration)) return false;
  await noteApplied(client, schema, migration);
  await client.query(oneShardAtATime);
  await client.query(`set local lock_timeout = '${lockTimeout}'`);
  for (const statement of splitStatements(migration.text)) await client.query(statement);
  return true;
}

/** What is made outside of a transaction: by its name it is found again where a start was stopped half way. */
export const CONCURRENT_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s/i;

/** @throws Error where other statements stand beside them: half of such a migration could be there and not the other */
function makesIndexesAlone({ text }: Migration): boolean {
  const statements = splitStatements(text);
  const alone = statements.filter((statement) => CONCURRENT_INDEX.test(statement));
  if (alone.length > 0 && alone.length < statements.length)
    throw new Error('an index that is made concurrently stands in a migration of such indexes alone');
  return alone.length > 0;
}

/**
 * Indexes of tables that others write meanwhile: outside of a transaction, for whose length they would be locked. What a starter that was
 * stopped left unfinished is made anew.
 */
async function applyIndexes(client: pg.Client, schema: string, migration: Migration): Promise<boolean> {
  await takeTurn(client, schema, 'session');
  try {
    if (await isApplied(client, schema, migration)) return false;
    for (const statement of splitStatements(migration.text)) {
      const index = `${schema}.${CONCURRENT_INDEX.exec(statement)?.[1]}`;
      const { rows } = await client.query<{ isValid: boolean }>(
        'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
        [index],
      );
      if (rows[0]?.isValid) continue;
      if (rows[0]) await client.query(`drop index concurrently if exists ${index}`);
      await client.query(statement);
    }
    await noteApplied(client, schema, migration);
    return true;
  } finally {
    await client.query(`select pg_advisory_unlock(${turnOf(schema)})`).catch(() => undefined);
  }
}

/** @throws Error where another text was applied under its number */
async function isApplied(client: pg.Client, schema: string, migration: Migration): Promise<boolean> {
  const { rows } = await client.query(`select checksum from ${schema}.migration where number = $1`, [
    migration.number,
  ]);
  if (rows[0] && rows[0].checksum !== migration.checksum)
    throw new Error(
      'it was changed after it had been applied; start the release that the database comes from',
    );
  return rows.length > 0;
}

async function noteApplied(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  await client.query(
    `insert into ${schema}.migration (number, name, checksum, applied_at) values ($1, $2, $3, $4)`,
    [migration.number, migration.name, migration.checksum, new Date()],
  );
}
