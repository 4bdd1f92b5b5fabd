import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BaseManifest } from './archive/base.ts';
import { ArchiveError } from './archive/errors.ts';
import { type Archive, readFileOf, syncFolder } from './archive/files.ts';
import { BASES } from './archive/marker.ts';
import { unpack } from './archive/pack.ts';
import { writeKeys } from './archive/sealed.ts';
import { KEYS_VARIABLE } from './archive/wal-files.ts';
import type { DatabaseAddress } from './connections.ts';
import { quoted } from './embedded/archiving.ts';
import { removeUnfinished } from './embedded/cluster.ts';
import { lockDirectory } from './embedded/directory-lock.ts';
import { EmbeddedPostgresError } from './embedded/errors.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { chooseRunAs, giveTo } from './embedded/run-as.ts';
import { type BinariesSource, findServerBinaries } from './embedded/server-binaries.ts';
import { prepareSocketDirectory, SOCKET_PORT, type SocketDirectory } from './embedded/socket-directory.ts';
import { prepareFolder } from './embedded-postgres.ts';

export type RecoveryOptions = {
  /** Of the embedded server, as for its start. */
  dataDir: string;
  binaries: BinariesSource;
  archive: Archive;
  base: { name: string; manifest: BaseManifest };
  /** The last moment that is wanted, by the database's clock; everything that is there where null. */
  to: Date | null;
  /** `latest` follows what was restored before; a number stays on the timeline that was then left. */
  timeline: string;
  fetchCommand: readonly string[];
};

/**
 * Lays a base copy out beside the place of the database, lets PostgreSQL replay the archived log over it up to a moment, and moves
 * it into place when `work` is content with it. Nothing is left behind when it is not.
 *
 * @param work is given connections to the recovered database, as any of its users
 * @throws ArchiveError, EmbeddedPostgresError, or what `work` throws
 */
export async function recoverCluster(
  options: RecoveryOptions,
  work: (connect: (user: string, database: string) => DatabaseAddress) => Promise<void>,
): Promise<void> {
  const dataDir = await prepareFolder(options.dataDir);
  const clusterDirectory = join(dataDir, 'postgres');
  const lock = await lockDirectory(dataDir);
  const aside = `${clusterDirectory}.init-${process.pid}`;
  try {
    await removeUnfinished(clusterDirectory);
    if (existsSync(clusterDirectory))
      throw new ArchiveError(
        'unusable',
        `${clusterDirectory} is there already. Restore into a new DATA_DIR, or move that one away.`,
      );
    await mkdir(aside, { mode: 0o700 });
    await layOut(options, aside);
    const { postmaster, socket } = await replay(options, dataDir, aside);
    try {
      await work((user, database) => ({ host: socket.path, port: SOCKET_PORT, user, database }));
    } finally {
      await stopPostmaster(postmaster);
      await socket.release();
    }
    await rename(aside, clusterDirectory);
    await syncFolder(dataDir);
  } catch (error) {
    await rm(aside, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    throw error;
  } finally {
    await rm(logOf(aside), { force: true });
    await lock.release();
  }
}

async function layOut({ archive, base }: RecoveryOptions, aside: string): Promise<void> {
  await unpack(readFileOf(archive, `${BASES}/${base.name}/data`), aside);
  await writeFile(join(aside, 'backup_label'), base.manifest.label, { mode: 0o600 });
  await writeFile(join(aside, 'recovery.signal'), '', { mode: 0o600 });
}

async function replay(
  { archive, base, binaries: source, fetchCommand, ...wanted }: RecoveryOptions,
  dataDir: string,
  aside: string,
): Promise<{ postmaster: Postmaster; socket: SocketDirectory }> {
  const found = await findServerBinaries(source, dataDir);
  const made = Number.parseInt(base.manifest.serverVersion, 10);
  if (made !== found.majorVersion)
    throw new ArchiveError(
      'unusable',
      `The archive was made by PostgreSQL ${made}, and this is ${found.majorVersion}: restore with the version of Stint that wrote it, or name the programs of PostgreSQL ${made} with PG_BINARIES.`,
    );
  const { runAs, binaries } = await chooseRunAs(found, dataDir, aside);
  for (const name of ['backup_label', 'recovery.signal']) await giveTo(join(aside, name), runAs);
  const socket = await prepareSocketDirectory(dataDir, runAs);
  const settings = {
    // Nobody is let in before the moment is reached.
    hot_standby: 'off',
    restore_command: [...[...fetchCommand, archive.folder].map(quoted), '%f', '%p'].join(' '),
    recovery_target_action: 'promote',
    recovery_target_timeline: wanted.timeline,
    ...(wanted.to ? { recovery_target_time: writeMoment(wanted.to) } : {}),
    // What is written from here on is for the archive, which the product's next start hands it to.
    archive_mode: 'on',
    archive_command: '',
  };
  try {
    const postmaster = await startPostmaster({
      binaries,
      runAs,
      clusterDirectory: aside,
      socketDirectory: socket.path,
      logFile: logOf(aside),
      settings,
      environment: { [KEYS_VARIABLE]: writeKeys(archive.keys) },
      // Replaying a day of log takes what it takes; a server that gives up ends.
      readyTimeoutMs: Number.POSITIVE_INFINITY,
    });
    return { postmaster, socket };
  } catch (error) {
    await socket.release();
    if (error instanceof EmbeddedPostgresError && error.code === 'start_failed')
      throw explained(await readFile(logOf(aside), 'utf8').catch(() => ''), wanted.to, error);
    throw error;
  }
}

/** What PostgreSQL and the program that fetches segments said, as a sentence. */
function explained(log: string, to: Date | null, error: Error): Error {
  const fetched = /^archive: (.+)$/m.exec(log)?.[1];
  if (fetched) return new ArchiveError('damaged', fetched, { cause: error });
  if (!log.includes('recovery ended before configured recovery target was reached')) return error;
  // Without its offset, which is that of UTC: the server writes its log in no other zone.
  const last = /last completed transaction was at log time (\S+ [\d:.]+)/.exec(log)?.[1];
  const until =
    last === undefined
      ? ''
      : ` (the last change in it was at ${new Date(`${last.replace(' ', 'T')}Z`).toISOString()})`;
  return new ArchiveError(
    'out_of_reach',
    `The log in the archive ends before ${to?.toISOString()}${until}: name an earlier moment, or take all that is there with --to latest.`,
    { cause: error },
  );
}

/** Without letters: settings are read before the server knows any zone by its name. */
function writeMoment(at: Date): string {
  return at.toISOString().replace('T', ' ').replace('Z', '+00');
}

function logOf(aside: string): string {
  return join(dirname(aside), 'recovery.log');
}
