import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcess } from './processes.ts';

/** postmaster.pid, by line: pid, data directory, start time, port, socket directory (PostgreSQL miscadmin.h). */
const [PID, PORT, SOCKET_DIRECTORY] = [0, 3, 4];

/**
 * Where the embedded server of another, running process is reached: for tools that look into a product that runs.
 * @param dataDir folder that was given to `startEmbeddedPostgres`
 * @returns null when none runs there
 */
export async function findRunningServer(
  dataDir: string,
): Promise<{ host: string; port: number; pid: number } | null> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const host = lines[SOCKET_DIRECTORY]?.trim();
  const pid = Number(lines[PID]);
  return host && findProcess(pid) !== null ? { host, port: Number(lines[PORT]), pid } : null;
}
