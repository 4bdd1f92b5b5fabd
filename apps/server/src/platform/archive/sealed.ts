import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createByteReader } from './byte-reader.ts';
import { ArchiveError } from './errors.ts';

const MAGIC = Buffer.from('STINTAR1');
const ID_BYTES = 8;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const RECORD_BYTES = 1024 * 1024;
const LAST = 0x8000_0000;

/** What seals the files of an archive, and the public name by which a file says which key it needs. */
export type ArchiveKey = { id: Buffer; secret: Buffer };

/** @param text a key of the configuration, at least 32 bytes */
export function archiveKey(text: string): ArchiveKey {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', text, '', `stint archive ${purpose}`, bytes));
  return { id: derive('id', ID_BYTES), secret: derive('files', 32) };
}

/** Keys as a program that PostgreSQL starts is given them. */
export function writeKeys(keys: readonly ArchiveKey[]): string {
  return keys.map(({ id, secret }) => Buffer.concat([id, secret]).toString('base64')).join(',');
}

/** What `writeKeys` wrote. */
export function readKeys(text: string): ArchiveKey[] {
  return text
    .split(',')
    .map((each) => Buffer.from(each, 'base64'))
    .map((bytes) => ({ id: bytes.subarray(0, ID_BYTES), secret: bytes.subarray(ID_BYTES) }));
}

/**
 * Encrypts a stream as it comes: records of AES-256-GCM under a key of this file alone, numbered, the last one marked, so that a
 * record that is missing, moved or cut off shows (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár).
 *
 * @param name what the file is called in the archive: it cannot stand for another
 */
export async function* seal(
  source: AsyncIterable<Uint8Array>,
  key: ArchiveKey,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  yield Buffer.concat([MAGIC, key.id, salt]);
  const fileKey = keyOfFile(key, salt, name);
  const reader = createByteReader(source);
  let index = 0;
  for (;;) {
    const chunk = await reader.read(RECORD_BYTES);
    const isLast = await reader.isAtEnd();
    yield* sealRecord(fileKey, chunk, index++, isLast);
    if (isLast) return;
  }
}

/**
 * What `seal` was given. Every byte is proven before it is handed out; a file that ends early fails at its end.
 * @param keys any of them may have sealed it
 * @throws ArchiveError `other_key`, `unfinished` or `damaged`
 */
export async function* unseal(
  source: AsyncIterable<Uint8Array>,
  keys: readonly ArchiveKey[],
  name: string,
): AsyncGenerator<Buffer> {
  const reader = createByteReader(source);
  const need = async (bytes: number): Promise<Buffer> => {
    const found = await reader.read(bytes);
    if (found.length === bytes) return found;
    throw new ArchiveError('unfinished', `${name} of the archive is cut off.`);
  };
  const head = await need(MAGIC.length);
  if (!head.equals(MAGIC)) throw new ArchiveError('damaged', `${name} is no file of an archive of Stint.`);
  const id = await need(ID_BYTES);
  const key = keys.find((each) => each.id.equals(id));
  const salt = await need(SALT_BYTES);
  if (!key) {
    throw new ArchiveError(
      'other_key',
      `${name} of the archive was sealed with another key: set ARCHIVE_KEY, or SECRET_KEY where there was none, to the one it was made with.`,
    );
  }
  const fileKey = keyOfFile(key, salt, name);
  for (let index = 0; ; index++) {
    const stated = (await need(4)).readUInt32BE();
    const isLast = stated >= LAST;
    const length = isLast ? stated - LAST : stated;
    if (length > RECORD_BYTES) throw damaged(name);
    yield openRecord(fileKey, await need(length + TAG_BYTES), nonceOf(index, isLast), name);
    if (!isLast) continue;
    if (!(await reader.isAtEnd())) throw damaged(name);
    return;
  }
}

function* sealRecord(key: Buffer, text: Buffer, index: number, isLast: boolean): Generator<Buffer> {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length + (isLast ? LAST : 0));
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
  yield length;
  yield cipher.update(text);
  cipher.final();
  yield cipher.getAuthTag();
}

function openRecord(key: Buffer, record: Buffer, nonce: Buffer, name: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(record.length - TAG_BYTES));
  try {
    const text = decipher.update(record.subarray(0, record.length - TAG_BYTES));
    decipher.final();
    return text;
  } catch (cause) {
    throw damaged(name, cause);
  }
}

function damaged(name: string, cause?: unknown): ArchiveError {
  return new ArchiveError(
    'damaged',
    `${name} of the archive is damaged: its bytes are not those that were written.`,
    {
      cause,
    },
  );
}

function keyOfFile({ secret }: ArchiveKey, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, `stint archive ${name}`, 32));
}

/** Never the same twice under a key: that is of one file. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}
