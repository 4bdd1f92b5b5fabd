import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cleanEnvironment } from './environment.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { giveTo, type RunAs } from './run-as.ts';
import type { ServerBinaries } from './server-binaries.ts';

export const SUPERUSER = 'postgres';

/**
 * Makes the database's files where there are none. They are made aside and renamed into place when complete
 * and on disk, so that a start killed in the middle leaves nothing that looks like a database.
 *
 * @returns whether they were made now
 * @throws EmbeddedPostgresError `init_failed`, `version_mismatch` or `not_a_cluster`
 */
export async function ensureCluster(
  clusterDirectory: string,
  binaries: ServerBinaries,
  runAs: RunAs,
): Promise<boolean> {
  await removeUnfinished(clusterDirectory);
  if (existsSync(clusterDirectory)) {
    await checkVersion(clusterDirectory, binaries);
    return false;
  }
  const unfinished = `${clusterDirectory}.init-${process.pid}`;
  await mkdir(unfinished, { mode: 0o700 });
  await giveTo(unfinished, runAs);
  await runInitdb(unfinished, binaries, runAs);
  await rename(unfinished, clusterDirectory);
  await syncDirectory(dirname(clusterDirectory));
  return true;
}

/** What an earlier start left half-way; the caller holds the lock, so nobody is still at it. */
export async function removeUnfinished(clusterDirectory: string): Promise<void> {
  const parent = dirname(clusterDirectory);
  const prefix = `${basename(clusterDirectory)}.init-`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  await rmdir(clusterDirectory).catch(() => undefined); // only succeeds when empty
}

async function checkVersion(clusterDirectory: string, binaries: ServerBinaries): Promise<void> {
  const content = await readFile(join(clusterDirectory, 'PG_VERSION'), 'utf8').catch(() => null);
  if (content === null) {
    throw new EmbeddedPostgresError(
      'not_a_cluster',
      `${clusterDirectory} is not empty and not a PostgreSQL database. Move it away, or choose another folder with DATA_DIR.`,
    );
  }
  const found = Number.parseInt(content, 10);
  if (found !== binaries.majorVersion) {
    throw new EmbeddedPostgresError(
      'version_mismatch',
      `${clusterDirectory} was made by PostgreSQL ${found}, this is ${binaries.majorVersion}. Export with the earlier version and import here, or choose another folder with DATA_DIR.`,
    );
  }
}

/**
 * The locale is fixed so that sorting is the same on every machine. Local connections need no password: only
 * the owner of the socket's folder reaches them, and the server listens nowhere else.
 */
async function runInitdb(directory: string, binaries: ServerBinaries, runAs: RunAs): Promise<void> {
  const [command, ...args] = [
    ...runAs.prefix,
    join(binaries.binDirectory, 'initdb'),
    `--pgdata=${directory}`,
    `--username=${SUPERUSER}`,
    '--locale=C.UTF-8',
    '--encoding=UTF8',
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ];
  const child = spawn(command, args, {
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const failure = await new Promise<string | null>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? code}`));
  });
  if (failure === null) return;
  await rm(directory, { recursive: true, force: true });
  throw new EmbeddedPostgresError(
    'init_failed',
    `The database could not be created in ${dirname(directory)} (as ${runAs.name}): initdb ${failure}.\n${output.trim()}`,
  );
}

/** A rename survives a power cut only once its folder is on disk. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
