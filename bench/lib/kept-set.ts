import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldChanged } from '../../apps/server/src/gateway/total-checks/check.ts';
import { type DatabaseAddress, withClient } from '../../apps/server/src/platform/connections.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { listMigrations } from '../../apps/server/src/platform/migrate.ts';
import { sql } from '../../apps/server/src/platform/sql.ts';
import type { WorkspacePlace } from '../../apps/server/src/testing/product-person.ts';
import { migrationFolders } from '../../apps/server/src/testing/templates.ts';

/** What a product was filled with, and who can sign in there. */
export type BenchSet = {
  workspace: WorkspacePlace;
  /** Internal id of the workspace. */
  tenantId: string;
  projectIds: string[];
  /** Of the whole database of the gateway. */
  rows: { workspaces: number; entries: number };
  /** The newest migration when it was packed. */
  schema: string;
  people: { email: string; password: string; memberId: string }[];
};

const fileIn = (folder: string) => join(folder, 'bench-set.json');

/**
 * The set that a folder of the product was filled with; null where there is no folder yet.
 * @throws where something else is in it, or a set that was never finished
 */
export async function readKept(folder: string): Promise<BenchSet | null> {
  if (!existsSync(folder)) return null;
  if (!existsSync(fileIn(folder)))
    throw new Error(`${folder} holds no finished set. Remove it, or name another folder.`);
  return JSON.parse(await readFile(fileIn(folder), 'utf8'));
}

/** Only once all of it is there. */
export function writeKept(folder: string, set: BenchSet): Promise<void> {
  return writeFile(fileIn(folder), JSON.stringify(set), { mode: 0o600 });
}

/** What the product's own tables of this version are made of. */
export const newestSchema = String(listMigrations(migrationFolders.app).at(-1));

/** Workspaces that are packed at once. */
const PACKED_AT_ONCE = 2;

/**
 * Packs what this version packs, and the one which filled the set did not: otherwise the hourly task would while something is
 * measured.
 */
export async function packKept(owner: DatabaseAddress, login: DatabaseAddress): Promise<void> {
  const database = openDatabase({ address: login, max: PACKED_AT_ONCE });
  try {
    const left = await database.rows<{ id: string }>(
      sql`select tenant_id as id from app.workspace_directory`,
    );
    process.stderr.write(`  ${left.length} workspaces of another version are packed first\n`);
    const packSome = async () => {
      for (let next = left.pop(); next; next = left.pop()) await foldChanged(database, next.id);
    };
    await Promise.all(Array.from({ length: PACKED_AT_ONCE }, packSome));
  } finally {
    await database.close();
  }
  await vacuum(owner);
}

/** As autovacuum leaves a table that has been there for a while: indexes alone answer what they hold. */
export function vacuum(owner: DatabaseAddress): Promise<void> {
  return withClient(owner, async (client) => {
    await client.query('vacuum (analyze)');
  });
}
