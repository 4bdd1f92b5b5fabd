import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from './errors.ts';
import { syncFolder } from './files.ts';

const MARKER = 'archive.json';
const FORMAT = 1;

/** Where segments lie inside of an archive, and where base copies do. */
export const WAL = 'wal';
export const BASES = 'base';

/**
 * Which database an archive belongs to, by the number that PostgreSQL gave it when it was made.
 * @returns null where the folder is empty or not there
 * @throws ArchiveError `unusable` where it holds something else, or a later form of archive
 */
export async function findOwner(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, MARKER), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw unusable(folder, error);
  });
  if (text === null) return null;
  const { format, system } = readMarker(text);
  if (format === FORMAT && typeof system === 'string') return system;
  throw new ArchiveError(
    'unusable',
    `${join(folder, MARKER)} is none that this version reads (format ${FORMAT}): use the version that wrote it, or name another folder with ARCHIVE_DIR.`,
  );
}

/**
 * Makes a folder the archive of a database, or finds that it is.
 * @throws ArchiveError `other_database` or `unusable`
 */
export async function claimFolder(folder: string, system: string): Promise<void> {
  const owner = await findOwner(folder);
  if (owner !== null) return requireOwner(folder, owner, system);
  try {
    await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
    for (const part of [WAL, BASES]) await mkdir(join(folder, part), { mode: 0o700 }).catch(ignoreExisting);
    const file = await open(join(folder, MARKER), 'wx', 0o600);
    await file.writeFile(`${JSON.stringify({ format: FORMAT, system })}\n`);
    await file.close();
    await syncFolder(folder);
  } catch (cause) {
    throw unusable(folder, cause as NodeJS.ErrnoException);
  }
}

/** A folder without its mark is not the archive: a bucket that is not mounted leaves an empty one behind. */
export async function requireArchive(folder: string, system: string): Promise<void> {
  const owner = await findOwner(folder);
  if (owner === null)
    throw new ArchiveError(
      'unusable',
      `${folder} is not the archive any more (${MARKER} is missing): mount what was there.`,
    );
  requireOwner(folder, owner, system);
}

function requireOwner(folder: string, owner: string, system: string): void {
  if (owner === system) return;
  throw new ArchiveError(
    'other_database',
    `${folder} is the archive of another database (${owner}, this is ${system}): name an empty folder with ARCHIVE_DIR, or bring that one back with npm run restore -- --to latest.`,
  );
}

function readMarker(text: string): { format?: unknown; system?: unknown } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

function unusable(folder: string, cause: NodeJS.ErrnoException): ArchiveError {
  return new ArchiveError(
    'unusable',
    `The archive ${folder} cannot be used (${cause.code ?? cause.message}): mend that, or name another folder with ARCHIVE_DIR whose parent is there.`,
    { cause },
  );
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
