import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspacePlace } from '../../apps/server/src/testing/product-person.ts';

/** What a product was filled with, and who can sign in there. */
export type BenchSet = {
  workspace: WorkspacePlace;
  /** Internal id of the workspace. */
  tenantId: string;
  projectIds: string[];
  /** Of the whole database of the gateway. */
  rows: { workspaces: number; entries: number };
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
