import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ArchiveError } from './errors.ts';
import { type Archive, keepFile, readFileOf } from './files.ts';
import { requireArchive, WAL } from './marker.ts';
import { readKeys } from './sealed.ts';
import { isArchivedName } from './segments.ts';

/** How a program that PostgreSQL starts is told the keys. */
export const KEYS_VARIABLE = 'STINT_ARCHIVE_KEYS';

/** @throws ArchiveError where the keys were not handed on */
export function archiveOf(folder: string, environment: NodeJS.ProcessEnv): Archive {
  const [first, ...others] = readKeys(environment[KEYS_VARIABLE] ?? '');
  if (first === undefined || first.secret.length === 0)
    throw new ArchiveError(
      'unusable',
      'This is started by PostgreSQL, which Stint hands the keys of the archive.',
    );
  return { folder, keys: [first, ...others] };
}

/** @throws ArchiveError where a segment could not be kept by whoever asks */
export async function checkWritable({ folder }: Archive, system: string): Promise<void> {
  await requireArchive(folder, system);
  await access(join(folder, WAL), constants.W_OK);
}

/**
 * Keeps a file of the log that PostgreSQL is done with; the same one again is a success.
 * @param path where it lies
 */
export async function keepWal(
  archive: Archive,
  system: string,
  { name, path }: { name: string; path: string },
): Promise<void> {
  if (!isArchivedName(name)) throw new ArchiveError('unusable', `${name} is no file of PostgreSQL's log.`);
  await requireArchive(archive.folder, system);
  await keepFile(archive, `${WAL}/${name}`, () => createReadStream(path));
}

/**
 * Brings a file of the log back.
 * @throws ArchiveError `missing` where the archive has none of that name, as at its end
 */
export async function fetchWal(archive: Archive, name: string, target: string): Promise<void> {
  try {
    await pipeline(
      Readable.from(readFileOf(archive, `${WAL}/${name}`)),
      createWriteStream(target, { mode: 0o600 }),
    );
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}
