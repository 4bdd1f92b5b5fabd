import { createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ByteReader, createByteReader } from './byte-reader.ts';
import { ArchiveError } from './errors.ts';

/** What a pack holds: folders, and files in pieces, since they grow and shrink while they are read. */
type Entry = { path: string; kind: 'folder' | 'file' };

const PIECE_BYTES = 256 * 1024;

/**
 * A folder as one stream. What vanishes while it is read was on its way out, and what changes is mended by the log that is
 * replayed over it.
 *
 * @param isLeftOut by path inside the folder; a folder that is left out comes without its content
 */
export async function* packFolder(
  folder: string,
  isLeftOut: (path: string) => 'whole' | 'content' | null,
): AsyncGenerator<Buffer> {
  yield* packBelow(folder, folder, isLeftOut);
}

/**
 * Lays a pack out below a folder that is there. PostgreSQL syncs all of it before it recovers.
 */
export async function unpack(pack: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const reader = createByteReader(pack);
  while (!(await reader.isAtEnd())) {
    const { path, kind } = JSON.parse((await readPiece(reader)).toString('utf8')) as Entry;
    if (path.split('/').includes('..')) throw cutOff();
    const target = join(folder, path);
    if (kind === 'folder') await mkdir(target, { recursive: true, mode: 0o700 });
    else {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(Readable.from(pieces(reader)), createWriteStream(target, { mode: 0o600 }));
    }
  }
}

async function* packBelow(
  root: string,
  folder: string,
  isLeftOut: (path: string) => 'whole' | 'content' | null,
): AsyncGenerator<Buffer> {
  for (const name of (await readdir(folder).catch(ignoreGone)) ?? []) {
    const full = join(folder, name);
    const path = relative(root, full);
    const leftOut = isLeftOut(path);
    if (leftOut === 'whole') continue;
    const stats = await lstat(full).catch(ignoreGone);
    if (stats?.isDirectory()) {
      yield header({ path, kind: 'folder' });
      if (leftOut === null) yield* packBelow(root, full, isLeftOut);
    } else if (stats?.isFile()) yield* packFile(full, path);
  }
}

async function* packFile(full: string, path: string): AsyncGenerator<Buffer> {
  const file = await open(full).catch(ignoreGone);
  if (!file) return;
  try {
    yield header({ path, kind: 'file' });
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES);
      yield lengthOf(bytesRead);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function* pieces(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const piece = await readPiece(reader);
    if (piece.length === 0) return;
    yield piece;
  }
}

async function readPiece(reader: ByteReader): Promise<Buffer> {
  const stated = await reader.read(4);
  if (stated.length < 4) throw cutOff();
  const piece = await reader.read(stated.readUInt32BE());
  if (piece.length < stated.readUInt32BE()) throw cutOff();
  return piece;
}

function header(entry: Entry): Buffer {
  const text = Buffer.from(JSON.stringify(entry));
  return Buffer.concat([lengthOf(text.length), text]);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function cutOff(): ArchiveError {
  return new ArchiveError('damaged', 'A base copy of the archive is not whole.');
}

function ignoreGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
