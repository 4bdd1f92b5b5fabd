import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../config.ts';
import { fingerprint, keptFiles, masterSecret, readPrivateFile } from '../../platform/data-directory.ts';
import { type DatabaseLink, locateDatabases } from '../../product-databases.ts';
import { readGuards } from './guards.ts';
import { type DatabaseManifest, FORMAT, tableFile, writeManifest } from './manifest.ts';
import { copyOut, listTables, withOwner } from './tables.ts';
import { createVault, type Vault } from './vault.ts';

/**
 * Writes all databases and the keys of the data directory to a new folder, while the product runs or not. Each
 * database is one snapshot; it is written aside and renamed when it is complete and on disk.
 *
 * @param folder must not exist yet
 * @returns rows per database
 */
export async function takeBackup(
  config: Config,
  folder: string,
  now: Date,
): Promise<{ name: string; rows: number }[]> {
  const aside = `${folder}.unfinished-${process.pid}`;
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const vault = createVault(config.backupKey);
  const located = await locateDatabases(config, () => {}, { attach: true });
  try {
    const links = namedLinks(located);
    const databases = await Promise.all(
      links.map(([name, link]) => backUpDatabase({ folder: aside, vault }, name, link)),
    );
    const files = await copyKeys(config.dataDir, { folder: aside, vault });
    const secret = await masterSecret(config.dataDir, config.secretKey);
    const manifest = {
      format: FORMAT,
      takenAt: now.toISOString(),
      secretFingerprint: fingerprint(secret),
      files,
      salt: vault.salt,
      databases,
    };
    await writeManifest(aside, manifest, vault);
    await rename(aside, folder);
    await syncFolder(dirname(folder));
    return databases.map(({ name, tables }) => ({
      name,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    }));
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  } finally {
    await located.stop();
  }
}

/** The databases by the names that backups use. */
export function namedLinks(located: {
  identity: DatabaseLink | null;
  regions: Map<string, DatabaseLink>;
}): [name: string, link: DatabaseLink][] {
  return [...(located.identity ? [['identity', located.identity] as const] : []), ...located.regions].map(
    ([name, link]) => [name, link],
  );
}

type Target = { folder: string; vault: Vault };

async function backUpDatabase(
  { folder, vault }: Target,
  name: string,
  link: DatabaseLink,
): Promise<DatabaseManifest> {
  const { schema, owner } = link;
  await mkdir(join(folder, name), { mode: 0o700 });
  return withOwner(owner, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query<{ migration: number; version: string }>(
      `select max(number) as migration, current_setting('server_version') as version from ${schema}.migration`,
    );
    const manifest: DatabaseManifest = {
      name,
      schema,
      serverVersion: rows[0]?.version ?? '',
      migration: rows[0]?.migration ?? 0,
      tables: [],
      guards: await readGuards(client, schema),
    };
    for (const table of await listTables(client, schema)) {
      const digest = await copyOut(client, schema, table, {
        folder,
        vault,
        name: tableFile(manifest, table),
      });
      manifest.tables.push({ ...table, ...digest });
    }
    await client.query('commit');
    return manifest;
  });
}

async function copyKeys(dataDir: string, { folder, vault }: Target): Promise<string[]> {
  const files: string[] = [];
  for (const file of keptFiles) {
    if ((await readPrivateFile(dataDir, file)) === null) continue;
    const target = createWriteStream(join(folder, file), { mode: 0o600, flush: true });
    await pipeline(createReadStream(join(dataDir, file)), vault.seal(file), target);
    files.push(file);
  }
  return files;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
