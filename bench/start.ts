import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { sendHttp } from '../apps/server/src/testing/http-call.ts';
import { processTree } from '../apps/server/src/testing/process-tree.ts';
import { findFreePort, startProductProcess } from '../apps/server/src/testing/product-process.ts';
import { ensureServerBuilt, SERVER_COMMAND, SERVER_ENVIRONMENT } from '../scripts/lib/server-build.mjs';
import { ensureBuilt } from '../scripts/lib/web-build.mjs';
import { anonymousMiB, residentMiB } from './lib/cpu.ts';
import type { Effort } from './lib/effort.ts';
import { whileQuiet } from './lib/outside.ts';
import { startBareFastify } from './lib/reference.ts';
import { markBusy, type Row, rowOf } from './lib/table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** After so long nothing of the start is under way any more: the first jobs begin three seconds after it. */
const settleMs = 10_000;

type Memory = { resident: number; own: number };
type Start = { ready: number; database: number; memory: Memory; bare: number; bareMemory: Memory };

/** P14 and P21: from nothing to ready, and what the server's process holds when nobody asks anything. */
export async function benchStart(effort: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  await ensureBuilt();
  await ensureServerBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'stint-bench-start-'));
  // Compiled code is kept between starts, as `npm start` does.
  const env = {
    ...SERVER_ENVIRONMENT,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    LOG_LEVEL: 'info',
  };
  try {
    const starts: Start[] = [];
    let busy = 0;
    for (let round = 0; round <= effort.rounds; round++) {
      const { value, isBusy } = await whileQuiet(() => measureStart(join(folder, 'data'), env));
      if (round > 0) starts.push(value);
      if (round > 0 && isBusy) busy += 1;
      process.stderr.write('.');
    }
    const warm = await measureNpmStarts(join(folder, 'npm-data'), effort.isQuick ? 1 : 3);
    const fresh = effort.isQuick ? [] : [await measureClone(join(folder, 'clone'))];
    process.stderr.write('\n');
    return { rows: markBusy(rowsOf(starts, warm, fresh), busy), notes: notesOf(starts) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

async function measureStart(dataDir: string, env: Record<string, string>): Promise<Start> {
  const started = performance.now();
  const product = await startProductProcess({ dataDir, env, command: SERVER_COMMAND });
  const ready = performance.now() - started;
  await sleep(settleMs);
  const memory = memoryOf(product.pid);
  await product.stop();
  const database = await timeDatabase(dataDir);
  const bareStarted = performance.now();
  const bare = await startBareFastify();
  const bareReady = performance.now() - bareStarted;
  const bareMemory = memoryOf(bare.pid);
  await bare.close();
  return { ready, database, memory, bare: bareReady, bareMemory };
}

/** The database server alone: the product loads its code meanwhile, so its own report would count that too. */
async function timeDatabase(dataDir: string): Promise<number> {
  const started = performance.now();
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  const took = performance.now() - started;
  await server.stop();
  return took;
}

function memoryOf(pid: number): Memory {
  return { resident: residentMiB(pid), own: anonymousMiB(pid) };
}

/** `npm start` again and again in this checkout, from the command to the first page. */
async function measureNpmStarts(dataDir: string, rounds: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const took = await timeNpmStart(root, dataDir);
    if (round > 0) seconds.push(took);
    process.stderr.write('.');
  }
  return seconds;
}

/** A clean clone of what is committed, started for the first time; the package cache is as warm as it is here. */
async function measureClone(folder: string): Promise<number> {
  await promisify(execFile)('git', ['clone', '--quiet', root, folder]);
  return timeNpmStart(folder, join(folder, '.data'));
}

async function timeNpmStart(folder: string, dataDir: string): Promise<number> {
  const port = await findFreePort();
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: pathWithoutOurs(),
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const pid = child.pid as number;
  try {
    for (;;) {
      const host = `stint.localhost:${port}`;
      const page = await sendHttp(port, { method: 'GET', path: '/home', host }).catch(() => null);
      if (page?.status === 200) return (performance.now() - started) / 1000;
      if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
      await sleep(25);
    }
  } finally {
    stopServer(pid);
    await ended;
  }
}

/** The server below `npm start`. What was another program of the start when it was looked for may have ended since. */
function stopServer(pid: number): void {
  for (;;) {
    const tree = processTree(pid);
    const server = tree.find(({ pid: one, parent }) => one !== pid && parent !== pid) ?? tree.at(-1);
    try {
      process.kill(server?.pid ?? pid, 'SIGTERM');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH' || tree.length === 0) throw error;
    }
  }
}

/** As a person's shell has it: npm puts the local programs in front by itself. */
function pathWithoutOurs(): string {
  return (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.startsWith(root))
    .join(':');
}

function rowsOf(starts: Start[], warm: number[], fresh: number[]): Row[] {
  const each = (value: (start: Start) => number) => starts.map(value);
  return [
    rowOf(
      'P14',
      'start to ready, warm, without the database server',
      each(({ ready, database }) => ready - database),
      { unit: 'ms', atMost: 220 },
    ),
    rowOf(
      'P14',
      'database server, warm',
      each(({ database }) => database),
      { unit: 'ms', inform: true },
    ),
    rowOf(
      'P14',
      'bare Fastify, start to ready',
      each(({ bare }) => bare),
      { unit: 'ms', inform: true },
    ),
    rowOf(
      'P14',
      'idle memory of the server process',
      each(({ memory }) => memory.resident),
      { unit: 'MiB', inform: true },
    ),
    rowOf(
      'P14',
      'bare Fastify, memory',
      each(({ bareMemory }) => bareMemory.resident),
      { unit: 'MiB', inform: true },
    ),
    rowOf(
      'P14',
      'memory not shared with other processes',
      each(({ memory, bareMemory }) => memory.own / bareMemory.own),
      { unit: 'x', atMost: 1.2, against: 'bare Fastify' },
    ),
    ...(fresh.length > 0
      ? [rowOf('P21', '`npm start` from a clean clone to the first page', fresh, { unit: 's', atMost: 30 })]
      : []),
    rowOf('P21', '`npm start` again, to the first page', warm, { unit: 's', atMost: 1 }),
  ];
}

function notesOf(starts: Start[]): string[] {
  return [
    `The product as npm start runs it. Ready is the first 200 of /readyz, counted from the start of the process, less the time that the database server takes alone; memory is resident, ${settleMs / 1000} s later.`,
    'Resident memory counts the pages of the Node program itself, which all its processes share; how many the system keeps mapped differs from machine to machine.',
    `${starts.length} starts of the product, each beside one of bare Fastify, in JavaScript, with the same Node.`,
    'Of a start Node itself and Fastify take what bare Fastify takes. Of the time on the main thread about a quarter goes into loading modules, those of Node included, a seventh into adding routes, a tenth into the first question whether it is ready; the rest is spread thin.',
  ];
}
