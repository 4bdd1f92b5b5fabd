import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { copyPrepared } from '../testing/prepared-data.ts';
import { EmbeddedPostgresError } from './embedded/errors.ts';
import { findProcess } from './embedded/processes.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type RestartEvent,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';

const binaries = process.env.PG_BINARIES ?? 'npm';
const fixture = join(import.meta.dirname, 'embedded-postgres.fixture.ts');

let base: string;
let dataDir: string;
let running: EmbeddedPostgres[] = [];
let children: ChildProcess[] = [];

beforeEach(() => {
  // Nothing but its owner may enter the parent, as in root's home.
  base = mkdtempSync(join(tmpdir(), 'stint-pg-'));
  chmodSync(base, 0o700);
  dataDir = join(base, 'data');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of children) child.kill('SIGKILL');
  for (const server of running) await server.stop();
  running = [];
  children = [];
  rmSync(base, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 });
});

async function start(
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres & { steps: string[] }> {
  const steps: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    binaries,
    onStep: (name) => steps.push(name),
    ...options,
  });
  running.push(server);
  return Object.assign(server, { steps });
}

/** For what is not about a first start: a cluster takes a second to make and a moment to copy. */
async function copyCluster(): Promise<void> {
  await copyPrepared('cluster', dataDir, async (first) => {
    const server = await startEmbeddedPostgres({ dataDir: first, binaries });
    await server.stop();
  });
}

async function stop(server: EmbeddedPostgres): Promise<void> {
  running = running.filter((other) => other !== server);
  await server.stop();
}

async function query<Row extends pg.QueryResultRow>(server: EmbeddedPostgres, text: string): Promise<Row[]> {
  const client = new pg.Client(server.superuserConnection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the writing process and collects what it acknowledged. */
function startWriter(): { child: ChildProcess; saved: Set<number>; postmasterPid: () => number } {
  const child = spawn(process.execPath, [fixture, dataDir, binaries], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const saved = new Set<number>();
  let pid = 0;
  let rest = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [word, number] = line.split(' ');
      if (word === 'saved') saved.add(Number(number));
      else pid = Number(number);
    }
  });
  return { child, saved, postmasterPid: () => pid };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

async function savedRows(server: EmbeddedPostgres): Promise<Set<number>> {
  const rows = await query<{ id: number }>(server, 'select id from saved');
  return new Set(rows.map((row) => row.id));
}

describe('starting', () => {
  test('the first start creates the database, the second finds it with its rows', async () => {
    const first = await start();
    expect(first.steps).toEqual([
      'Creating the database',
      expect.stringMatching(/^Starting PostgreSQL \d+\.\d+$/),
    ]);
    await query(first, 'create table kept as select 42 as answer');
    await stop(first);

    const second = await start();
    expect(second.steps).toHaveLength(1);
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('saves are durable, checksummed and sorted the same everywhere, and only a private socket listens', async () => {
    const server = await start();
    const [row] = await query(
      server,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
              current_setting('server_encoding') as encoding, datcollate as collation
         from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      addresses: '',
      encoding: 'UTF8',
      collation: 'C.UTF-8',
    });
    expect(statSync(server.superuserConnection.host).mode & 0o777).toBe(0o700);
  });

  test('it is handed neither the secrets of the product nor its settings for memory', async () => {
    vi.stubEnv('SECRET_KEY', 'precious');
    vi.stubEnv('SMTP_URL', 'smtp://person:precious@mail.example');
    vi.stubEnv('MALLOC_MMAP_THRESHOLD_', '131072');
    const server = await start();
    const names = readFileSync(`/proc/${server.pid}/environ`, 'latin1')
      .split('\0')
      .map((entry) => entry.replace(/=.*/s, ''))
      // PostgreSQL's own.
      .filter((name) => name !== '' && !name.startsWith('PG'));
    const known = ['HOME', 'LC_ALL', 'LD_LIBRARY_PATH', 'PATH', 'TMPDIR', 'TZ'];
    expect(names).toEqual(expect.arrayContaining(['LC_ALL', 'PATH', 'TZ']));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('a path too long for a socket gets its socket in the temporary folder, for as long as it runs', async () => {
    const long = { dataDir: join(base, 'a'.repeat(100)) };
    const server = await start(long);
    const { host } = server.superuserConnection;
    expect(host).toMatch(/\/stint-[0-9a-f]{16}$/);
    expect(statSync(host).mode & 0o777).toBe(0o700);
    await stop(server);
    expect(existsSync(host)).toBe(false);
    await expect(start({ ...long, settings: { max_connections: 'none' } })).rejects.toMatchObject({
      code: 'start_failed',
    });
    expect(existsSync(host)).toBe(false);
    expect((await start(long)).superuserConnection.host).toBe(host);
  });

  test('a folder that is no database is left alone', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'precious');
    await expect(start()).rejects.toMatchObject({ code: 'not_a_cluster' });
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['thesis.txt']);
  });

  test('a database of another version is refused with both versions named', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 9, this is \d+/);
  });
});

