import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseScratch, IN_MEMORY } from './scratch.mjs';

const PREFIX = 'stint-test-';

/** In the folder of a run: the process that made it, for whoever finds it after a SIGKILL. */
const OWNER_FILE = 'owner';

/**
 * A folder for everything that one run makes; what killed ones have left is gone then.
 *
 * @returns {string}
 */
export function makeRunFolder() {
  removeAbandoned();
  const folder = mkdtempSync(join(chooseScratch(), PREFIX));
  // The embedded server may have to run as another user, who must be able to pass through.
  chmodSync(folder, 0o755);
  const owner = describeProcess(process.pid);
  if (owner !== null) writeFileSync(join(folder, OWNER_FILE), owner);
  return folder;
}

/** Removes the folders of runs that were killed: in memory they would take it until the machine starts again. */
function removeAbandoned() {
  for (const parent of new Set([IN_MEMORY, tmpdir()])) {
    for (const name of listFolders(parent)) {
      const folder = join(parent, name);
      try {
        if (isAbandoned(folder)) removeMarkLast(folder);
      } catch {
        // Somebody else's, or what it started still writes: no reason not to run.
      }
    }
  }
}

/**
 * What cannot be removed now stays marked for the next run.
 *
 * @param {string} folder
 */
function removeMarkLast(folder) {
  for (const name of readdirSync(folder)) {
    if (name !== OWNER_FILE) rmSync(join(folder, name), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} parent */
function listFolders(parent) {
  try {
    const all = readdirSync(parent, { withFileTypes: true });
    return all.filter((one) => one.isDirectory() && one.name.startsWith(PREFIX)).map(({ name }) => name);
  } catch {
    return [];
  }
}

/**
 * @param {string} folder
 * @throws where it has no mark
 */
function isAbandoned(folder) {
  const owner = readFileSync(join(folder, OWNER_FILE), 'utf8');
  const [where, pid] = owner.split(' ');
  // A container that shares the folder counts its processes by itself.
  return where === numbersOf() && describeProcess(Number(pid)) !== owner;
}

/**
 * A process by its number, where that counts, and its start: numbers come again.
 *
 * @param {number} pid
 * @returns {string | null} null where there is none
 */
function describeProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its name, in parentheses, may have any characters; the start is the 22nd field.
    const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${numbersOf()} ${pid} ${startedAt}`;
  } catch {
    return null;
  }
}

/** Where the numbers of processes are those that we see. */
function numbersOf() {
  return readlinkSync('/proc/self/ns/pid');
}
