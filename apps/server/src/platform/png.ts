import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits for each of red, green, blue and opacity; what a canvas writes. */
const RGBA = { depth: 8, colorType: 6, bytes: 4 };
const LAST_FILTER = 4;

type Size = { width: number; height: number };
type Chunk = { type: string; data: Buffer };

/**
 * Writes a picture anew: its points are read, checked and packed again, and everything else that the file had is left out.
 * Only what a page sends is taken, as a canvas writes it (PNG, third edition: 11.2.2, 7.2).
 * @param isSize whether a picture may have this width and height
 * @returns null for anything else
 */
export function rewritePng(file: Buffer, isSize: (width: number, height: number) => boolean): Buffer | null {
  const chunks = readChunks(file);
  const header = chunks?.[0];
  const size = header?.type === 'IHDR' ? sizeOf(header.data) : null;
  if (!chunks || !header || !size || !isSize(size.width, size.height)) return null;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const points = unpack(packed, size);
  if (!points) return null;
  return Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', header.data),
    writeChunk('IDAT', deflateSync(points)),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function sizeOf(header: Buffer): Size | null {
  if (header.length !== 13) return null;
  const [depth, colorType, compression, filter, interlace] = header.subarray(8);
  const isOurs =
    depth === RGBA.depth &&
    colorType === RGBA.colorType &&
    compression === 0 &&
    filter === 0 &&
    interlace === 0;
  return isOurs ? { width: header.readUInt32BE(0), height: header.readUInt32BE(4) } : null;
}

/** Every line begins with the number of its filter. What unpacks to more than the picture has is refused before it is there. */
function unpack(packed: Buffer, { width, height }: Size): Buffer | null {
  const lineBytes = 1 + width * RGBA.bytes;
  const size = height * lineBytes;
  try {
    const points = inflateSync(packed, { maxOutputLength: size });
    if (points.length !== size) return null;
    for (let at = 0; at < size; at += lineBytes) if ((points[at] ?? 0) > LAST_FILTER) return null;
    return points;
  } catch {
    return null;
  }
}

/** The parts of a file in their order, each with its checksum; null where one is broken. */
function readChunks(file: Buffer): Chunk[] | null {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) return null;
    const named = file.subarray(at + 4, end);
    if (crc32(named) !== file.readUInt32BE(end)) return null;
    const type = named.toString('latin1', 0, 4);
    if (type === 'IEND') return chunks;
    chunks.push({ type, data: named.subarray(4) });
    at = end + 4;
  }
  return null;
}

function writeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
