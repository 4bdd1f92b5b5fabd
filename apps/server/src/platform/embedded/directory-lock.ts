import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { findProcess, isProcessAlive, type ProcessIdentity } from './processes.ts';

const LOCK_NAME = 'stint.lock';

/** Pause after taking over a dead launcher's lock, in which a rival that did the same at once would show. */
const TAKEOVER_PAUSE_MS = 25;

export type DirectoryLock = { release(): Promise<void> };

/**
 * Holds a data directory for this process until released or until the process is gone: two launchers on one
 * directory would fight over one database. The lock names pid and start time, so one that was left by
 * `kill -9` or a power cut is recognised and taken over, also when its pid belongs to another program by now.
 *
 * @throws EmbeddedPostgresError `locked` while another living process holds it
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, LOCK_NAME);
  const self = findProcess(process.pid);
  if (self === null) throw new EmbeddedPostgresError('cannot_run', 'The own process cannot be identified.');
  // The nonce tells two locks of one process apart, so that it cannot hold a directory twice.
  const content = JSON.stringify({ ...self, nonce: randomBytes(8).toString('hex') });

  let isContended = false;
  while (!(await createExclusively(path, content))) {
    isContended = true;
    const found = await readIfPresent(path);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (holder !== null && isProcessAlive(holder)) throw lockedError(directory, holder.pid);
    await removeStale(path, found);
  }

  if (isContended) await sleep(TAKEOVER_PAUSE_MS);
  const current = await readIfPresent(path);
  if (current !== content) throw lockedError(directory, parseHolder(current ?? '')?.pid);
  return { release: () => releaseOwn(path, content) };
}

/** Writes aside and links into place: the lock appears whole or not at all. */
async function createExclusively(path: string, content: string): Promise<boolean> {
  const aside = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(aside, content, { mode: 0o600 });
  try {
    await link(aside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Renaming decides between rivals; whoever caught a newer lock than the stale one it saw puts it back. */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.stale-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readIfPresent(aside)) !== stale) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function releaseOwn(path: string, content: string): Promise<void> {
  if ((await readIfPresent(path)) === content) await rm(path, { force: true });
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A file that is no lock of ours (cut off by a full disk, say) has no holder and counts as stale. */
function parseHolder(content: string): ProcessIdentity | null {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null) return null;
    const { pid, startedAt, bootId } = value as Partial<Record<keyof ProcessIdentity, unknown>>;
    if (typeof pid !== 'number' || typeof startedAt !== 'string' || typeof bootId !== 'string') return null;
    return { pid, startedAt, bootId };
  } catch {
    return null;
  }
}

function lockedError(directory: string, pid: number | undefined): EmbeddedPostgresError {
  const holder = pid === undefined ? '' : ` (pid ${pid})`;
  return new EmbeddedPostgresError(
    'locked',
    `Another Stint already runs on ${directory}${holder}. Stop it first, or choose another folder with DATA_DIR.`,
  );
}
