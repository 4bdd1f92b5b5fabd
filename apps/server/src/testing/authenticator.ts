import { createHmac } from 'node:crypto';

/** Bytes of a base32 text (RFC 4648 section 6), written apart from the code under test. */
export function unbase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code an authenticator app shows for a base32 secret at a moment (RFC 6238), written apart from the code under test. */
export function authenticatorCode(secret: string, at: Date): string {
  const key = unbase32(secret);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
