import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import {
  fingerprint,
  masterSecrets,
  prepareDataDirectory,
  readPrivateFile,
  writePrivateFile,
} from '../../platform/data-directory.ts';
import { migrate } from '../../platform/migrate.ts';
import { type DatabaseLink, locateDatabases, migrationFolder } from '../../product-databases.ts';
import { endSessions } from './end-sessions.ts';
import { BackupError } from './errors.ts';
import { compareGuards, readGuards, staleSequences } from './guards.ts';
import { requireKnownSchema } from './known-schema.ts';
import { replaceRows, requireUnused } from './load.ts';
import { type DatabaseManifest, type Manifest, readManifest, tableFile } from './manifest.ts';
import { copyIn, digestFile, digestTable, withOwner } from './tables.ts';
import { namedLinks } from './take.ts';
import type { Vault } from './vault.ts';

/**
 * Brings a backup back into an installation that holds nothing yet, and proves it: every table has the rows and the
 * checksum of the manifest. Sessions from before are ended, so that tokens issued after the backup die with it.
 *
 * @returns rows per database, and what of its policies, grants and sequences is not as it was
 * @throws BackupError when the folder is damaged, the target is not empty, or something differs afterwards; then no
 *   database has changed
 */
export async function restoreBackup(config: Config, folder: string, now: Date): Promise<Restored[]> {
  const { manifest, vault } = await readManifest(folder, config.backupKey);
  const source = { folder, vault };
  for (const { name, schema, migration } of manifest.databases)
    await requireKnownSchema(name, schema, migration);
  await checkFiles(source, manifest);
  await prepareDataDirectory(config.dataDir);
  const located = await locateDatabases(config, () => {});
  try {
    const pairs = pairUp(manifest, namedLinks(located));
    for (const { backup, link } of pairs) await requireUnused(backup.name, link);
    await restoreKeys(config, source, manifest);
    const restored: Restored[] = [];
    for (const { backup, link } of pairs) {
      const differences = await restoreDatabase(source, backup, link, now);
      const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0);
      restored.push({ name: backup.name, rows, differences });
    }
    return restored;
  } finally {
    await located.stop();
  }
}

export type Restored = { name: string; rows: number; differences: string[] };

type Source = { folder: string; vault: Vault };
type Pair = { backup: DatabaseManifest; link: DatabaseLink };

/** Every database of the backup has its place here, and the other way round. */
function pairUp(manifest: Manifest, links: [string, DatabaseLink][]): Pair[] {
  const there = manifest.databases.map((database) => database.name).sort();
  const here = links.map(([database]) => database).sort();
  if (there.join() !== here.join()) {
    throw new BackupError(
      `The backup has ${there.join(', ')}; this configuration has ${here.join(', ')}. Set REGIONS and SERVICES alike.`,
    );
  }
  const byName = new Map(links);
  return manifest.databases.map((backup) => ({ backup, link: byName.get(backup.name) as DatabaseLink }));
}

/** A damaged file is found before anything is touched. */
async function checkFiles(source: Source, manifest: Manifest): Promise<void> {
  for (const database of manifest.databases) {
    for (const table of database.tables) {
      const name = tableFile(database, table);
      const path = join(source.folder, name);
      const found = await digestFile({ ...source, name }).catch((cause) => {
        throw new BackupError(`${path} is damaged: ${(cause as Error).message}`, { cause });
      });
      if (found.sha256 !== table.sha256) throw new BackupError(`${path} is damaged: its checksum differs.`);
    }
  }
}

async function restoreKeys(config: Config, { folder, vault }: Source, manifest: Manifest): Promise<void> {
  for (const file of manifest.files) {
    if (file === 'secret.key' && config.secretKey) continue;
    const text = await readText(join(folder, file), vault.open(file));
    const present = await readPrivateFile(config.dataDir, file);
    if (present !== null && present !== text) {
      throw new BackupError(`${join(config.dataDir, file)} belongs to another installation.`);
    }
    await writePrivateFile(config.dataDir, file, text);
  }
  const { key, others } = await masterSecrets(config);
  if (
    ![key, ...(others.former ?? []), ...(others.next ?? [])].some(
      (each) => fingerprint(Buffer.from(each)) === manifest.secretFingerprint,
    )
  ) {
    throw new BackupError(
      'SECRET_KEY is not the one of the backup: no password, factor or key in it could be used. Where it was changed since, name the one of the backup as SECRET_KEY_FORMER.',
    );
  }
}

/** The whole text of a kept file. @throws when it was changed */
async function readText(path: string, opened: Transform): Promise<string> {
  const chunks: Buffer[] = [];
  await pipeline(createReadStream(path), opened, async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts) chunks.push(part);
  });
  return Buffer.concat(chunks).toString('utf8');
}

/** Schema as it was, rows in one transaction, then whatever migrations came since. */
async function restoreDatabase(
  source: Source,
  backup: DatabaseManifest,
  { owner, schema }: DatabaseLink,
  now: Date,
): Promise<string[]> {
  await migrate(owner, schema, migrationFolder(schema), backup.migration);
  const differences = await withOwner(owner, async (client) => {
    await client.query('begin');
    await replaceRows(client, schema, backup.tables, (table) =>
      copyIn(client, schema, table, { ...source, name: tableFile(backup, table) }),
    );
    await verifyRows(client, backup);
    if (schema === 'auth') await endSessions(client, now);
    const found = await findDifferences(client, backup);
    await client.query('commit');
    await client.query('analyze');
    return found;
  });
  await migrate(owner, schema, migrationFolder(schema));
  return differences;
}

/** Told, not refused: a role that only the old server had must not stand in the way of getting the rows back. */
async function findDifferences(client: pg.Client, backup: DatabaseManifest): Promise<string[]> {
  const stale = await staleSequences(client, backup.schema);
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const isSameServer =
    Number.parseInt(rows[0]?.version ?? '', 10) === Number.parseInt(backup.serverVersion, 10);
  // Another major version has other privileges and writes the same policy in other words.
  if (!backup.guards || !isSameServer) return stale;
  return [...stale, ...compareGuards(backup.guards, await readGuards(client, backup.schema))];
}

async function verifyRows(
  client: pg.Client,
  { name: database, schema, tables }: DatabaseManifest,
): Promise<void> {
  for (const table of tables) {
    const found = await digestTable(client, schema, table);
    if (found.sha256 === table.sha256 && found.rows === table.rows) continue;
    throw new BackupError(
      `${database}: ${table.name} has ${found.rows} rows with another checksum; the backup has ${table.rows}.`,
    );
  }
}
