import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createClient, type DatabaseAddress } from '../../platform/connections.ts';
import { queueSchema } from '../../platform/queue-schema.ts';
import type { Vault } from './vault.ts';

/**
 * A table as a backup holds it: generated columns are left out, rows lie in the order of their key. `schema` is named
 * where it is another than the database's own.
 */
export type Table = { name: string; columns: string[]; key: string[]; schema?: string };

/** Number of rows, and SHA-256 over their text in key order: equal for equal content, wherever it lies. */
export type Digest = { rows: number; sha256: string };

/** Text forms of values must not depend on the server's settings. */
const plainText = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'iso_8601'",
  'set extra_float_digits = 1',
  "set bytea_output = 'hex'",
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
];

/** A direct connection as the owner, for the time of `work`. */
export async function withOwner<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient(address);
  await client.connect();
  try {
    for (const setting of plainText) await client.query(setting);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every table of a database but the histories of migrations, which the migrators write themselves. */
export async function listTables(client: pg.Client, schema: string): Promise<Table[]> {
  const own = await tablesOf(client, schema);
  const queue = await tablesOf(client, queueSchema);
  return [...own, ...queue.map((table) => ({ ...table, schema: queueSchema }))];
}

async function tablesOf(client: pg.Client, schema: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select a.attname::text from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k(attnum, at)
           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary order by k.at) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('migration', 'migrations') order by 1`,
    [schema],
  );
  return rows;
}

/** A file of a backup: where it lies, its name inside the backup, and how it is kept. */
export type BackupFile = { folder: string; name: string; vault: Vault };

/** Writes a table's rows to a gzipped file. */
export async function copyOut(
  client: pg.Client,
  schema: string,
  table: Table,
  { folder, name: file, vault }: BackupFile,
): Promise<Digest> {
  const meter = createMeter();
  await pipeline(
    client.query(copyTo(await exportStatement(client, schema, table))),
    meter.stream,
    createGzip(),
    vault.seal(file),
    createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
  );
  return meter.digest();
}

/** Loads a file that `copyOut` made. */
export async function copyIn(
  client: pg.Client,
  schema: string,
  table: Table,
  { folder, name: file, vault }: BackupFile,
): Promise<void> {
  await pipeline(
    createReadStream(join(folder, file)),
    vault.open(file),
    createGunzip(),
    client.query(copyFrom(importStatement(schema, table))),
  );
}

/** Copies a table's rows from one database to another. */
export async function copyAcross(
  { from, to }: { from: pg.Client; to: pg.Client },
  schema: string,
  table: Table,
): Promise<void> {
  await pipeline(
    from.query(copyTo(await exportStatement(from, schema, table))),
    to.query(copyFrom(importStatement(schema, table))),
  );
}

/** What `copyOut` would give now, without writing it. */
export async function digestTable(client: pg.Client, schema: string, table: Table): Promise<Digest> {
  const meter = createMeter();
  meter.stream.resume();
  await pipeline(client.query(copyTo(await exportStatement(client, schema, table))), meter.stream);
  return meter.digest();
}

/** What the file holds. @throws when it is not whole, or was changed */
export async function digestFile({ folder, name: file, vault }: BackupFile): Promise<Digest> {
  const meter = createMeter();
  meter.stream.resume();
  await pipeline(createReadStream(join(folder, file)), vault.open(file), createGunzip(), meter.stream);
  return meter.digest();
}

export function name(schema: string, table: string): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
}

function importStatement(schema: string, table: Table): string {
  return `copy ${name(table.schema ?? schema, table.name)} (${list(table.columns)}) from stdin`;
}

/** Texts in the order of their bytes: servers sort them by different languages, and the checksum goes by the order. */
async function exportStatement(client: pg.Client, schema: string, table: Table): Promise<string> {
  const { rows } = await client.query<{ column: string }>(
    'select attname::text as "column" from pg_attribute where attrelid = $1::regclass and attcollation <> 0',
    [name(table.schema ?? schema, table.name)],
  );
  const texts = new Set(rows.map(({ column }) => column));
  const key = table.key.map(
    (column) => `${pg.escapeIdentifier(column)}${texts.has(column) ? ' collate "C"' : ''}`,
  );
  const order = key.length > 0 ? ` order by ${key.join(', ')}` : '';
  return `copy (select ${list(table.columns)} from ${name(table.schema ?? schema, table.name)}${order}) to stdout`;
}

function list(columns: string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

const LINE_END = 0x0a;

/** COPY's text form ends each row with the only bare line feed it has: those inside values are escaped. */
function createMeter(): { stream: Transform; digest(): Digest } {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { stream, digest: () => ({ rows, sha256: hash.digest('hex') }) };
}
