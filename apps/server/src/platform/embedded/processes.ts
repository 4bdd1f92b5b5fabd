import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process beyond doubt: a pid alone may have been given to somebody else since. */
export type ProcessIdentity = {
  pid: number;
  /** When it started, in whatever unit the system counts; only ever compared with itself. */
  startedAt: string;
  /** Boot of the machine that `startedAt` counts from; empty where the system does not tell. */
  bootId: string;
};

/** The identity of a living process, or null when there is none (a zombie no longer lives). */
export function findProcess(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? startOfLinuxProcess(pid) : startByPs(pid);
  return startedAt === null ? null : { pid, startedAt, bootId: readBootId() };
}

/** Whether exactly this process still lives. */
export function isProcessAlive(identity: ProcessIdentity): boolean {
  const found = findProcess(identity.pid);
  return found !== null && found.startedAt === identity.startedAt && found.bootId === identity.bootId;
}

/**
 * The living processes whose working directory is this one. Every PostgreSQL process works inside its data
 * directory, so this finds orphaned backends too, which `postmaster.pid` does not name.
 *
 * @param directory real path (no symbolic links)
 * @returns pids; null where the system cannot tell
 */
export function findProcessesIn(directory: string): number[] | null {
  if (process.platform !== 'linux') return null;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingDirectoryOf(pid) === directory && findProcess(pid) !== null);
}

/** Sends a signal; a process that is already gone is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function workingDirectoryOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** proc(5): the name in parentheses may hold anything, so fields are counted from the last `)`: state is 3, start time 22. */
function startOfLinuxProcess(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isDead = fields[0] === 'Z' || fields[0] === 'X';
    return isDead ? null : (fields[22 - 3] ?? null);
  } catch {
    return null;
  }
}

function startByPs(pid: number): string | null {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '');
  } catch {
    return null;
  }
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}
