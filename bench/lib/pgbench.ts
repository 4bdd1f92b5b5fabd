import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { processTree } from '../../apps/server/src/testing/process-tree.ts';
import { cpuSecondsOf, endedChildrenSeconds } from './cpu.ts';
import type { Sample } from './rounds.ts';

const execute = promisify(execFile);

export type PgbenchTarget = {
  host: string;
  port: number;
  user: string;
  database: string;
  /** Pid of the postmaster, or of a process above it. */
  serverPid: number;
};

/** Whether the program is there (Debian: postgresql-contrib). */
export async function hasPgbench(): Promise<boolean> {
  return execute('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * Runs a script of pgbench: prepared, on kept connections. Its own CPU counts, as the product's does: both turn rows into
 * bytes for a client.
 */
export async function runPgbench(
  target: PgbenchTarget,
  script: string,
  { seconds, clients }: { seconds: number; clients: number },
): Promise<Sample> {
  const folder = await mkdtemp(join(tmpdir(), 'stint-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, script);
    const processes = processTree(target.serverPid).length;
    const [server, own] = [cpuSecondsOf([target.serverPid]), endedChildrenSeconds()];
    const { host, port, user, database } = target;
    const options = `-M prepared -n -c ${clients} -j 1 -T ${seconds} -h ${host} -p ${port} -U ${user}`;
    const { stdout } = await execute('pgbench', [...options.split(' '), '-f', file, database]);
    await untilGone(target.serverPid, processes);
    const cpuSeconds = cpuSecondsOf([target.serverPid]) - server + (endedChildrenSeconds() - own);
    return { ...readResult(stdout), cpuSeconds };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Backends outlive their client for a moment; only once the server has waited for them is their time in its account. */
async function untilGone(serverPid: number, processes: number): Promise<void> {
  for (let looks = 0; looks < 100 && processTree(serverPid).length > processes; looks++) await sleep(10);
  await sleep(50);
}

/** @throws when pgbench reports failed transactions or nothing at all */
export function readResult(output: string): { count: number; seconds: number } {
  const count = Number(/transactions actually processed: (\d+)/.exec(output)?.[1]);
  const rate = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  const failed = Number(/failed transactions: (\d+)/.exec(output)?.[1] ?? 0);
  if (!count || !rate || failed > 0) throw new Error(`pgbench: ${output}`);
  return { count, seconds: count / rate };
}
