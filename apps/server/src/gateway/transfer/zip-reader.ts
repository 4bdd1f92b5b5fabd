import { crc32 } from 'node:zlib';
import { AppError } from '@stint/domain/errors.ts';
import { Unzip, UnzipInflate } from 'fflate';
import { createTail, readChecksums } from './zip-directory.ts';

/** At most 64 files, 512 MiB unpacked, a hundred times the packed size, no folders that lead elsewhere (security 11). */
const limits = { files: 64, bytes: 512 * 1024 * 1024, ratio: 100, ratioFrom: 1024 * 1024 };

export type ZipText = { file: string; text: string; isLast: boolean };

/**
 * The texts of a zip in their order, piece by piece, never as a whole in memory.
 * @throws AppError `file_invalid` for anything that is not such a zip, one that was damaged, or one that unpacks too large
 */
export async function* readZip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<ZipText> {
  let pieces: ZipText[] = [];
  let failure: Error | null = null;
  let [files, unpackedBytes, packedBytes, ended] = [0, 0, 0, 0];
  const tail = createTail();
  const checksums = new Map<string, number>();
  const unzip = new Unzip((entry) => {
    files += 1;
    const { name } = entry;
    if (files > limits.files || !/^(manifest\.json|tables\/[a-z_]{1,60}\.jsonl)$/.test(name)) {
      failure = new AppError('file_invalid', {
        message: `The zip has a file that does not belong: ${name.slice(0, 80)}`,
      });
      return;
    }
    const decoder = new TextDecoder('utf-8', { fatal: true });
    entry.ondata = (error, bytes, isLast) => {
      if (error || failure) {
        failure ??= error;
        return;
      }
      unpackedBytes += bytes.length;
      checksums.set(name, crc32(bytes, checksums.get(name)));
      if (isLast) ended += 1;
      if (unpackedBytes > limits.bytes) failure = new AppError('payload_too_large');
      try {
        pieces.push({ file: name, text: decoder.decode(bytes, { stream: !isLast }), isLast });
      } catch {
        failure = new AppError('file_invalid', { message: `${name} is not UTF-8 text.` });
      }
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of packed) {
    packedBytes += chunk.length;
    tail.push(chunk);
    push(unzip, chunk, false);
    if (unpackedBytes > limits.ratioFrom && unpackedBytes > packedBytes * limits.ratio) {
      failure = new AppError('file_invalid', { message: 'The zip unpacks to far more than it may.' });
    }
    if (failure) throw failure;
    yield* pieces;
    pieces = [];
  }
  push(unzip, new Uint8Array(0), true);
  if (failure) throw failure;
  yield* pieces;
  const expected = readChecksums(tail.bytes());
  if (files === 0 || ended < files || expected?.size !== checksums.size)
    throw new AppError('file_invalid', { message: 'The zip is not complete. Send the whole file again.' });
  for (const [name, checksum] of checksums) {
    if (expected.get(name) !== checksum)
      throw new AppError('file_invalid', {
        message: `${name} is damaged: its checksum is another. Send the file again.`,
      });
  }
}

function push(unzip: Unzip, chunk: Uint8Array, isLast: boolean): void {
  try {
    unzip.push(chunk, isLast);
  } catch (cause) {
    throw new AppError('file_invalid', { cause });
  }
}

/** Whole lines of a zip's files, in batches; an unfinished last line counts as a line. */
export async function* readLines(
  texts: AsyncIterable<ZipText>,
  batchSize: number,
): AsyncGenerator<{ file: string; lines: string[] }> {
  let [file, rest] = ['', ''];
  let lines: string[] = [];
  for await (const piece of texts) {
    if (piece.file !== file) {
      if (rest || lines.length > 0) yield { file, lines: rest ? [...lines, rest] : lines };
      [file, rest, lines] = [piece.file, '', []];
    }
    const split = (rest + piece.text).split('\n');
    rest = split.pop() ?? '';
    for (const line of split) if (line !== '') lines.push(line);
    while (lines.length >= batchSize) yield { file, lines: lines.splice(0, batchSize) };
  }
  if (rest) lines.push(rest);
  if (lines.length > 0) yield { file, lines };
}
