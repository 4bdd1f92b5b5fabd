import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findProcessesIn, sendSignal } from '../platform/embedded/processes.ts';
import { type HttpAnswer, type HttpCall, sendHttp } from './http-call.ts';
import { processTree } from './process-tree.ts';

const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Counts as part of a start where one is measured. */
const POLL_MS = 5;

export type ProductEnd = { code: number | null; signal: NodeJS.Signals | null; milliseconds: number };

/** The real product in a process tree of its own. */
export type ProductProcess = {
  pid: number;
  port: number;
  /** Host name with port, as links name it. */
  mainDomain: string;
  dataDir: string;
  /** Root tenant and admin key, from `latchkey.json`. */
  access(): Promise<{ tenantId: string; adminKey: string; baseUrl: string }>;
  /** One call to the main domain, or to `call.host`. */
  send(call: HttpCall): Promise<HttpAnswer>;
  /** Everything written so far: log lines on standard output, messages on standard error. */
  output(): { stdout: string; stderr: string };
  /** Pids of the server, the database and its backends that live now. */
  pids(): number[];
  /** SIGTERM, then waits for the end. */
  stop(): Promise<ProductEnd>;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL to every process of the tree; resolves when none of them lives. */
  kill(): Promise<void>;
  ended: Promise<ProductEnd>;
};

export type ProductProcessOptions = {
  /** Holds everything the product makes; may be used again after its end. */
  dataDir: string;
  /** A free one where absent. */
  port?: number;
  /** Arguments of Node in place of those of this run. */
  command?: string[];
  /** On top of a clean environment. */
  env?: Record<string, string>;
  /** Throws log lines away unread, for runs with very many requests. */
  discardsLog?: boolean;
  /** Or keeps them in this file in place of `output()`. */
  logFile?: string;
};

/** The product did not get ready; has what it wrote. */
export class ProductStartError extends Error {
  readonly stderr: string;
  readonly end: ProductEnd;
  constructor(end: ProductEnd, output: { stdout: string; stderr: string }) {
    super(`the product ended with ${end.signal ?? `code ${end.code}`}:\n${output.stderr}${output.stdout}`);
    this.stderr = output.stderr;
    this.end = end;
  }
}

/**
 * Starts the product as a process of its own and waits until `/readyz` says so.
 * @throws ProductStartError when it ends before
 */
export async function startProductProcess(options: ProductProcessOptions): Promise<ProductProcess> {
  const product = await spawnProduct(options);
  let end: ProductEnd | null = null;
  product.ended.then(
    (value) => {
      end = value;
    },
    () => {},
  );
  for (;;) {
    // Somebody else may answer at the port, so the product has to have said so itself.
    const isListening = product.output().stderr.includes('is ready at');
    const answer = isListening
      ? await product.send({ method: 'GET', path: '/readyz' }).catch(() => null)
      : null;
    if (answer?.status === 200) return product;
    if (end) throw new ProductStartError(end, product.output());
    await sleep(POLL_MS);
  }
}

/** Starts it without waiting for anything. */
export async function spawnProduct(options: ProductProcessOptions): Promise<ProductProcess> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  // As the kernel names it: processes are found by their working directory.
  const dataDir = await realpath(options.dataDir);
  const port = options.port ?? (await findFreePort());
  const logFile = options.logFile === undefined ? null : openSync(options.logFile, 'a', 0o600);
  const started = performance.now();
  const child = spawn(process.execPath, options.command ?? commandOfRun(), {
    env: {
      ...cleanVariables(),
      LOG_LEVEL: 'info',
      // Nobody balances here, so nobody has to notice.
      DRAIN_GRACE_SECONDS: '0',
      ...options.env,
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', logFile ?? (options.discardsLog ? 'ignore' : 'pipe'), 'pipe'],
    detached: true,
  });
  if (logFile !== null) closeSync(logFile);
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${process.execPath} cannot be run`);
  const output = collectOutput(child);
  const ended = endOf(child, started);
  const mainDomain = options.env?.MAIN_DOMAIN ?? `stint.localhost:${port}`;
  return {
    pid,
    port,
    mainDomain,
    dataDir,
    ended,
    output,
    access: async () => JSON.parse(await readFile(join(dataDir, 'latchkey.json'), 'utf8')),
    send: (call) => sendHttp(port, { host: mainDomain, ...call }),
    pids: () => [...new Set([...processTree(pid).map((one) => one.pid), ...databasePids(dataDir)])],
    signal: (name) => sendSignal(pid, name),
    async stop() {
      sendSignal(pid, 'SIGTERM');
      return ended;
    },
    async kill() {
      await killAll(() => [...processTree(pid).map((one) => one.pid), ...databasePids(dataDir)]);
      await ended;
    },
  };
}

/**
 * What `npm start` gives to Node, where whoever runs the tests has built it (`scripts/lib/test-stages.mjs`): it starts in half the
 * time. A single test file is run on the sources.
 */
export function commandOfRun(): string[] {
  const command = process.env.STINT_SERVER_COMMAND;
  return command === undefined ? [mainFile] : JSON.parse(command);
}

/** Below those that the kernel gives to outgoing connections (from 32768 on), and above what `fetch` refuses. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_700;

/**
 * A port that nobody listens on now. Between this and its use, or while who listened there is away, no outgoing connection can
 * happen to take it.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}

/** The database outlives the server's own process for a moment, then as nobody's child; it works in its folder. */
function databasePids(dataDir: string): number[] {
  return findProcessesIn(join(dataDir, 'postgres', 'postgres')) ?? [];
}

/** All at once, and again until nobody is left: a process may have made another one meanwhile. */
async function killAll(living: () => number[]): Promise<void> {
  for (let pids = living(); pids.length > 0; pids = living()) {
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    await sleep(POLL_MS);
  }
}

function endOf(child: ChildProcess, started: number): Promise<ProductEnd> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve({ code, signal, milliseconds: performance.now() - started }));
  });
}

function collectOutput(child: ChildProcess): () => { stdout: string; stderr: string } {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  return () => ({ ...written });
}

/** What a program under test is given besides its own settings: a person's must not reach it. */
export function cleanVariables(): Record<string, string> {
  const kept = /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|NODE_COMPILE_CACHE|PG_BINARIES)$/;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      kept.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}
