import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { copyFile, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../connections.ts';
import { SUPERUSER } from './cluster.ts';
import { cleanEnvironment } from './environment.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { findProcess, findProcessesIn, sendSignal } from './processes.ts';
import type { RunAs } from './run-as.ts';
import type { ServerBinaries } from './server-binaries.ts';
import { SOCKET_PORT } from './socket-directory.ts';

const POLL_MS = 15;

/** Recovery after a crash replays up to a gigabyte of log; beyond this something else is wrong. */
const READY_TIMEOUT_MS = 5 * 60 * 1000;

/** How long a server may take to shut down before it is told to stop at once, and then killed. */
const POLITE_MS = 20_000;

/** How long backends may outlive their postmaster: only one busy computing does not notice at once. */
const ORPHAN_MS = 3000;

const MAX_LOG_BYTES = 10 * 1024 * 1024;

export type PostmasterOptions = {
  binaries: ServerBinaries;
  runAs: RunAs;
  clusterDirectory: string;
  socketDirectory: string;
  logFile: string;
  settings: Record<string, string>;
  /** For the programs that the server starts itself. */
  environment?: Record<string, string>;
  /** Until it answers; five minutes where absent. */
  readyTimeoutMs?: number;
  /** Called once the server is on its way up: what takes time costs none here. */
  whileStarting?: (() => void) | undefined;
};

/** A running server. The child's own `exit` event is its end. */
export type Postmaster = { child: ChildProcess; pid: number };

/**
 * Starts the server and waits until it takes connections.
 *
 * @throws EmbeddedPostgresError `start_failed`, with the end of the server's log
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  await waitUntilQuiet(options.clusterDirectory);
  await removeLeftLocks(options);
  await rotateLog(options.logFile);
  const child = spawnServer(options);
  options.whileStarting?.();
  const failure = await waitUntilReady(child, options);
  if (failure === null && child.pid !== undefined) return { child, pid: child.pid };
  child.kill('SIGQUIT');
  throw new EmbeddedPostgresError(
    'start_failed',
    `The embedded PostgreSQL did not start (as ${options.runAs.name}): ${failure}.\nEnd of ${options.logFile}:\n${await readTail(options.logFile)}`,
  );
}

/** Fast shutdown: open transactions are rolled back, everything committed is written, then it ends. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  const { child } = postmaster;
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.ref();
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal);
    if (await Promise.race([ended.then(() => true), sleep(POLITE_MS, false, { ref: false })])) return;
  }
}

/**
 * In its own session, so that Ctrl-C in a terminal reaches Stint alone, which drains before it stops the
 * database. Only a unix socket: no port to clash, nothing to reach from outside.
 */
function spawnServer(options: PostmasterOptions): ChildProcess {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${options.socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    // An acknowledged save is on disk (security 14); both are defaults, said here so that no file overrides them.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
    logging_collector: 'off',
    // Details of a refused row quote its values: addresses would stand in the log (security 12).
    log_error_verbosity: 'terse',
    ...options.settings,
  };
  const [command = '', ...args] = [
    ...options.runAs.prefix,
    join(options.binaries.binDirectory, 'postgres'),
    '-D',
    options.clusterDirectory,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    const child = spawn(command, args, {
      cwd: '/',
      env: { ...cleanEnvironment(), ...options.environment },
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.on('error', () => undefined); // shows as a child without pid
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** @returns null when ready, else what went wrong */
async function waitUntilReady(
  child: ChildProcess,
  { socketDirectory, readyTimeoutMs = READY_TIMEOUT_MS }: PostmasterOptions,
): Promise<string | null> {
  if (child.pid === undefined) return 'the program could not be run';
  const deadline = Date.now() + readyTimeoutMs;
  while (Date.now() < deadline) {
    if (hasEnded(child)) return `it ended with ${child.signalCode ?? `code ${child.exitCode}`}`;
    const asked = performance.now();
    if (await answers(socketDirectory)) return null;
    // A try whose answer was found late, behind code that was being loaded, has waited long enough.
    const left = POLL_MS - (performance.now() - asked);
    if (left > 0) await sleep(left);
  }
  return `it did not answer within ${readyTimeoutMs / 1000} s`;
}

async function answers(socketDirectory: string): Promise<boolean> {
  const address = { host: socketDirectory, port: SOCKET_PORT, user: SUPERUSER, database: 'postgres' };
  const client = createClient(address, { ssl: false, connectionTimeoutMillis: 5000 });
  try {
    // Open is a connection when the server has said that it is ready for a statement.
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Waits until nobody works on these files any more. After `kill -9` of the launcher the old server is still
 * shutting down; after `kill -9` of the server its backends live a moment longer, and its pid may stay a zombie,
 * or belong to somebody else, for which PostgreSQL would refuse to start. The caller holds the directory's
 * lock, so no other launcher starts one meanwhile.
 */
async function waitUntilQuiet(clusterDirectory: string): Promise<void> {
  const pidFile = join(clusterDirectory, 'postmaster.pid');
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'];
  let nextSignalAt = 0;
  for (;;) {
    const written = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
    const busy = findProcessesIn(clusterDirectory) ?? livingPids(written);
    if (busy.length === 0) break;
    if (Date.now() >= nextSignalAt) {
      const signal = signals.shift();
      if (signal === undefined) throw stuckError(clusterDirectory, busy);
      // Backends leave by themselves once the postmaster is gone; only what outlasts that is signalled.
      const targets = signal === 'SIGINT' ? busy.filter((pid) => pid === written) : busy;
      for (const pid of targets) sendSignal(pid, signal);
      nextSignalAt = Date.now() + (busy.includes(written) ? POLITE_MS : ORPHAN_MS);
    }
    await sleep(POLL_MS);
  }
}

/** PostgreSQL's own locks name a pid that a zombie or another program may hold; nobody works here any more. */
async function removeLeftLocks(options: PostmasterOptions): Promise<void> {
  const socket = join(options.socketDirectory, `.s.PGSQL.${SOCKET_PORT}`);
  for (const path of [join(options.clusterDirectory, 'postmaster.pid'), socket, `${socket}.lock`]) {
    await rm(path, { force: true });
  }
}

function livingPids(pid: number): number[] {
  return pid > 0 && findProcess(pid) !== null ? [pid] : [];
}

function stuckError(clusterDirectory: string, pids: number[]): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'start_failed',
    `An earlier PostgreSQL still works on ${clusterDirectory} and does not end (pid ${pids.join(', ')}).`,
  );
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Puts a log that has grown long aside as `.1`, in place of the one before. The server goes on writing to the same file, which
 * it opened to append to, so that one is emptied.
 */
export async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size <= MAX_LOG_BYTES) return;
  const aside = `${logFile}.1`;
  try {
    await copyFile(logFile, aside);
    await truncate(logFile);
  } catch {
    // On a full disk half a copy takes room for nothing; the log goes on as it is, and the server starts.
    await rm(aside, { force: true });
  }
}

async function readTail(logFile: string): Promise<string> {
  const content = await readFile(logFile, 'utf8').catch(() => '');
  return content.trimEnd().split('\n').slice(-12).join('\n');
}
