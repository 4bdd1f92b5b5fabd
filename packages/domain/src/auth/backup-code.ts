/** How many backup codes a person has at first (security 5). */
export const BACKUP_CODE_COUNT = 10;

/** Random bytes that `backupCodeFromBytes` needs: 60 bits are used, the last four are dropped. */
export const BACKUP_CODE_BYTES = 8;

/** Base32 of RFC 4648 section 6 in lower case: no 0, 1 or 8, which look like letters. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 12;

/**
 * A backup code of 60 bits: two groups of six base32 characters (protocol 17), such as `k3v7qa-x2mnb4`.
 * @throws RangeError when there are fewer than 8 bytes.
 */
export function backupCodeFromBytes(bytes: Uint8Array): string {
  if (bytes.length < BACKUP_CODE_BYTES) throw new RangeError('a backup code needs 8 random bytes');
  const bits =
    bytes.slice(0, BACKUP_CODE_BYTES).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n) >> 4n;
  const characters = Array.from({ length: LENGTH }, (_, index) => {
    const shift = BigInt((LENGTH - 1 - index) * 5);
    return ALPHABET[Number((bits >> shift) & 31n)];
  });
  return grouped(characters.join(''));
}

/**
 * The code in what somebody typed, in its one written form, or null: letter case, spaces and the hyphen do not matter.
 */
export function parseBackupCode(text: string): string | null {
  const code = text.toLowerCase().replace(/[\s\-\u2010-\u2015]/g, '');
  return /^[a-z2-7]{12}$/.test(code) ? grouped(code) : null;
}

function grouped(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}
