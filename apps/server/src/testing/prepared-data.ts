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
 */
export async function copyPrepared(
  name: string,
  dataDir: string,
  make: (dataDir: string) => Promise<void>,
): Promise<string> {
  const folder = process.env[FOLDER];
  if (folder === undefined) {
    await make(dataDir);
    return dataDir;
  }
  const kept = join(folder, name);
  while (!(await isThere(kept))) await makeAlone(kept, make);
  await mkdir(dataDir, { recursive: true });
  // With owners and modes: the server refuses a directory that others could read.
  await promisify(execFile)('cp', ['-a', `${kept}/.`, dataDir]);
  return dataDir;
}

async function makeAlone(kept: string, make: (dataDir: string) => Promise<void>): Promise<void> {
  const turn = `${kept}.turn`;
  if (!(await takeTurn(turn))) {
    await sleep(POLL_MS);
    return;
  }
  try {
    if (await isThere(kept)) return;
    await make(`${kept}.new`);
    await rename(`${kept}.new`, kept);
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
