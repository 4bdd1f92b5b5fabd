import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from '../archive/errors.ts';
import type { Archive } from '../archive/files.ts';
import { claimFolder, findOwner, WAL } from '../archive/marker.ts';
import { writeKeys } from '../archive/sealed.ts';
import { readSystemIdentifier } from '../archive/system-identifier.ts';
import { KEYS_VARIABLE } from '../archive/wal-files.ts';
import { cleanEnvironment } from './environment.ts';
import { giveTo, type RunAs } from './run-as.ts';

/** How an embedded server archives its log. */
export type Archiving = {
  archive: Archive;
  /** A segment is ended after this long, so that what was saved is in the archive. */
  everySeconds: number;
  /** The program that keeps a segment, with what comes before its own arguments. */
  command: readonly string[];
};

/** What a server is started with. */
export type ServerAddition = { settings: Record<string, string>; environment: Record<string, string> };

/**
 * A new database beside the archive of another one is a mistake that would show when it is too late: whoever lost the machine
 * starts the product before the restore.
 * @throws ArchiveError `other_database`
 */
export async function refuseNewBesideOld({ archive }: Archiving, clusterDirectory: string): Promise<void> {
  if (existsSync(clusterDirectory) || (await findOwner(archive.folder)) === null) return;
  throw new ArchiveError(
    'other_database',
    `${archive.folder} is the archive of a database, and there is none in ${clusterDirectory} yet: bring it back with npm run restore -- --to latest, or name an empty folder with ARCHIVE_DIR.`,
  );
}

/**
 * Makes the folder the archive of this database, and proves that the server's user can write to it.
 * @throws ArchiveError with what to do
 */
export async function prepareArchiving(
  { archive, everySeconds, command }: Archiving,
  clusterDirectory: string,
  runAs: RunAs,
): Promise<ServerAddition> {
  const { folder } = archive;
  const system = await readSystemIdentifier(clusterDirectory);
  await claimFolder(folder, system);
  if (process.getuid?.() === 0 && runAs.uid !== 0) await letIn(folder, runAs);
  const environment = { [KEYS_VARIABLE]: writeKeys(archive.keys) };
  const [program, ...words] = [...runAs.prefix, ...command, folder, system];
  const { status, error, stderr } = spawnSync(program, words, {
    cwd: '/',
    env: { ...cleanEnvironment(), ...environment },
    encoding: 'utf8',
  });
  if (status !== 0) {
    const reason = error?.message ?? stderr.trim().split('\n')[0] ?? '';
    throw new ArchiveError(
      'unusable',
      `The archive ${folder} cannot be written by ${runAs.name}, which runs the database: ${reason}. Let that user write there, or name another folder with ARCHIVE_DIR.`,
    );
  }
  return {
    settings: {
      archive_mode: 'on',
      archive_timeout: `${everySeconds}s`,
      archive_command: [...[...command, folder, system].map(quoted), '%f', '%p'].join(' '),
    },
    environment,
  };
}

/**
 * Whether the log was archived when the database last ran: PostgreSQL notes what it is started with. A release that knows no
 * archive tells nobody that it was there in between.
 */
export async function wasArchiving(clusterDirectory: string): Promise<boolean> {
  const options = await readFile(join(clusterDirectory, 'postmaster.opts'), 'utf8').catch(() => '');
  return options.includes('"archive_mode=on"');
}

/** One word of a command of PostgreSQL's, which a shell reads after the percent signs were filled in. */
export function quoted(word: string): string {
  return `'${word.replaceAll('%', '%%').replaceAll("'", "'\\''")}'`;
}

/** As root the server may run as somebody else. A mount that has no owners lets everybody in or nobody: that shows next. */
async function letIn(folder: string, runAs: RunAs): Promise<void> {
  try {
    await chmod(folder, 0o711);
    await chmod(join(folder, 'archive.json'), 0o644);
    await giveTo(join(folder, WAL), runAs);
  } catch {
    return;
  }
}
