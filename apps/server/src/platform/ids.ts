import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A new uuid version 7 (RFC 9562 section 5.7), made here so that every database engine gets the same kind. */
export function newId(): string {
  return v7();
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An 8-character public tenant id, lower-case letters and digits (auth protocol 3); the first is a letter. */
export function newPublicTenantId(): string {
  for (;;) {
    const characters = [...randomBytes(32)].filter((byte) => byte < 252).map((byte) => alphabet[byte % 36]);
    const id = characters.slice(0, 8).join('');
    if (id.length === 8 && /^[a-z]/.test(id)) return id;
  }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for a lower-case uuid in its strict text form; the only form that may be written into SQL as a literal. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
