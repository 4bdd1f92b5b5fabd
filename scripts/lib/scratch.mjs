import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

export const IN_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;

/** What one run of all tests writes at most, and what it leaves to the programs that it runs. */
const NEEDED_BYTES = { space: 6 * GIB, memory: 14 * GIB };

/**
 * @typedef {object} Machine
 * @property {string} [asked] where somebody wants temporary files
 * @property {string} mounts as `/proc/mounts` lists them
 * @property {number} spaceBytes free in the folder in memory
 * @property {number} freeBytes memory of the whole machine
 * @property {number} [allowedBytes] what is left of it to this process, which a container may bound; Node knows it since 20.13
 */

/**
 * Where a run of the tests writes: hundreds of databases are made and dropped, and a sixth of the time on a disk goes
 * into finding places for their files. Where somebody says, else in memory where there is plenty of it, otherwise in the
 * system's folder.
 *
 * @param {Machine} [machine]
 * @returns {string}
 */
export function chooseScratch(machine = readMachine()) {
  if (machine.asked) return machine.asked;
  const options = machine.mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, folder, type]) => folder === IN_MEMORY && type === 'tmpfs')?.[3]
    ?.split(',');
  // Servers are unpacked there and started.
  const mayRun = options?.includes('rw') && !options.includes('noexec');
  const memory = Math.min(machine.freeBytes, machine.allowedBytes ?? Number.POSITIVE_INFINITY);
  const hasRoom = machine.spaceBytes >= NEEDED_BYTES.space && memory >= NEEDED_BYTES.memory;
  return mayRun && hasRoom ? IN_MEMORY : tmpdir();
}

/** @returns {Machine} */
function readMachine() {
  const asked = process.env.TMPDIR;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return {
      asked,
      mounts: readFileSync('/proc/mounts', 'utf8'),
      spaceBytes: bavail * bsize,
      freeBytes: freemem(),
      allowedBytes: process.availableMemory?.(),
    };
  } catch {
    return { asked, mounts: '', spaceBytes: 0, freeBytes: 0 };
  }
}
