import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ArchiveError } from './errors.ts';
import { type ArchiveKey, seal, unseal } from './sealed.ts';

/** An archive: its folder, what seals new files, and whatever may have sealed those that are there. */
export type Archive = { folder: string; keys: readonly [ArchiveKey, ...ArchiveKey[]] };

/** Mounts of object stores know neither; what they were given is kept when it is closed. */
const NOT_KNOWN_THERE = ['EINVAL', 'ENOTSUP', 'ENOSYS', 'EBADF', 'EISDIR', 'EPERM'];

/**
 * Writes a file of the archive, compressed and sealed, to its final name at once, since an object mount renames by copying; it is
 * on disk when this returns. What a killed writer left is replaced, anything else is never overwritten.
 *
 * @param name path inside the archive
 * @param content called anew for each reading
 * @throws ArchiveError `different` where another content lies there under this name
 */
export async function keepFile(
  { folder, keys }: Archive,
  name: string,
  content: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  const path = join(folder, name);
  const file = await createOnce(path);
  if (file !== null) {
    await fill(file, path, seal(compressed(content()), keys[0], name));
    return syncFolder(join(path, '..'));
  }
  const there = await digest(readFileOf({ folder, keys }, name)).catch((error: unknown) => {
    if (error instanceof ArchiveError && error.code === 'unfinished') return null;
    throw error;
  });
  if (there === null) {
    await rm(path);
    return keepFile({ folder, keys }, name, content);
  }
  if (there === (await digest(content()))) return;
  throw new ArchiveError(
    'different',
    `${path} is there already with another content, and an archive overwrites nothing: another database writes to this folder. Name another one with ARCHIVE_DIR.`,
  );
}

/**
 * What a file of the archive was made from.
 * @throws ArchiveError `missing`, `other_key`, `unfinished` or `damaged`
 */
export async function* readFileOf({ folder, keys }: Archive, name: string): AsyncGenerator<Buffer> {
  const opened = Readable.from(unseal(readExisting(join(folder, name), name), keys, name));
  const plain = createGunzip();
  // A failure of the first stream is met where the last one is read.
  const done = pipeline(opened, plain).catch((error: unknown) => {
    plain.destroy(error as Error);
  });
  try {
    yield* plain as AsyncIterable<Buffer>;
  } finally {
    await done;
  }
}

/** A small file of the archive in one piece. */
export async function readTextOf(archive: Archive, name: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of readFileOf(archive, name)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** A rename or a new file survives a power cut only once its folder is on disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync().catch(ignoreUnknown);
  } finally {
    await handle.close();
  }
}

async function* readExisting(path: string, name: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new ArchiveError('missing', `The archive has no ${name}.`, { cause });
  }
}

/** @returns null where a file of that name is there */
async function createOnce(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

async function fill(file: FileHandle, path: string, content: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const part of content) await file.writeFile(part);
    await file.sync().catch(ignoreUnknown);
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

async function* compressed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  // Segments that were ended early are zeros for the most part: the quickest level makes them small.
  const zipped = createGzip({ level: 1 });
  const done = pipeline(Readable.from(content, { objectMode: false }), zipped).catch((error: unknown) => {
    zipped.destroy(error as Error);
  });
  try {
    yield* zipped as AsyncIterable<Buffer>;
  } finally {
    await done;
  }
}

async function digest(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of content) hash.update(part);
  return hash.digest('hex');
}

function ignoreUnknown(error: NodeJS.ErrnoException): void {
  if (!NOT_KNOWN_THERE.includes(error.code ?? '')) throw error;
}