describe('kill -9 of a first start', () => {
  test('in the middle of creating the database: the next start creates it anew', async () => {
    const writer = startWriter();
    await until(() => hasUnfinishedCluster());
    writer.child.kill('SIGKILL');
    await until(() => writer.child.signalCode !== null);
    expect(writer.saved.size).toBe(0);

    const server = await start();
    expect(server.steps[0]).toBe('Creating the database');
    expect(readdirSync(dataDir).filter((name) => name.includes('.init-'))).toEqual([]);
    expect(await query(server, 'select 1 as fine')).toEqual([{ fine: 1 }]);
  });
});

describe('one launcher per folder', () => {
  beforeEach(copyCluster);

  test('a second launcher is refused and told who runs', async () => {
    const server = await start();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EmbeddedPostgresError);
    expect(refusal).toMatchObject({ code: 'locked' });
    expect((refusal as Error).message).toContain(`already runs on ${dataDir} (pid ${process.pid})`);
    expect(await query(server, 'select 1 as still')).toEqual([{ still: 1 }]);
  });

  test('of two that start at once, exactly one wins', async () => {
    const outcomes = await Promise.allSettled([start(), start()]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('kill -9', () => {
  beforeEach(copyCluster);

  test('of the server: it comes back by itself with every acknowledged row', async () => {
    const server = await start();
    await query(server, 'create table saved (id int primary key)');
    await query(server, 'insert into saved select generate_series(1, 100)');
    const lostPid = server.pid;
    process.kill(lostPid, 'SIGKILL');
    await until(() => server.pid !== lostPid);
    expect((await savedRows(server)).size).toBe(100);
  });

  test('of a server that then cannot start: it is tried until the cause is gone, and each try is told', async () => {
    const events: RestartEvent[] = [];
    const server = await start({ onRestart: (event) => events.push(event), longestPauseMs: 200 });
    await query(server, 'create table saved (id int primary key)');
    await query(server, 'insert into saved values (7)');
    const [part, aside] = [join(dataDir, 'postgres', 'global'), join(dataDir, 'aside')];
    renameSync(part, aside);
    process.kill(server.pid, 'SIGKILL');
    // More often than the five times after which it was once left alone.
    await until(() => events.length > 6);
    expect(server.isDown).toBe(true);
    expect(events[0]).toMatchObject({ lost: 'ended with SIGKILL', error: expect.any(EmbeddedPostgresError) });
    renameSync(aside, part);
    await until(() => !server.isDown);
    expect(events.at(-1)?.error).toBeUndefined();
    expect(await savedRows(server)).toEqual(new Set([7]));
  });

  test('of the server while stopping waits for nothing that is gone', async () => {
    const server = await start();
    process.kill(server.pid, 'SIGKILL');
    await stop(server);
    expect(await query(await start(), 'select 1 as fine')).toEqual([{ fine: 1 }]);
  });

  test('of the owning process, again and again: every acknowledged row is found', async () => {
    const acknowledged = new Set<number>();
    for (let round = 1; round <= 3; round += 1) {
      const writer = startWriter();
      await until(() => writer.saved.size > 50 * round);
      writer.child.kill('SIGKILL');
      await until(() => writer.child.signalCode !== null);
      for (const id of writer.saved) acknowledged.add(id);
    }
    const found = await savedRows(await start());
    expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
  });

  test('of the owning process ends its server, so that nothing is left behind', async () => {
    const writer = startWriter();
    await until(() => writer.saved.size > 0);
    writer.child.kill('SIGKILL');
    await until(() => findProcess(writer.postmasterPid()) === null);
    expect(await savedRows(await start())).toEqual(expect.any(Set));
  });

  test('of both at once: every acknowledged row is found', async () => {
    const writer = startWriter();
    await until(() => writer.saved.size > 100);
    writer.child.kill('SIGKILL');
    process.kill(writer.postmasterPid(), 'SIGKILL');
    await until(() => writer.child.signalCode !== null);
    const found = await savedRows(await start());
    expect([...writer.saved].filter((id) => !found.has(id))).toEqual([]);
  });
});

function hasUnfinishedCluster(): boolean {
  try {
    const name = readdirSync(dataDir).find((entry) => entry.startsWith('postgres.init-'));
    return name !== undefined && readdirSync(join(dataDir, name)).includes('base');
  } catch {
    return false;
  }
}
