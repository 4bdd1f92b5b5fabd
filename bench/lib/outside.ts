import { readFileSync } from 'node:fs';
import { processTree } from '../../apps/server/src/testing/process-tree.ts';

/** USER_HZ of Linux, fixed for programs: the unit of times in `/proc/stat`. */
const TICKS_PER_SECOND = 100;
/** Programs that use more than this beside a round make its figures say something about them. */
const QUIET_CORES = 0.1;
const ATTEMPTS = 3;

/** What a round gave, and whether other programs were at work during its last try. */
export type Attempt<T> = { value: T; isBusy: boolean };

/** Does the work again, a few times at most, while programs that are not ours are at work beside it. */
export async function whileQuiet<T>(work: () => Promise<T>, outside = measureOutside): Promise<Attempt<T>> {
  for (let attempt = 1; ; attempt++) {
    const coresSince = outside();
    const value = await work();
    const isBusy = coresSince() > QUIET_CORES;
    if (!isBusy || attempt === ATTEMPTS) return { value, isBusy };
    process.stderr.write('!');
  }
}

/** @returns tells how many cores everything but our own processes has used on average since the call */
function measureOutside(): () => number {
  const [started, all, own] = [performance.now(), busyTicks(), ownTicks()];
  return () => {
    const seconds = (performance.now() - started) / 1000;
    return (busyTicks() - all - (ownTicks() - own)) / TICKS_PER_SECOND / seconds;
  };
}

/** Ticks of all cores that were no waiting: proc(5), `/proc/stat`, the first line less idle, iowait and steal. */
export function busyTicks(stat = readFileSync('/proc/stat', 'latin1')): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (stat.split('\n', 1)[0] ?? '')
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return user + nice + system + irq + softirq;
}

/** Everything below this process, with what its ended children took along. */
function ownTicks(): number {
  return processTree(process.pid).reduce(
    (sum, { userTicks, systemTicks, childTicks }) => sum + userTicks + systemTicks + childTicks,
    0,
  );
}
