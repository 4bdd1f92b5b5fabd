import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree, readProcess } from '../../apps/server/src/testing/process-tree.ts';

/** USER_HZ of Linux, fixed for programs: the unit of times in `/proc/<pid>/stat`. */
const TICKS_PER_SECOND = 100;
const NANOSECONDS = 1e9;

/**
 * CPU seconds that process trees have used so far. A process that ends moves its time to its parent's account, so that
 * the difference of two calls holds everything that ran in between, backends that came and went included.
 */
export function cpuSecondsOf(roots: readonly number[]): number {
  return roots
    .flatMap((root) => processTree(root))
    .reduce((sum, { pid, childTicks }) => {
      return sum + ownSeconds(pid) + childTicks / TICKS_PER_SECOND;
    }, 0);
}

const idleWindowMs = 5000;
const mostWindows = 120;
/** Of one processor: what a product uses that nobody asks for anything. */
const idleShare = 0.05;

/**
 * Until process trees do nothing of their own any more: what comes round is due at a start, and with ten thousand workspaces it
 * takes a minute or more.
 * @throws where that never ends
 */
export async function untilIdle(roots: readonly number[]): Promise<void> {
  for (let window = 0; window < mostWindows; window++) {
    const before = cpuSecondsOf(roots);
    await sleep(idleWindowMs);
    if (cpuSecondsOf(roots) - before < (idleShare * idleWindowMs) / 1000) return;
  }
  throw new Error('The product has been at work for ten minutes that nobody asked for.');
}

/** What children of this very process used that have ended and were waited for. */
export function endedChildrenSeconds(): number {
  return (readProcess(process.pid)?.childTicks ?? 0) / TICKS_PER_SECOND;
}

/** CPU seconds of the threads of a process whose name matches; Node calls its workers for hashes `libuv-worker`. */
export function threadSecondsOf(pid: number, name: RegExp): number {
  return threadsOf(pid)
    .filter((thread) => name.test(read(`/proc/${pid}/task/${thread}/comm`).trim()))
    .reduce((sum, thread) => sum + scheduled(pid, thread), 0);
}

/** Resident memory of one process in MiB. */
export function residentMiB(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`));
  return Number(line?.[1]) / 1024;
}

/** By how much a process grows during some work, at its most. */
export async function whileGrowing<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ value: T; grownMiB: number }> {
  const before = residentMiB(pid);
  let most = before;
  const look = () => {
    most = Math.max(most, residentMiB(pid));
  };
  const looking = setInterval(look, 20);
  try {
    const value = await work();
    look();
    return { value, grownMiB: most - before };
  } finally {
    clearInterval(looking);
  }
}

/** What of it belongs to this process alone, in MiB: heaps and stacks, not the program file that all share. */
export function anonymousMiB(pid: number): number {
  const line = /^RssAnon:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`));
  return Number(line?.[1]) / 1024;
}

/** From the scheduler's account of each thread, in nanoseconds; in ticks of 10 ms where the kernel does not keep it. */
function ownSeconds(pid: number): number {
  const exact = threadsOf(pid).reduce((sum, thread) => sum + scheduled(pid, thread), 0);
  if (exact > 0) return exact;
  const stat = readProcess(pid);
  return stat ? (stat.userTicks + stat.systemTicks) / TICKS_PER_SECOND : 0;
}

function scheduled(pid: number, thread: string): number {
  return Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] || 0) / NANOSECONDS;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A process may end between two looks; what is gone reads as nothing. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
