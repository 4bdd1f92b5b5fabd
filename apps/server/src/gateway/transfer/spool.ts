import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@stint/domain/errors.ts';

/**
 * Keeps an upload in a temporary file until all of it is there, and hands it on from there: a transaction that waited for a slow
 * sender would hold a connection for as long, and the database ends it after ten seconds without a statement.
 * @throws AppError `payload_too_large`, `file_invalid` for nothing at all
 */
export async function spooled<T>(
  { stream, mostBytes }: { stream: Readable; mostBytes: number },
  work: (whole: Readable) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'stint-upload-'));
  try {
    const path = join(folder, 'upload.zip');
    await receive(stream, mostBytes, path);
    return await work(createReadStream(path));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom(error) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(stream: Readable, mostBytes: number, path: string): Promise<void> {
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > mostBytes) done(new AppError('payload_too_large'));
      else done(null, chunk);
    },
  });
  // A request that is given up stays open: its refusal goes back the same way.
  const chunks = stream.iterator({ destroyOnReturn: false });
  try {
    await pipeline(chunks, counted, createWriteStream(path, { mode: 0o600 }));
  } finally {
    stream.resume();
  }
  if (size === 0) throw new AppError('file_invalid');
}

function noRoom(cause: unknown): AppError {
  return new AppError('unavailable', {
    cause,
    retryAfterSeconds: 60,
    message: 'There is no room for the file at the moment. Please try again in a minute.',
  });
}
