import { type KeyObject, sign, verify } from 'node:crypto';

/*
 * JSON Web Tokens in compact form with ES256 (RFC 7515 section 7.1, RFC 7518 section 3.4), by one call of Node for each signature:
 * at once and on this thread, since handing 0.03 ms of work to another thread costs more than the work, and would queue behind
 * password hashes. The key goes to Node as it is. In an object beside the wanted form of the signature it costs twice as much, for
 * which the form is changed here (decision 031).
 */

/** Header texts by key and type: there are three of each key. */
const headers = new Map<string, string>();
const mostHeaders = 1000;

export function signJws(typ: string, kid: string, claims: object, key: KeyObject): string {
  const signed = `${headerText(typ, kid)}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const signature = plainOf(sign('sha256', Buffer.from(signed, 'latin1'), key));
  return `${signed}.${signature.toString('base64url')}`;
}

function headerText(typ: string, kid: string): string {
  const name = `${typ} ${kid}`;
  const known = headers.get(name);
  if (known) return known;
  const text = Buffer.from(JSON.stringify({ alg: 'ES256', typ, kid })).toString('base64url');
  if (headers.size >= mostHeaders) headers.clear();
  headers.set(name, text);
  return text;
}

/** A token taken apart; nothing of it is known to be true. */
export type ReadJws = {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /** What was signed, and by what. */
  signed: Buffer;
  signature: Buffer;
};

/** @throws for what is no token */
export function readJws(token: string): ReadJws {
  const parts = token.split('.');
  const [header = '', claims = '', signature = ''] = parts;
  if (parts.length !== 3) throw new Error('a token has three parts');
  return {
    header: readObject(header),
    claims: readObject(claims),
    signed: Buffer.from(`${header}.${claims}`),
    signature: readBytes(signature),
  };
}

/** Whether a token was signed by this key, and says so itself: no other algorithm, and nothing that we would have to understand. */
export function isSignedBy({ header, signed, signature }: ReadJws, key: KeyObject): boolean {
  if (header.alg !== 'ES256' || 'crit' in header || 'b64' in header) return false;
  return signature.length === 2 * half && verify('sha256', signed, key, derOf(signature));
}

function readObject(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readBytes(part).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object');
  return value as Record<string, unknown>;
}

/** Node passes over letters that do not belong to base64url; each part has one spelling. */
function readBytes(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw new Error('no base64url');
  return bytes;
}

/** Bytes of each of the two numbers of a signature. */
const half = 32;
const [sequence, integer] = [0x30, 0x02];

/** Both numbers one after the other, as a token has them, of a sequence of two integers (RFC 3279 section 2.2.3). */
function plainOf(der: Buffer): Buffer {
  const plain = Buffer.alloc(2 * half);
  let at = 2;
  for (const end of [half, 2 * half]) {
    const from = at + 2;
    at = from + (der[at + 1] as number);
    // A leading zero says that the number is not negative; leading zeros of its own are left out.
    der.copy(plain, Math.max(end - half, end - (at - from)), Math.max(from, at - half), at);
  }
  return plain;
}

function derOf(plain: Buffer): Buffer {
  const numbers = [plain.subarray(0, half), plain.subarray(half)].map((number) => {
    const first = Math.max(
      0,
      number.findIndex((byte) => byte !== 0),
    );
    const bytes = number.subarray(first);
    const sign = (bytes[0] as number) >= 0x80 ? [0] : [];
    return Buffer.from([integer, sign.length + bytes.length, ...sign, ...bytes]);
  });
  const body = Buffer.concat(numbers);
  return Buffer.concat([Buffer.of(sequence, body.length), body]);
}
