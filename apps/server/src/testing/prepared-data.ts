import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startProductProcess } from './product-process.ts';

/** Names the folder of a run of tests; its workers inherit it. */
const FOLDER = 'STINT_PREPARED_DATA';
const POLL_MS = 50;
/** Making takes seconds; whoever was ended while making gives the turn to nobody. */
const WAIT_MS = 300_000;

/** Before a run of tests (Vitest's `globalSetup`): what its files prepare for each other goes with it. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'prepared-'));
  // The embedded server may have to run as another user, who must be able to pass through.
  await chmod(folder, 0o755);
  process.env[FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * A data directory as the first start leaves it, for tests that ask nothing of a first start: databases are made and
 * migrated once in a run and copied after that.
 *
 * @param dataDir empty, or not there yet
 * @returns the same
 */
export function prepareProduct(dataDir: string): Promise<string> {
  return copyPrepared('product', dataDir, async (first) => {
    const product = await startProductProcess({ dataDir: first, discardsLog: true });
    const { code } = await product.stop();
    if (code !== 0) throw new Error(`the product that others begin with ended with code ${code}`);
  });
}

/**
 * Makes a data directory, or copies the one that was made under that name before in this run. Several workers may ask at
 * once: one makes it and the others wait.
 *
 * @param make leaves a data directory that nothing runs on
 * @param waitMs how long somebody else may take to make it
 */
export async function copyPrepared(
  name: string,
  dataDir: string,
  make: (dataDir: string) => Promise<void>,
  waitMs = WAIT_MS,
): Promise<string> {
  const folder = process.env[FOLDER];
  if (folder === undefined) {
    await make(dataDir);
    return dataDir;
  }
  const kept = join(folder, name);
  const giveUpAt = Date.now() + waitMs;
  while (!(await isThere(kept)) && !(await makeAlone(kept, make))) {
    if (Date.now() > giveUpAt)
      throw new Error(`${kept} was not made in ${waitMs} ms; if nothing makes it, remove ${turnOf(kept)}`);
    await sleep(POLL_MS);
  }
  await mkdir(dataDir, { recursive: true });
  // With owners and modes: the server refuses a directory that others could read.
  await promisify(execFile)('cp', ['-a', `${kept}/.`, dataDir]);
  return dataDir;
}

const turnOf = (kept: string) => `${kept}.turn`;

/** @returns whether it is there now; not, while somebody else makes it */
async function makeAlone(kept: string, make: (dataDir: string) => Promise<void>): Promise<boolean> {
  const turn = turnOf(kept);
  if (!(await takeTurn(turn))) return false;
  try {
    if (await isThere(kept)) return true;
    // Where making failed before, something may lie there half made.
    await rm(`${kept}.new`, { recursive: true, force: true });
    await make(`${kept}.new`);
    await rename(`${kept}.new`, kept);
    return true;
  } finally {
    await rmdir(turn);
  }
}

/** A folder can be made once: whoever makes it has the turn. */
function takeTurn(turn: string): Promise<boolean> {
  return mkdir(turn).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
