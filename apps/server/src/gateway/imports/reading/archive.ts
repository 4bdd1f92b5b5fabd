import { AppError } from '@stint/domain/errors.ts';
import { Unzip, UnzipInflate } from 'fflate';

/** As for every zip of a stranger (security 11); XLSX files have folders of their own. */
const LIMITS = { files: 2000, bytes: 512 * 1024 * 1024, ratio: 100, ratioFrom: 1024 * 1024 };
const CHUNK = 64 * 1024;

/** The files of a zip, unpacked within limits. */
export type Archive = {
  names(): string[];
  has(name: string): boolean;
  /** @throws AppError `file_invalid` when there is none, or it is not UTF-8 */
  text(name: string): string;
};

/**
 * Unpacks a zip, looking at its limits while it unpacks: a bomb is stopped before it goes off.
 * @throws AppError `file_invalid`
 */
export function openArchive(packed: Uint8Array): Archive {
  const files = new Map<string, Uint8Array[]>();
  let [unpacked, seen, ended] = [0, 0, 0];
  const unzip = new Unzip((entry) => {
    checkName(entry.name);
    if (files.size >= LIMITS.files) throw refuse(`It has more than ${LIMITS.files} files.`);
    const pieces: Uint8Array[] = [];
    files.set(entry.name, pieces);
    entry.ondata = (error, bytes, isLast) => {
      if (error) throw error instanceof AppError ? error : refuse(`${entry.name} in it is damaged.`, error);
      unpacked += bytes.length;
      if (unpacked > LIMITS.bytes || (unpacked > LIMITS.ratioFrom && unpacked > seen * LIMITS.ratio))
        throw refuse('It unpacks to far more than a file of time has.');
      pieces.push(bytes);
      if (isLast) ended += 1;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < packed.length; at += CHUNK) {
      const chunk = packed.subarray(at, at + CHUNK);
      seen += chunk.length;
      unzip.push(chunk, at + CHUNK >= packed.length);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse('It is damaged or cut off.', error);
  }
  if (files.size === 0 || ended < files.size) throw refuse('It is damaged or cut off.');
  return {
    names: () => [...files.keys()],
    has: (name) => files.has(name),
    text(name) {
      const pieces = files.get(name);
      if (!pieces) throw refuse(`${name} is missing in it.`);
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
      } catch (cause) {
        throw refuse(`${name} in it is not UTF-8 text.`, cause);
      }
    },
  };
}

/** Names that lead out of the archive are never written anywhere here, and still the sign of an attack. */
function checkName(name: string): void {
  if (/^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name) || name.includes('\u0000'))
    throw refuse(`It has a file whose path leads elsewhere: ${name.slice(0, 80)}`);
}

function refuse(why: string, cause?: unknown): AppError {
  return new AppError('file_invalid', { message: `This zip cannot be read. ${why}`, cause });
}
