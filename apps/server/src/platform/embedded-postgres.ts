import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Archiving, prepareArchiving, refuseNewBesideOld } from './embedded/archiving.ts';
import { ensureCluster, SUPERUSER } from './embedded/cluster.ts';
import { lockDirectory } from './embedded/directory-lock.ts';
import { EmbeddedPostgresError } from './embedded/errors.ts';
import { type Postmaster, rotateLog, startPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { adoptFolder, chooseRunAs } from './embedded/run-as.ts';
import { type BinariesSource, findServerBinaries } from './embedded/server-binaries.ts';
import { prepareSocketDirectory, SOCKET_PORT } from './embedded/socket-directory.ts';

/** `lost` says how the server ended; with `error` it did not start, and is tried again after that many milliseconds. */
export type RestartEvent = { lost: string; error?: unknown; nextTryMs?: number };

/** Called once each, where a program was started that is now waited for: what takes time costs none here. */
export type WhileWaiting = {
  /** While it is tried how PostgreSQL can be run. */
  whileTrying?: (() => void) | undefined;
  /** While the server starts. */
  whileStarting?: (() => void) | undefined;
};

export type EmbeddedPostgresOptions = WhileWaiting & {
  /** Holds the lock, the log, the socket and the database; made where absent. One running Stint per folder. */
  dataDir: string;
  /** Called after each step of the start with its name and duration in milliseconds. */
  onStep?: (name: string, milliseconds: number) => void;
  /** Called when the server was lost and started again, and with an error each time it could not be. */
  onRestart?: ((event: RestartEvent) => void) | undefined;
  /** Between two tries to start it again; 15 s where absent. */
  longestPauseMs?: number;
  /** `npm` where absent: the binaries of the npm package. Else the `bin` folder of an installed PostgreSQL. */
  binaries?: BinariesSource;
  /** Server settings on top of ours, e.g. `{ max_connections: '200' }`; tests may turn `fsync` off. */
  settings?: Record<string, string>;
  /** Nothing is archived where absent. */
  archiving?: Archiving | undefined;
};

export type EmbeddedPostgres = {
  /** Connects as superuser, over the unix socket in the folder `host`. */
  superuserConnection: { host: string; port: number; user: string; database: string };
  /** Of the postmaster; another one after it was lost and started again. */
  readonly pid: number;
  /** True from the loss of the server until it is there again. */
  readonly isDown: boolean;
  /** Stops the server cleanly and gives up the folder. */
  stop(): Promise<void>;
};

/** How often the length of the log is looked at. */
const ROTATE_EVERY_MS = 10 * 60_000;

/** Between tries to start a lost server; doubled each time. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 15_000;

/** A server that ran this long did not end of what it began with. */
const STEADY_MS = 10_000;

/**
 * Starts a real PostgreSQL on a folder of our own, and keeps it running until `stop`. What it acknowledged
 * survives `kill -9` of the server and of this process.
 *
 * @throws EmbeddedPostgresError with a code and a message that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await prepareFolder(options.dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    return await startLocked(dataDir, options, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startLocked(
  dataDir: string,
  options: EmbeddedPostgresOptions,
  release: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const timed = createStepTimer(options.onStep);
  const clusterDirectory = join(dataDir, 'postgres');
  const found = await findServerBinaries(options.binaries ?? 'npm', dataDir);
  const { runAs, binaries } = await chooseRunAs(found, dataDir, clusterDirectory, options.whileTrying);
  if (options.archiving) await refuseNewBesideOld(options.archiving, clusterDirectory);
  const wasCreated = await ensureCluster(clusterDirectory, binaries, runAs);
  if (wasCreated) timed('Creating the database');
  const added = options.archiving && (await prepareArchiving(options.archiving, clusterDirectory, runAs));
  const socket = await prepareSocketDirectory(dataDir, runAs);
  const logFile = join(dataDir, 'postgres.log');
  const start = (whileStarting?: () => void) =>
    startPostmaster({
      binaries,
      runAs,
      clusterDirectory,
      socketDirectory: socket.path,
      logFile,
      settings: { ...added?.settings, ...options.settings },
      environment: added?.environment ?? {},
      whileStarting,
    });
  const first = await start(options.whileStarting).catch(async (error: unknown) => {
    await socket.release();
    throw error;
  });
  const supervised = supervise(first, () => start(), options);
  const rotating = setInterval(() => void rotateLog(logFile), ROTATE_EVERY_MS).unref();
  timed(`Starting PostgreSQL ${binaries.version}`);
  return {
    superuserConnection: {
      host: socket.path,
      port: SOCKET_PORT,
      user: SUPERUSER,
      database: 'postgres',
    },
    get pid() {
      return supervised.pid();
    },
    get isDown() {
      return supervised.isDown();
    },
    async stop() {
      clearInterval(rotating);
      await supervised.stop();
      await socket.release();
      await release();
    },
  };
}

/**
 * Starts the server again when it ends without having been told to: connections break, no data does. Where it does not start,
 * a full disk say, it is tried for as long as this process lives, with pauses that grow.
 */
function supervise(first: Postmaster, start: () => Promise<Postmaster>, options: EmbeddedPostgresOptions) {
  const { onRestart, longestPauseMs = LONGEST_PAUSE_MS } = options;
  let current = first;
  let startedAt = performance.now();
  let pauseMs = FIRST_PAUSE_MS;
  let isDown = false;
  let restarting: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  function watch(postmaster: Postmaster): void {
    const { child } = postmaster;
    const handleEnd = () => {
      if (stopping.signal.aborted) return;
      isDown = true;
      restarting = restart(`ended with ${child.signalCode ?? `code ${child.exitCode}`}`);
    };
    if (child.exitCode !== null || child.signalCode !== null) handleEnd();
    else child.once('exit', handleEnd);
  }

  async function restart(lost: string): Promise<void> {
    // One that ran for long was well: it is started at once. One that ends as it begins is not.
    if (performance.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    else await pause();
    while (!stopping.signal.aborted) {
      try {
        current = await start();
        startedAt = performance.now();
        isDown = false;
        watch(current);
        onRestart?.({ lost });
        return;
      } catch (error) {
        onRestart?.({ lost, error, nextTryMs: Math.min(pauseMs, longestPauseMs) });
        await pause();
      }
    }
  }

  async function pause(): Promise<void> {
    const milliseconds = Math.min(pauseMs, longestPauseMs);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    await sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => {});
  }

  watch(current);
  return {
    pid: () => current.pid,
    isDown: () => isDown,
    async stop() {
      stopping.abort();
      await restarting;
      await stopPostmaster(current);
    },
  };
}

/** Makes the folder where it is absent. @returns its real path */
export async function prepareFolder(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    const made = await mkdir(path, { recursive: true, mode: 0o700 });
    if (made !== undefined) await adoptFolder(path);
    return await realpath(path);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'cannot_run',
      `The data folder ${path} cannot be made or entered. Choose another one with DATA_DIR.`,
      { cause },
    );
  }
}

/** Each call reports the time since the one before. */
function createStepTimer(onStep: EmbeddedPostgresOptions['onStep']): (name: string) => void {
  let last = performance.now();
  return (name) => {
    const now = performance.now();
    onStep?.(name, now - last);
    last = now;
  };
}
