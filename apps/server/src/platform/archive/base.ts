import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClient, type DatabaseAddress } from '../connections.ts';
import { folderName, takenAt } from '../time-names.ts';
import { type Archive, keepFile, readTextOf } from './files.ts';
import { BASES } from './marker.ts';
import { packFolder } from './pack.ts';
import { isSegment, placeOf } from './segments.ts';

const FORMAT = 1;

/** Whether a segment arrived is looked at this often. */
const LOOK_EVERY_MS = 250;

/** What a base copy says of itself; it is sealed like everything else. */
export type BaseManifest = {
  format: number;
  /** Times of the database. From the second one on it can be restored. */
  startedAt: string;
  stoppedAt: string;
  /** Segments of the log without which it is useless. */
  firstSegment: string;
  lastSegment: string;
  serverVersion: string;
  /** PostgreSQL's own note, which a restore puts beside the files. */
  label: string;
  /** Newest migration by database. */
  migrations: Record<string, number>;
  /** Tells whether a restored installation has the same master secret. */
  secretFingerprint: string;
  /** Files of the data directory without which the database is useless. */
  files: Record<string, string>;
};

export type BaseSource = {
  archive: Archive;
  clusterDirectory: string;
  /** As superuser. */
  connect(database: string): DatabaseAddress;
  /** Where migrations are counted. */
  databases: readonly { database: string; schema: string }[];
  /** Of the data directory. */
  describe(): Promise<Pick<BaseManifest, 'secretFingerprint' | 'files'>>;
};

/** What is different, or rebuilt, in a server that starts from a copy (PostgreSQL, 25.3.4). */
const emptied = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
);
const left =
  /^(?:postmaster\.(?:pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|.*\.signal)$/;

/**
 * Copies the files of a running database into its archive, in a folder named after the time. It counts once its `manifest` is
 * there, which is written when the whole log of the time of the copy is in the archive.
 *
 * @returns name of the base copy
 */
export async function takeBase(source: BaseSource, now: Date, signal: AbortSignal): Promise<string> {
  const name = folderName(now);
  const { archive, clusterDirectory } = source;
  const folder = join(archive.folder, BASES, name);
  const client = createClient(source.connect('postgres'), { statement_timeout: 0 });
  await client.connect();
  try {
    await mkdir(folder, { mode: 0o700 });
    const started = await one<{ segment: string; at: string; version: string }>(
      client,
      `select pg_walfile_name(pg_backup_start('stint', fast => true)) as segment,
         to_json(clock_timestamp())#>>'{}' as at, current_setting('server_version') as version`,
    );
    const migrations = await countMigrations(source);
    await keepFile(archive, `${BASES}/${name}/data`, () =>
      untilAborted(packFolder(clusterDirectory, isLeftOut), signal),
    );
    const stopped = await one<{ segment: string; at: string; label: string }>(
      client,
      `select pg_walfile_name(lsn) as segment, labelfile as label, to_json(clock_timestamp())#>>'{}' as at
       from pg_backup_stop(wait_for_archive => false)`,
    );
    await untilArchived(client, stopped.segment, signal);
    const manifest: BaseManifest = {
      format: FORMAT,
      startedAt: started.at,
      stoppedAt: stopped.at,
      firstSegment: started.segment,
      lastSegment: stopped.segment,
      serverVersion: started.version,
      label: stopped.label,
      migrations,
      ...(await source.describe()),
    };
    const text = Buffer.from(JSON.stringify(manifest));
    await keepFile(archive, manifestOf(name), () => Readable.from([text]));
    return name;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** Names of the finished base copies, the oldest first. */
export async function listBases({ folder }: Pick<Archive, 'folder'>): Promise<string[]> {
  const names = await readdir(join(folder, BASES));
  return names.filter((name) => takenAt(name) !== null && existsSync(join(folder, manifestOf(name)))).sort();
}

/** @throws ArchiveError where it is damaged, cut off or of another key */
export async function readBase(archive: Archive, name: string): Promise<BaseManifest> {
  return JSON.parse(await readTextOf(archive, manifestOf(name))) as BaseManifest;
}

/** What a killed copy left: nobody else writes here, since one server runs at a time. */
export async function removeUnfinished({ folder }: Archive): Promise<void> {
  for (const name of await readdir(join(folder, BASES))) {
    if (takenAt(name) === null || existsSync(join(folder, manifestOf(name)))) continue;
    await rm(join(folder, BASES, name), { recursive: true, force: true });
  }
}

function manifestOf(name: string): string {
  return `${BASES}/${name}/manifest`;
}

function isLeftOut(path: string): 'whole' | 'content' | null {
  if (left.test(basename(path))) return 'whole';
  return emptied.has(path) ? 'content' : null;
}

async function* untilAborted(source: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const part of source) {
    signal.throwIfAborted();
    yield part;
  }
}

async function countMigrations({ databases, connect }: BaseSource): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { database, schema } of databases) {
    const client = createClient(connect(database));
    await client.connect();
    try {
      const { number } = await one<{ number: number }>(
        client,
        `select coalesce(max(number), 0) as number from ${schema}.migration`,
      );
      found[database] = number;
    } finally {
      await client.end();
    }
  }
  return found;
}

async function untilArchived(client: pg.Client, segment: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { last } = await one<{ last: string | null }>(
      client,
      'select left(last_archived_wal, 24) as last from pg_stat_archiver',
    );
    if (last !== null && isSegment(last) && placeOf(last) >= placeOf(segment)) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, statement: string): Promise<Row> {
  const { rows } = await client.query<Row>(statement);
  return rows[0] as Row;
}
