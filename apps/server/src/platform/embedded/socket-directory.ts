import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTo, type RunAs } from './run-as.ts';

/** unix(7): `sun_path` holds 108 bytes on Linux and 104 elsewhere, with the final zero. */
const MAX_SOCKET_PATH_BYTES = 100;

/** Part of the socket file's name only; no port is opened. */
export const SOCKET_PORT = 5432;

export type SocketDirectory = {
  path: string;
  /** Once the server is stopped: outside of the data directory nothing else would ever remove it. */
  release(): Promise<void>;
};

/**
 * A folder for the server's socket that only its owner may enter: whoever can connect is superuser. It lies in
 * the data directory, or in the system's temporary folder when that path is too long for a socket.
 */
export async function prepareSocketDirectory(dataDirectory: string, runAs: RunAs): Promise<SocketDirectory> {
  const inside = join(dataDirectory, 'socket');
  if (isShortEnough(inside)) return { path: await ownFolder(inside, runAs), release: async () => {} };
  const path = await outsideFolder(dataDirectory, runAs);
  // A stop is not held up by what cannot be removed: the next start takes the folder as it is.
  return { path, release: () => rm(path, { recursive: true, force: true }).catch(() => undefined) };
}

async function outsideFolder(dataDirectory: string, runAs: RunAs): Promise<string> {
  const name = `stint-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`;
  const base = isShortEnough(join(tmpdir(), name)) ? tmpdir() : '/tmp';
  const outside = join(base, name);
  try {
    return await ownFolder(outside, runAs);
  } catch (error) {
    // Somebody else made a folder of this name: theirs is not to be trusted, so a fresh one is made.
    if (!['EEXIST', 'EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const fresh = await mkdtemp(`${outside}-`);
    await giveTo(fresh, runAs);
    return fresh;
  }
}

async function ownFolder(path: string, runAs: RunAs): Promise<string> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const stats = lstatSync(path);
  const isOurs = stats.uid === process.getuid?.() || stats.uid === runAs.uid;
  if (!stats.isDirectory() || !isOurs) {
    throw Object.assign(new Error(`${path} belongs to somebody else`), { code: 'EEXIST' });
  }
  await chmod(path, 0o700);
  await giveTo(path, runAs);
  return path;
}

function isShortEnough(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES;
}
