import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;

/** What one run of all tests writes at most, and what it leaves to the programs that it runs. */
const NEEDED_BYTES = { space: 6 * GIB, memory: 14 * GIB };

/**
 * Where a run of the tests writes: hundreds of databases are made and dropped, and a sixth of the time on a disk goes
 * into finding places for their files. In memory where there is plenty of it, otherwise in the system's folder.
 *
 * @param {{ mounts: string, freeBytes: number, availableBytes: number }} [machine] as `/proc/mounts` lists mounts
 * @returns {string}
 */
export function chooseScratch(machine = readMachine()) {
  const options = machine.mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, folder, type]) => folder === IN_MEMORY && type === 'tmpfs')?.[3]
    ?.split(',');
  // Servers are unpacked there and started.
  const mayRun = options?.includes('rw') && !options.includes('noexec');
  const hasRoom = machine.freeBytes >= NEEDED_BYTES.space && machine.availableBytes >= NEEDED_BYTES.memory;
  return mayRun && hasRoom ? IN_MEMORY : tmpdir();
}

function readMachine() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return {
      mounts: readFileSync('/proc/mounts', 'utf8'),
      freeBytes: bavail * bsize,
      availableBytes: freemem(),
    };
  } catch {
    return { mounts: '', freeBytes: 0, availableBytes: 0 };
  }
}
