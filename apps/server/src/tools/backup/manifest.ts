import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest, Table } from './tables.ts';

/** Rises when an older restore could not read the folder any more. */
export const FORMAT = 1;

/** Files of the data directory without which the databases are useless. */
export const keptFiles = ['secret.key', 'latchkey.json'] as const;

export type DatabaseManifest = {
  /** `identity`, or the code of a region. */
  name: string;
  schema: 'auth' | 'app';
  serverVersion: string;
  /** Number of the newest migration that was applied. */
  migration: number;
  tables: (Table & Digest)[];
};

export type Manifest = {
  format: number;
  takenAt: string;
  /** Tells whether a restored installation has the same master secret; the secret itself cannot be had from it. */
  secretFingerprint: string;
  files: string[];
  databases: DatabaseManifest[];
};

/** A backup or restore that cannot go on; the message says what to do. */
export class BackupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'BackupError';
  }
}

export function fingerprint(secret: Buffer): string {
  return createHash('sha256').update('stint backup').update(secret).digest('hex').slice(0, 32);
}

export function tableFile(folder: string, database: { name: string }, table: { name: string }): string {
  return join(folder, database.name, `${table.name}.copy.gz`);
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(folder, 'manifest.json'), text, { mode: 0o600, flush: true });
}

/** @throws BackupError when the folder is no backup, or one that this version cannot read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause) => {
    throw new BackupError(`${folder} has no manifest.json, so it is no finished backup.`, { cause });
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== FORMAT) {
    throw new BackupError(`${folder} has format ${manifest.format}; this version reads ${FORMAT}.`);
  }
  return manifest;
}
