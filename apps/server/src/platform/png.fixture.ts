import { crc32, deflateSync } from 'node:zlib';

/** One part of a PNG file with its checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([frame, named, checksum]);
}

type Drawing = {
  width: number;
  height: number;
  lines?: number;
  filter?: number;
  shade?: number;
  extra?: Buffer;
  packed?: Buffer;
};

/** A picture of one colour as a canvas writes it, or with one thing wrong. */
export function drawPng({
  width,
  height,
  lines = height,
  filter = 0,
  shade = 200,
  extra,
  packed,
}: Drawing): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([filter]), Buffer.alloc(width * 4, shade)]);
  const points = packed ?? deflateSync(Buffer.concat(Array.from({ length: lines }, () => line)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(extra ? [extra] : []),
    chunk('IDAT', points),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
