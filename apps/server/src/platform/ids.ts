import { v7 } from 'uuid';
import { randomBytesPooled } from './random.ts';

/** A new uuid version 7 (RFC 9562 section 5.7), made here so that every database engine gets the same kind. */
export const newId: () => string = createIds();

/** Within a millisecond, and while the clock stands back, the sequence counts on: ids are in the order of their making. */
function createIds(): () => string {
  let msecs = 0;
  let seq = 0;
  return () => {
    const random = randomBytesPooled(16);
    const now = Date.now();
    // Begins in the lower half, which leaves two thousand million ids to a millisecond.
    seq = now > msecs ? random.readUInt32BE(0) >>> 1 : seq + 1;
    msecs = Math.max(msecs, now);
    return v7({ random, msecs, seq });
  };
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An 8-character public tenant id, lower-case letters and digits (protocol 3); the first is a letter. */
export function newPublicTenantId(): string {
  for (;;) {
    const characters = [...randomBytesPooled(32)]
      .filter((byte) => byte < 252)
      .map((byte) => alphabet[byte % 36]);
    const id = characters.slice(0, 8).join('');
    if (id.length === 8 && /^[a-z]/.test(id)) return id;
  }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for a lower-case uuid in its strict text form; the only form that may be written into SQL as a literal. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
