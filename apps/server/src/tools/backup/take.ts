import { chmod, copyFile, mkdir, open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { masterSecret, readPrivateFile } from '../../platform/data-directory.ts';
import { type DatabaseLink, locateDatabases } from '../../product-databases.ts';
import {
  type DatabaseManifest,
  FORMAT,
  fingerprint,
  keptFiles,
  tableFile,
  writeManifest,
} from './manifest.ts';
import { copyOut, listTables, withOwner } from './tables.ts';

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
  const located = await locateDatabases(config, () => {}, { attach: true });
  try {
    const links = namedLinks(located);
    const databases = await Promise.all(links.map(([name, link]) => backUpDatabase(aside, name, link)));
    const files = await copyKeys(config.dataDir, aside);
    const secret = await masterSecret(config.dataDir, config.secretKey);
    await writeManifest(aside, {
      format: FORMAT,
      takenAt: now.toISOString(),
      secretFingerprint: fingerprint(secret),
      files,
      databases,
    });
    await rename(aside, folder);
    await syncFolder(dirname(folder));
    return databases.map(({ name, tables }) => ({
      name,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    }));
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

async function backUpDatabase(folder: string, name: string, link: DatabaseLink): Promise<DatabaseManifest> {
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
    };
    for (const table of await listTables(client, schema)) {
      const digest = await copyOut(client, schema, table, tableFile(folder, manifest, table));
      manifest.tables.push({ ...table, ...digest });
    }
    await client.query('commit');
    return manifest;
  });
}

async function copyKeys(dataDir: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const file of keptFiles) {
    if ((await readPrivateFile(dataDir, file)) === null) continue;
    await copyFile(join(dataDir, file), join(folder, basename(file)));
    await chmod(join(folder, file), 0o600);
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
