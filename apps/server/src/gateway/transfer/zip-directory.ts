/** The list at the end of a zip has at most this size: 64 short names, and a comment. */
const tailBytes = 80 * 1024;

const endOfDirectory = Buffer.from('PK\x05\x06', 'latin1');
const entryOfDirectory = 0x02014b50;

/** Keeps the last bytes of what streams by. */
export function createTail(): { push(bytes: Uint8Array): void; bytes(): Buffer } {
  let kept: Buffer = Buffer.alloc(0);
  return {
    push(bytes) {
      kept = Buffer.concat([kept, bytes.subarray(-tailBytes)]).subarray(-tailBytes);
    },
    bytes: () => kept,
  };
}

/**
 * The checksum (CRC-32) of each file, from the list at the end of a zip.
 * @returns null where that end is missing or damaged
 */
export function readChecksums(tail: Buffer): Map<string, number> | null {
  const end = tail.lastIndexOf(endOfDirectory);
  if (end < 0 || end + 22 > tail.length) return null;
  const count = tail.readUInt16LE(end + 10);
  const checksums = new Map<string, number>();
  let at = end - tail.readUInt32LE(end + 12);
  for (let entry = 0; entry < count; entry++) {
    if (at < 0 || at + 46 > end || tail.readUInt32LE(at) !== entryOfDirectory) return null;
    const nameEnd = at + 46 + tail.readUInt16LE(at + 28);
    checksums.set(tail.toString('utf8', at + 46, nameEnd), tail.readUInt32LE(at + 16));
    at = nameEnd + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return checksums;
}
