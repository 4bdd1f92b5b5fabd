import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './errors.ts';
import type { Digest, Table } from './tables.ts';
import { isSameProof, openVault, type Vault } from './vault.ts';

/** Rises when an older restore could not read the folder any more. 2: the queue has a schema of its own. */
export const FORMAT = 2;
const READABLE = [1, FORMAT];

export type DatabaseManifest = {
  /** `identity`, or the code of a region. */
  name: string;
  schema: 'auth' | 'app';
  serverVersion: string;
  /** Number of the newest migration that was applied. */
  migration: number;
  tables: (Table & Digest)[];
  /** Policies, grants and owners as `readGuards` tells them; older backups have none. */
  guards?: string[];
};

export type Manifest = {
  format: number;
  takenAt: string;
  /** Tells whether a restored installation has the same master secret; the secret itself cannot be had from it. */
  secretFingerprint: string;
  files: string[];
  /** Of the key the files are encrypted with; null for plain files. */
  salt: string | null;
  databases: DatabaseManifest[];
};

/** Name of a table's file inside the backup. */
export function tableFile(database: { name: string }, table: { name: string; schema?: string }): string {
  return `${database.name}/${table.schema ? `${table.schema}.` : ''}${table.name}.copy.gz`;
}

/** The manifest is never encrypted; where the files are, a proof beside it shows that nobody changed it. */
export async function writeManifest(folder: string, manifest: Manifest, vault: Vault): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const proof = vault.proofOf(text);
  await writeFile(join(folder, 'manifest.json'), text, { mode: 0o600, flush: true });
  if (proof) await writeFile(join(folder, 'manifest.proof'), `${proof}\n`, { mode: 0o600, flush: true });
}

function parseManifest(folder: string, text: string): Manifest {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    if (Array.isArray(manifest?.databases) && Array.isArray(manifest.files)) return manifest as Manifest;
  } catch {
    // Said below: damaged and of something else come to the same.
  }
  throw new BackupError(
    `${join(folder, 'manifest.json')} is damaged or of something else: use another backup.`,
  );
}

/** @throws BackupError when the folder is no backup, one that this version cannot read, or one of another key */
export async function readManifest(
  folder: string,
  backupKey: string | undefined,
): Promise<{ manifest: Manifest; vault: Vault }> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause) => {
    throw new BackupError(`${folder} has no manifest.json, so it is no finished backup.`, { cause });
  });
  const manifest = parseManifest(folder, text);
  if (!READABLE.includes(manifest.format)) {
    throw new BackupError(
      `${folder} has format ${manifest.format}; this version reads ${READABLE.join(', ')}.`,
    );
  }
  const vault = openVault(backupKey, manifest.salt);
  const expected = vault.proofOf(text);
  const proof = expected && (await readFile(join(folder, 'manifest.proof'), 'utf8').catch(() => '')).trim();
  if (expected && !isSameProof(expected, proof ?? '')) {
    throw new BackupError('BACKUP_KEY is not the one of this backup, or its manifest was changed.');
  }
  return { manifest, vault };
}
